import { auditWorld } from "./audit.ts";
import { toIso, toIsoOrNull, toMs } from "./clock.ts";
import type { DeliverySummary, SupplierControl } from "./control.ts";
import {
  buyPlan,
  changeAccount,
  changeEntry,
  fillLedger,
  finishPayOuts,
  payIn,
  payOut,
  useUpQuota,
} from "./control-accounts.ts";
import { confirmParcels, moveParcels, toParcelSummary } from "./control-parcels.ts";
import {
  addVariant,
  changePrice,
  changeProduct,
  changeStock,
  restoreProduct,
  withdrawProduct,
  withdrawVariant,
} from "./control-products.ts";
import { advanceTo, runDue, settle } from "./due.ts";
import { newId, nextSeq } from "./ids.ts";
import { addProducts } from "./made-products.ts";
import type { ParsedOptions } from "./options.ts";
import type { Delivery, World } from "./state.ts";
import { PRESETS } from "./undefined-behaviour.ts";
import { addDelivery } from "./webhook-events.ts";
import { sendDueDeliveries } from "./webhook-sender.ts";
import { addAccount, addKey, buildWorld } from "./world.ts";

/** The in-process controls; every one is asynchronous so that the ones over HTTP are the same type. */
export function createControl(world: World, options: ParsedOptions): SupplierControl {
  return {
    ...parcelControls(world),
    ...moneyControls(world),
    ...catalogControls(world),
    ...accountControls(world),
    ...settingControls(world),
    ...faultControls(world),
    ...timeControls(world),
    ...lookControls(world),
    reset: async (input = {}) => {
      await settle(world);
      const preset = input.preset ?? options.preset;
      const choices = input.undefined ?? options.undefined;
      const hosts = Object.fromEntries(world.hosts);
      Object.assign(world, buildWorld({ ...options, preset, undefined: choices, hosts }));
    },
  };
}

function parcelControls(world: World): Pick<SupplierControl, "moveParcel" | "setConfirmation"> {
  return {
    moveParcel: async (input) => moveParcels(world, input).map(toParcelSummary),
    setConfirmation: async (input) => confirmParcels(world, input).map(toParcelSummary),
  };
}

type MoneyControls =
  | "topUp"
  | "withdraw"
  | "settleWithdrawals"
  | "addLedgerEntries"
  | "setLedgerEntry"
  | "buyPlan";

function moneyControls(world: World): Pick<SupplierControl, MoneyControls> {
  return {
    addLedgerEntries: async (input) => fillLedger(world, input),
    setLedgerEntry: async (input) => changeEntry(world, input),
    topUp: async (input) => payIn(world, input),
    withdraw: async (input) => payOut(world, input),
    settleWithdrawals: async (input) => finishPayOuts(world, input),
    buyPlan: async (input) => buyPlan(world, input),
  };
}

type CatalogControls =
  | "setStock"
  | "setPrice"
  | "setProduct"
  | "removeProduct"
  | "removeVariant"
  | "addVariant"
  | "restoreProduct"
  | "addProducts";

function catalogControls(world: World): Pick<SupplierControl, CatalogControls> {
  return {
    setStock: async (input) => changeStock(world, input),
    setPrice: async (input) => changePrice(world, input),
    setProduct: async (input) => changeProduct(world, input),
    removeProduct: async (input) => withdrawProduct(world, input),
    removeVariant: async (input) => withdrawVariant(world, input),
    addVariant: async (input) => addVariant(world, input),
    restoreProduct: async (input) => restoreProduct(world, input),
    addProducts: async (input) => addProducts(world, input),
  };
}

type AccountControls = "addAccount" | "addKey" | "revokeKey" | "setAccount" | "spendQuota";

function accountControls(world: World): Pick<SupplierControl, AccountControls> {
  return {
    addAccount: async (input) => addAccount(world, input),
    addKey: async (input) => addKey(world, input),
    revokeKey: async ({ keyId }) => {
      const key = world.keys.get(keyId);
      if (key === undefined) throw new Error(`No key ${keyId}`);
      key.revoked = true;
    },
    setAccount: async (input) => changeAccount(world, input),
    spendQuota: async (input) => useUpQuota(world, input),
  };
}

type SettingControls = "setTerms" | "setPaused" | "setUndefined" | "setHosts" | "setCatalogCache";

function settingControls(world: World): Pick<SupplierControl, SettingControls> {
  return {
    setTerms: async (input) => Object.assign(world.terms, input),
    setPaused: async ({ paused }) => {
      world.dropshipPaused = paused;
    },
    setUndefined: async ({ preset, ...switches }) =>
      Object.assign(world.undefinedBehaviour, preset === undefined ? {} : PRESETS[preset], switches),
    setHosts: async (input) => {
      for (const [host, target] of Object.entries(input)) world.hosts.set(host, target);
    },
    setCatalogCache: async ({ seconds }) => {
      world.catalogCacheSeconds = seconds;
    },
  };
}

function faultControls(
  world: World,
): Pick<SupplierControl, "armFault" | "clearFaults" | "seedFaults" | "listFaults"> {
  return {
    armFault: async (input) => world.faults.arm(input),
    clearFaults: async () => world.faults.clear(),
    seedFaults: async ({ seed }) => world.faults.seed(seed),
    listFaults: async () => world.faults.list(),
  };
}

function timeControls(world: World): Pick<SupplierControl, "clock" | "tick" | "settle"> {
  const now = () => toIso(world.clock.now());
  return {
    clock: {
      now: async () => now(),
      advance: async (span) => {
        await advanceTo(world, world.clock.now() + toMs(span));
        return now();
      },
      set: async ({ at }) => {
        await advanceTo(world, Date.parse(at));
        world.clock.moveTo(Date.parse(at));
        return now();
      },
      freeze: async () => {
        world.clock.freeze();
        return now();
      },
      unfreeze: async () => {
        world.clock.unfreeze();
        return now();
      },
    },
    tick: async () => {
      runDue(world);
      await settle(world);
    },
    settle: () => settle(world),
  };
}

function lookControls(
  world: World,
): Pick<SupplierControl, "audit" | "requests" | "deliveries" | "redeliver"> {
  return {
    audit: async () => auditWorld(world),
    requests: async (input = {}) =>
      world.requests.filter(
        ({ path, method }) => path === (input.path ?? path) && method === (input.method ?? method),
      ),
    deliveries: async (input = {}) =>
      world.deliveries
        .filter(
          ({ event, status }) => event === (input.event ?? event) && status === (input.status ?? status),
        )
        .map(toDeliverySummary),
    redeliver: async ({ eventId }) => {
      const delivery = world.deliveries.find((candidate) => candidate.eventId === eventId);
      if (delivery === undefined) throw new Error(`No event ${eventId}`);
      addDelivery(world, {
        ...delivery,
        seq: nextSeq(world, "delivery"),
        id: newId(world, "dlv", delivery.mode),
        status: "pending",
        attempts: [],
        inFlight: false,
        nextAttemptAt: world.clock.now(),
      });
      sendDueDeliveries(world);
      await settle(world);
    },
  };
}

function toDeliverySummary(delivery: Delivery): DeliverySummary {
  const { id, eventId, event, mode, integrationId, status, body } = delivery;
  return {
    ...{ id, eventId, event, mode, integrationId, status, body },
    attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: toIso(attempt.at) })),
    nextAttemptAt: toIsoOrNull(delivery.nextAttemptAt),
  };
}
