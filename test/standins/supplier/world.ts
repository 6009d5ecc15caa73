import { createClock } from "./clock.ts";
import { FaultBox } from "./faults.ts";
import {
  type AccountOptions,
  accountOptions,
  type KeyOptions,
  keyOptions,
  type ParsedOptions,
} from "./options.ts";
import { buildCatalog } from "./seed-catalog.ts";
import type { Account, Catalog, Mode, Wallet, WebhookSettings, World } from "./state.ts";
import { PUBLISHED_TERMS } from "./terms.ts";
import { PRESETS } from "./undefined-behaviour.ts";
import { topUp } from "./wallet.ts";

/** Everything the stand-in knows, as it is right after starting. */
export function buildWorld(options: ParsedOptions): World {
  const clock = createClock(options.clock);
  const undefinedBehaviour = { ...PRESETS[options.preset], ...options.undefined };
  const world: World = {
    clock,
    undefinedBehaviour,
    terms: structuredClone(PUBLISHED_TERMS),
    catalogCacheSeconds: options.catalogCacheSeconds,
    catalogCache: new Map(),
    dropshipPaused: false,
    hosts: new Map(Object.entries(options.hosts)),
    deliveryTimeoutMs: options.deliveryTimeoutMs,
    catalogs: buildCatalogs(clock.now(), undefinedBehaviour.testCatalogIds),
    accounts: new Map(),
    integrations: new Map(),
    keys: new Map(),
    imports: [],
    orders: [],
    idempotency: new Map(),
    refusals: new Map(),
    deliveries: [],
    open: new Set(),
    held: [],
    inFlight: new Set(),
    lastSend: new Map(),
    requests: [],
    faults: new FaultBox(),
    counters: new Map(),
  };
  world.faults.seed(options.faultSeed);
  for (const account of options.accounts) addAccount(world, account);
  for (const key of options.keys) addKey(world, key);
  return world;
}

function buildCatalogs(now: number, testIds: "same" | "own"): Record<Mode, Catalog> {
  return { live: buildCatalog(now), test: buildCatalog(now, testIds === "own" ? "sandbox_" : "") };
}

export function addAccount(world: World, input: AccountOptions): void {
  const { id, brandName, openingBalance } = accountOptions.parse(input);
  const account: Account = {
    id,
    brandName,
    status: "active",
    statusReason: "",
    plan: "free",
    tier: 1,
    capLifted: false,
    feeBasis: "margin",
    usage: { minute: 0, minuteCount: 0, day: "", dayCount: 0 },
    placedToday: {
      live: { day: "", orders: 0, parcels: 0 },
      test: { day: "", orders: 0, parcels: 0 },
    },
    wallets: { live: emptyWallet(), test: emptyWallet() },
  };
  world.accounts.set(id, account);
  if (openingBalance > 0) topUp(world, account, "live", openingBalance);
  if (openingBalance > 0 && world.undefinedBehaviour.testWallet === "sandbox") {
    topUp(world, account, "test", openingBalance);
  }
}

/** A key of an account; its integration is made on first mention. */
export function addKey(world: World, input: KeyOptions): void {
  const key = keyOptions.parse(input);
  if (!world.accounts.has(key.accountId)) throw new Error(`No account ${key.accountId}`);
  if (!world.integrations.has(key.integrationId)) {
    world.integrations.set(key.integrationId, {
      id: key.integrationId,
      accountId: key.accountId,
      name: "Online store",
      connected: true,
      webhooks: { live: noWebhooks(), test: noWebhooks() },
    });
  }
  world.keys.set(key.id, { ...key, revoked: false });
}

function emptyWallet(): Wallet {
  return { available: 0, heldDeposit: 0, heldReserve: 0, withdrawalsPending: 0, ledger: [] };
}

function noWebhooks(): WebhookSettings {
  return { url: null, events: [], secret: null };
}
