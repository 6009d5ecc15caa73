import { createHmac } from "node:crypto";
import pg from "pg";
import { DEMO_API_SECRET } from "#test/standins/shopify/defaults.ts";
import type { Fault } from "#test/standins/supplier/faults.ts";
import type { Delivery } from "#test/support/deliveries.ts";
import { planShops, setUpShops } from "#test/support/many-shops.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";
import { percentile } from "./figures.ts";
import { loadSteadily } from "./load.ts";

const LIMIT_MS = 400;
const GOAL_SHARE = 0.999;
const CITIES = ["Lahore", "Karachi", "Quetta", "Multan", "a village near Sukkur", "Gwadar"] as const;
const PRODUCTS = ["prd_cooker", "prd_spoons", "prd_earbuds"] as const;

/** What the service does meanwhile, whatever it is asked; null: it answers. */
const PHASES: readonly (readonly [string, Fault | null])[] = [
  ["answers", null],
  ["answers in 5 s", { kind: "delay", ms: 5000, probability: 1 }],
  ["answers 429", { kind: "rate_limited", retryAfterSeconds: 5, probability: 1 }],
  ["does not answer at all", { kind: "cut", when: "before", probability: 1 }],
];

type RatesBench = {
  readonly world: World;
  readonly database: pg.Pool;
  readonly carts: readonly Delivery[];
};

/**
 * Checkouts ask for the delivery charge at a steady rate (open loop) while the service answers, is slow, limits and is away,
 * and while the sweep that asks it for quotes is due again and again.
 */
export async function benchRates(options: ReadonlyMap<string, string>): Promise<boolean> {
  const number = (name: string, usual: number) => Number(options.get(name) || usual);
  const load = { seconds: number("seconds", 30), perSecond: number("rate", 100) };
  const plan = planShops(number("shops", 4), 2);
  const world = await startWorld({
    supplier: { accounts: [...plan.accounts], keys: [...plan.keys] },
    shopify: { shops: plan.shops.map(({ domain }) => domain), routingDelayMs: 0 },
    env: { LOG_LEVEL: "warn" },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  try {
    await world.supplier.control.setTerms({ citySurcharges: { Quetta: 80 } });
    const merchants = await setUpShops(world, plan, () => PRODUCTS);
    const carts: Delivery[] = [];
    for (const merchant of merchants) {
      world.shopify.control.setShop({ shop: merchant.shop, planName: "Advanced" });
      merchant.allow(["write_shipping"]);
      await merchant.press("settings", "/settings", { intent: "start_checkout_rates" });
      carts.push(...buildCarts(world, merchant.shop));
    }
    await waitForQuotes(database, plan.shops.length);
    const results: boolean[] = [];
    for (const [what, fault] of PHASES) {
      results.push(await measure({ world, database, carts }, load, { what, fault }));
    }
    const met = results.every(Boolean);
    console.log(
      `goal: ${GOAL_SHARE * 100} % within ${LIMIT_MS} ms, at the charge that was quoted: ${met ? "met" : "missed"}`,
    );
    return met;
  } finally {
    await database.end();
    await world.close();
  }
}

/** Each variant of a shop, one and three of it, to each of the cities. */
function buildCarts({ shopify }: World, shop: string): readonly Delivery[] {
  const state = shopify.control.state({ shop });
  const url = state.carrierServices[0]?.callbackUrl;
  if (url === undefined) throw new Error(`${shop} has no carrier service`);
  const variants = state.products.flatMap((product) => product.variants);
  return CITIES.flatMap((city) =>
    variants.flatMap(({ id }) => [1, 3].map((quantity) => buildCart(url, { city, id, quantity }))),
  );
}

type Cart = { readonly city: string; readonly id: string; readonly quantity: number };

function buildCart(url: string, { city, id, quantity }: Cart): Delivery {
  const item = { quantity, grams: 400, requires_shipping: true, variant_id: Number(id.split("/").at(-1)) };
  const destination = { country: "PK", province: "", city, address1: "House 12", phone: "+923001234567" };
  const rate = { origin: { country: "PK" }, destination, items: [item], currency: "PKR" };
  const body = Buffer.from(JSON.stringify({ rate }));
  const signature = createHmac("sha256", DEMO_API_SECRET).update(body).digest("base64");
  const headers = { "content-type": "application/json", "x-shopify-hmac-sha256": signature };
  return { url, headers, body };
}

/** Bands and the first cities of every shop. */
async function waitForQuotes(database: pg.Pool, shops: number): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await database.query<{ shops: number }>(
        "select count(distinct shop_id)::int as shops from delivery_quote where figure = 'city' and pkr > 0",
      );
      return rows[0]?.shops === shops;
    },
    { what: "the quotes of every shop", timeoutMs: 120_000, everyMs: 500 },
  );
}

type Phase = { readonly what: string; readonly fault: Fault | null };

async function measure(
  bench: RatesBench,
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
  { what, fault }: Phase,
): Promise<boolean> {
  const { supplier } = bench.world;
  const before = await readCharges(bench.carts);
  await supplier.control.clearFaults();
  if (fault) await supplier.control.armFault(fault);
  const callsBefore = (await supplier.control.requests()).length;
  await bench.database.query("update schedule set next_run_at = now() where kind = 'quotes'");
  let at = 0;
  const next = () => bench.carts[at++ % bench.carts.length] ?? failNoCarts();
  const { tookMs, answered } = await loadSteadily(next, seconds, perSecond);
  const calls = (await supplier.control.requests()).length - callsBefore;
  const isSame = fault === null || String(await readCharges(bench.carts)) === String(before);
  const share = tookMs.filter((ms) => ms <= LIMIT_MS).length / (seconds * perSecond);
  const times = [0.5, 0.95, 0.99, 0.999].map(
    (part) => `p${part * 100} ${percentile(tookMs, part).toFixed(1)} ms`,
  );
  console.log(
    `the service ${what}: ${answered} checkouts, ${(share * 100).toFixed(2)} % within ${LIMIT_MS} ms; ` +
      `${times.join(", ")}, slowest ${Math.max(...tookMs).toFixed(0)} ms; ` +
      `charges ${isSame ? "as quoted before" : "DIFFER"}; ${calls} calls of the service, all by sweeps`,
  );
  return share >= GOAL_SHARE && isSame;
}

/** What each cart is charged, in hundredths. */
async function readCharges(carts: readonly Delivery[]): Promise<readonly string[]> {
  const charges: string[] = [];
  for (const { url, headers, body } of carts) {
    const answer = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
    const { rates }: { rates: { total_price: string }[] } = JSON.parse(await answer.text());
    charges.push(rates[0]?.total_price ?? "none");
  }
  return charges;
}

function failNoCarts(): never {
  throw new Error("There are no carts");
}
