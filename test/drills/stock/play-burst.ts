import { setTimeout as pause } from "node:timers/promises";
import type { LocationGid, VariantGid } from "#app/platform/ids.ts";
import type { ShopifyStandin } from "#test/standins/shopify/server.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import type { SupplierStandin } from "#test/standins/supplier/server.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { problemsAtRest, problemsOnTheWay, type StockSample, type StockSides } from "./judge-stock.ts";
import type { Burst, Move } from "./plan-burst.ts";

/** A product that is listed, as the sides name it. */
type ListedVariant = {
  readonly name: string;
  readonly supplierVariantId: string;
  readonly variantGid: VariantGid;
  readonly price: number;
};

/** A shop between both stand-ins, and what is done to it. */
export type StockSetup = {
  readonly shopify: ShopifyStandin;
  readonly supplier: SupplierStandin;
  readonly listed: readonly ListedVariant[];
  readonly locationGid: LocationGid;
  /** What our rows say, by the service's variant: what it has by its last word, and what stands in Shopify. */
  readonly rows: () => Promise<ReadonlyMap<string, OurRow>>;
  /** Whether nothing is left to do. */
  readonly isIdle: () => Promise<boolean>;
  /** Asks for a sweep of stock; it begins within a moment. */
  readonly sweep: () => Promise<void>;
  /** How often one has come to its end by now: any number that grows. */
  readonly sweptAt: () => Promise<number>;
  readonly kill: (point: string | null) => Promise<void>;
};

type OurRow = { readonly stock: number; readonly saidAtMs: number; readonly pushed: number | null };

const LOOK_EVERY_MS = 30;
const REST_WITHIN_MS = 90_000;

/** Plays a burst, has all come to rest, and says what is wrong then, or was on the way. */
export async function playBurst(setup: StockSetup, burst: Burst): Promise<readonly string[]> {
  const watch = watchStock(setup);
  try {
    await playMoves(setup, burst);
  } finally {
    await watch.stop();
  }
  const seen = watch.seen();
  const onTheWay = setup.listed.flatMap(({ name }, index) => problemsOnTheWay(name, seen[index] ?? []));
  return [...onTheWay, ...problemsAtRest(await readSides(setup))];
}

async function playMoves(setup: StockSetup, burst: Burst): Promise<void> {
  for (const move of burst.moves) await makeMove(setup, move);
  await setup.supplier.control.settle();
  await setup.supplier.control.clearFaults();
  await comeToRest(setup);
}

async function makeMove(setup: StockSetup, move: Move): Promise<void> {
  const { shopify, supplier, listed } = setup;
  switch (move.kind) {
    case "tell": {
      const { supplierVariantId: variantId } = itemOf(listed, move.product);
      if (move.fate !== "once") await supplier.control.armFault({ kind: `webhook_${move.fate}`, times: 1 });
      return supplier.control.setStock({ variantId, stock: move.stock });
    }
    case "sale": {
      const { variantGid, price } = itemOf(listed, move.product);
      // Shopify sells no more than it shows.
      if (shownOf(setup, variantGid).available < move.units) return;
      const lines = [{ variantId: variantGid, price, quantity: move.units }];
      shopify.control.placeOrder({ lines, payment: "cod", shipping: 200 });
      return;
    }
    case "sweep":
      return setup.sweep();
    case "limit":
      return supplier.control.armFault({ kind: "rate_limited", path: "/inventory", retryAfterSeconds: 1 });
    case "kill":
      return setup.kill(move.point);
  }
}

/** What a lost event said is found by a sweep, begun when a second of the service's clock has passed. */
async function comeToRest(setup: StockSetup): Promise<void> {
  const rest = () =>
    waitFor(setup.isIdle, {
      what: "stock, events and orders to rest",
      timeoutMs: REST_WITHIN_MS,
      everyMs: 100,
    });
  await rest();
  await pause(1500);
  const before = await setup.sweptAt();
  await setup.sweep();
  await waitFor(async () => (await setup.sweptAt()) > before, {
    ...{ what: "the sweep", timeoutMs: REST_WITHIN_MS, everyMs: 100 },
  });
  await rest();
}

function itemOf(listed: readonly ListedVariant[], index: number): ListedVariant {
  const item = listed[index % listed.length];
  if (!item) throw new Error("Nothing is listed");
  return item;
}

type StockLevel = { readonly available: number; readonly committed: number };

function shownOf({ shopify, locationGid }: StockSetup, variantGid: VariantGid): StockLevel {
  const { products } = shopify.control.state();
  const variant = products.flatMap(({ variants }) => variants).find(({ id }) => id === variantGid);
  const level = variant?.levels.find(({ locationId }) => locationId === locationGid);
  return { available: level?.available ?? 0, committed: level?.committed ?? 0 };
}

type Watch = {
  readonly stop: () => Promise<void>;
  readonly seen: () => readonly (readonly StockSample[])[];
};

/** Looks at every product again and again; what our rows say is read before what customers see. */
function watchStock(setup: StockSetup): Watch {
  const seen = setup.listed.map((): StockSample[] => []);
  const stopped = new AbortController();
  const look = async () => {
    const [rows, accepted] = await Promise.all([setup.rows(), countAccepted(setup)]);
    setup.listed.forEach(({ supplierVariantId, variantGid }, index) => {
      const { available: shown, committed } = shownOf(setup, variantGid);
      seen[index]?.push({
        ...{ atMs: performance.now(), shown, committed },
        reported: rows.get(supplierVariantId)?.stock ?? 0,
        reportedAtMs: rows.get(supplierVariantId)?.saidAtMs ?? 0,
        accepted: accepted.get(supplierVariantId) ?? 0,
      });
    });
  };
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await look();
      await pause(LOOK_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await watching;
      await look();
    },
    seen: () => seen,
  };
}

async function countAccepted({ supplier }: StockSetup): Promise<ReadonlyMap<string, number>> {
  const { orders } = await supplier.control.audit();
  const units = new Map<string, number>();
  for (const { status, mode, items } of orders) {
    if (status === "CANCELLED" || mode !== "live") continue;
    for (const { variantId, quantity } of items) units.set(variantId, (units.get(variantId) ?? 0) + quantity);
  }
  return units;
}

async function readSides(setup: StockSetup): Promise<readonly StockSides[]> {
  const [inventory, rows, accepted] = await Promise.all([
    readInventory(setup),
    setup.rows(),
    countAccepted(setup),
  ]);
  return setup.listed.map(({ name, supplierVariantId, variantGid }) => {
    const { available, committed } = shownOf(setup, variantGid);
    return {
      ...{ name, shown: available, committed },
      accepted: accepted.get(supplierVariantId) ?? 0,
      service: inventory.get(supplierVariantId) ?? 0,
      pushed: rows.get(supplierVariantId)?.pushed ?? null,
    };
  });
}

/** Asked as anybody with the key may: the stand-in's own count is not looked up behind its back. */
async function readInventory({ supplier, listed }: StockSetup): Promise<ReadonlyMap<string, number>> {
  const ids = listed.map(({ supplierVariantId }) => supplierVariantId).join(",");
  const answer = await fetch(`${supplier.baseUrl}/inventory?ids=${ids}`, {
    headers: { authorization: `Bearer ${DEMO_LIVE_KEY}` },
  });
  const { data }: { data: { variantId: string; stock: number }[] } = JSON.parse(await answer.text());
  return new Map(data.map(({ variantId, stock }) => [variantId, stock]));
}
