import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  getDeliveryPage,
  saveDeliverySettings,
} from "#app/domain/delivery-charge/delivery-settings.server.ts";
import {
  startCheckoutRates,
  stopCheckoutRates,
} from "#app/domain/delivery-charge/switch-checkout-rates.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { deleteCarrierService } from "#app/shopify/operations/shipping/delete-carrier-service.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { PUBLISHED_TERMS } from "#test/standins/supplier/terms.ts";

const CANARY = "Canary House 77, Canary Street";

let shop: SweepingShop;
let cooker: string;
let earbuds: string;

beforeAll(async () => {
  shop = await startSweepingShop({ products: ["cooker", "earbuds"] });
  cooker = shop.line("cooker", 1600).variantId ?? "";
  earbuds = shop.line("earbuds", 1600).variantId ?? "";
});
afterAll(() => shop?.close());

/** The checkout may ask Karwan and does not; the supplier was never asked and charges by the document. */
beforeEach(async () => {
  const { control } = shop.shopify;
  await shop.receiveEventsAgain();
  control.grantScopes({ scopes: ["write_shipping"] });
  control.setShop({ planName: "Advanced" });
  const { shippingRates, citySurcharges } = PUBLISHED_TERMS;
  await shop.supplier.control.setTerms({ shippingRates, citySurcharges });
  await deleteServices();
  await shop.app.db.deliveryCharge.deleteMany({ where: { shopId: shop.shopId } });
  // All tests ask more than a sweep may in a minute, and in a day.
  await shop.forgetLimits();
  await shop.app.db.schedule.updateMany({
    where: { shopId: shop.shopId, kind: "quotes" },
    data: { calls: 0 },
  });
  // What the test before had asked is over.
  await shop.sweep("quotes");
  await forgetQuotes();
});

const start = async () => startCheckoutRates(await shop.context(), { by: "Test" });
const page = async () => getDeliveryPage(await shop.context());
/** Shopify tells of permissions by webhook too, which may arrive late. */
const expectState = (state: string) => expect.poll(async () => (await page()).state).toBe(state);
const row = () => shop.app.db.deliveryCharge.findUniqueOrThrow({ where: { shopId: shop.shopId } });
const services = () => shop.shopify.control.state().carrierServices;
const address = () => services()[0]?.callbackUrl ?? "";
/** As Shopify does with those of an app that is uninstalled. */
async function deleteServices(): Promise<void> {
  for (const { id } of services()) await deleteCarrierService((await shop.context()).admin, id);
}
const forgetQuotes = () => shop.app.db.deliveryQuote.deleteMany({ where: { shopId: shop.shopId } });

type Asking = {
  readonly items?: readonly { readonly gid: string | null; readonly quantity: number }[];
  readonly city?: string;
  readonly country?: string;
  readonly currency?: string;
};

function bodyOf({ items, city = "Lahore", country = "PK", currency = "PKR" }: Asking = {}): string {
  const asked = items ?? [{ gid: cooker, quantity: 1 }];
  return JSON.stringify({
    rate: {
      origin: { country: "PK" },
      destination: { country, city, province: "", name: "Canary", address1: CANARY, phone: "+923001112233" },
      items: asked.map(({ gid, quantity }) => ({
        ...{ quantity, requires_shipping: true, grams: 1 },
        variant_id: gid === null ? null : Number(gid.split("/").at(-1)),
      })),
      currency,
    },
  });
}

const post = (body: string, { to = address(), headers = {} } = {}) =>
  fetch(to, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

/** What is charged; null where the cart is left to other rates. */
async function charged(asking: Asking = {}): Promise<number | null> {
  const answer = await post(bodyOf(asking));
  if (answer.status !== 200) throw new Error(`It was answered ${answer.status}`);
  const { rates } = await answer.json();
  return rates.length === 0 ? null : Number(rates[0].total_price) / 100;
}

/** A busy machine may read later than an answer waits; what was read then counts for the next one. */
const expectCharge = (pkr: number | null | undefined, asking: Asking = {}) =>
  expect.poll(() => charged(asking)).toBe(pkr);

/** What the service charges for it. */
async function quoted(city: string, items: readonly { readonly gid: string; readonly quantity: number }[]) {
  const context = await shop.context();
  const found = await shop.app.db.listedVariant.findMany({ where: { shopId: shop.shopId } });
  const idOf = (gid: string) => found.find(({ variantGid }) => variantGid === gid)?.supplierVariantId;
  const asked = items.flatMap(({ gid, quantity }) => {
    const variantId = idOf(gid);
    return variantId ? [{ variantId, quantity }] : [];
  });
  return (await context.supplier?.quoteShipping({ city, items: asked }))?.shippingCost;
}

/** This process forgets what it read a moment ago: nothing of a shop is kept by the address of another press. */
const renew = async () => {
  expect(await start()).toEqual({ kind: "on" });
};

const setDearerTerms = () =>
  shop.supplier.control.setTerms({
    shippingRates: {
      bands: [
        { upToKg: 0.5, cost: 170 },
        { upToKg: 1, cost: 230 },
        { upToKg: 2, cost: 290 },
        { upToKg: 5, cost: 390 },
        { upToKg: 10, cost: 580 },
      ],
      perKgAbove: 40,
    },
    citySurcharges: { Faisalabad: 60 },
  });

/** The checkout asks Karwan, which knows that the supplier charges more than the document says. */
async function startDearer(): Promise<void> {
  await setDearerTerms();
  await renew();
  await shop.sweep("quotes");
}

describe("letting Karwan answer the checkout", () => {
  it("needs Shopify's permission and a plan, and says what is missing", async () => {
    shop.shopify.control.setShop({ planName: "Basic" });
    shop.shopify.control.setScopes({
      scopes: shop.shopify.control.scopesOf().granted.filter((scope) => scope !== "write_shipping"),
    });
    expect(await start()).toEqual({ kind: "not_allowed" });
    await expectState("not_allowed");
    shop.shopify.control.grantScopes({ scopes: ["write_shipping"] });
    expect(await start()).toEqual({
      kind: "refused",
      message: expect.stringContaining("Carrier Calculated"),
    });
    await expectState("off");
    expect((await row()).carrierServiceGid).toBeNull();
  });

  it("registers one carrier service at an address nobody can guess, of which a hash alone is kept", async () => {
    await renew();
    const first = address();
    expect(first).toMatch(/\/rates\/[\w-]{43}$/);
    expect(JSON.stringify(await row())).not.toContain(first.split("/").at(-1));
    await renew();
    expect(services()).toHaveLength(1);
    expect(address()).not.toBe(first);
    expect((await post(bodyOf(), { to: first })).status).toBe(404);
    await expectState("on");
  });

  it("finds the service again whose making was answered by nobody", async () => {
    await renew();
    await stopCheckoutRates(await shop.context(), { by: "Test" });
    expect(services()).toEqual([]);
    shop.shopify.control.faults({ requests: [{ kind: "cut_after", field: "carrierServiceCreate" }] });
    await renew();
    expect(services()).toHaveLength(1);
    await expectCharge(200);
  });
});

describe("what the service quotes", () => {
  it("is asked for by the sweep alone, behind everybody else, and answers checkouts from then on", async () => {
    await renew();
    // The one that began with the press before is over: another would go on where it stands, with other cities.
    await shop.sweep("quotes");
    await forgetQuotes();
    await setDearerTerms();
    const since = await shop.countAsked();
    const tally = await shop.sweep("quotes");
    const asked = (await shop.asked(since)).filter((call) => call === "POST /shipping/quote").length;
    expect(asked).toBe(tally.seen);
    expect(asked).toBeLessThanOrEqual(46);
    await renew();
    for (const city of ["Lahore", "Faisalabad"]) {
      for (const [one, other] of [
        [1, 0],
        [3, 1],
        [9, 2],
        [14, 0],
      ] as const) {
        const items = [
          { gid: cooker, quantity: one },
          ...(other > 0 ? [{ gid: earbuds, quantity: other }] : []),
        ];
        await expectCharge(await quoted(city, items), { city, items });
      }
    }
    await expectCharge(290, { city: "faislabad" });
    await expectCharge(230, { city: "Nowhere at all" });
    expect(await page()).toMatchObject({ tariff: { perKgAbovePkr: 40, cities: { other: 1 } } });
  });

  it("stays as it was last known while the service does not answer, and no checkout asks it", async () => {
    await startDearer();
    await shop.supplier.control.armFault({
      kind: "error",
      when: "before",
      path: "/shipping/quote",
      times: 999,
    });
    await shop.ask("quotes");
    await shop.sweepWork("quotes");
    await renew();
    // The press had it asked once more.
    await shop.sweepWork("quotes");
    const since = await shop.countAsked();
    for (let times = 0; times < 10; times += 1) await expectCharge(230);
    // The sweep may have tried again meanwhile.
    expect((await shop.countAsked()) - since).toBeLessThan(5);
    await shop.supplier.control.clearFaults();
  });

  it("is charged to the customer who checks out in Shopify", async () => {
    await startDearer();
    await fetch(`${shop.shopify.url}/checkout`, {
      method: "POST",
      headers: { "x-forwarded-host": DEMO_SHOP },
      body: new URLSearchParams({
        ...{ variantId: cooker, quantity: "2", firstName: "Ayesha", lastName: "Example" },
        ...{ phone: "03001234567", address1: CANARY, city: "Lahore" },
      }),
      redirect: "manual",
    });
    const { orders, rateAnswers } = shop.shopify.control.state();
    expect(rateAnswers.at(-1)?.status).toBe(200);
    expect(JSON.stringify(orders.at(-1)?.shippingLines)).toContain("29000");
  });
});

describe("a cart", () => {
  beforeEach(startDearer);

  const own = { gid: "gid://shopify/ProductVariant/1", quantity: 1 };

  it("that is not ours is left to the shop's other rates", async () => {
    await expectCharge(null, { items: [own] });
    await expectCharge(null, { items: [{ gid: null, quantity: 1 }] });
    await expectCharge(null, { country: "AE" });
    await expectCharge(null, { currency: "USD" });
  });

  it("with goods of the merchant's own is charged as the merchant set", async () => {
    const by = "Test";
    await saveDeliverySettings(await shop.context(), {
      ...{ by, whenMixed: "add_fallback", fallbackPkr: rupees(300), serviceName: "Home delivery" },
    });
    await renew();
    await expectCharge(530, { items: [own, { gid: cooker, quantity: 1 }] });
    await expectCharge(300, { items: [own] });
    const { rates } = await (await post(bodyOf())).json();
    expect(rates[0].service_name).toBe("Home delivery");
    await saveDeliverySettings(await shop.context(), { by, whenMixed: "ours_only" });
    await renew();
    await expectCharge(230, { items: [own, { gid: cooker, quantity: 1 }] });
  });
});

describe("the address", () => {
  beforeEach(startDearer);

  const sign = (body: string, secret = DEMO_API_SECRET) => ({
    "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
  });

  it("takes a good signature or none, and no bad one", async () => {
    const body = bodyOf();
    expect((await post(body, { headers: sign(body) })).status).toBe(200);
    expect((await post(body, { headers: sign(body, "another secret") })).status).toBe(401);
    expect((await post(body, { headers: { "x-shopify-hmac-sha256": "" } })).status).toBe(401);
  });

  it("refuses what is no request, is too large, or is nobody's, and reads no body of a stranger", async () => {
    expect((await post("{")).status).toBe(400);
    expect((await post(`{"rate":"${"x".repeat(300_000)}"}`)).status).toBe(413);
    expect((await fetch(address())).status).toBe(404);
    const stranger = address().replace(/[\w-]{43}$/, "a".repeat(43));
    expect((await post(bodyOf(), { to: stranger })).status).toBe(404);
  });

  it("answers from what is known while the database does not, else the merchant's charge", async () => {
    await saveDeliverySettings(await shop.context(), { by: "Test", fallbackPkr: rupees(300) });
    await renew();
    await expectCharge(230);
    const { db } = shop.app;
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`lock table stocked_item, delivery_charge in access exclusive mode`;
      const times: number[] = [];
      const timed = async (asking?: Asking) => {
        const startedAt = performance.now();
        const pkr = await charged(asking);
        times.push(performance.now() - startedAt);
        return pkr;
      };
      expect(await timed()).toBe(230);
      expect(await timed({ items: [{ gid: "gid://shopify/ProductVariant/4242", quantity: 1 }] })).toBe(300);
      // 400 ms on a quiet machine.
      expect(Math.max(...times)).toBeLessThan(1500);
      const unknown = address().replace(/[\w-]{43}$/, randomUUID().replaceAll("-", "").padEnd(43, "x"));
      expect((await post(bodyOf(), { to: unknown })).status).toBe(503);
    });
  });

  it("of strangers keeps nobody else from the database, and what looks like no address is not looked for", async () => {
    const { db } = shop.app;
    const to = (token: string) => address().replace(/[\w-]{43}$/, token);
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`lock table delivery_charge in access exclusive mode`;
      const tokens = Array.from({ length: 30 }, () => `${randomUUID()}-${randomUUID()}`.slice(0, 43));
      const answers = await Promise.all(tokens.map((token) => post(bodyOf(), { to: to(token) })));
      for (const { status } of answers) expect(status).toBe(503);
      expect((await post(bodyOf(), { to: to("short") })).status).toBe(404);
      await db.$queryRaw`select 1`;
    });
  });

  it("is nobody's after the app was uninstalled and came back, and the page says it is off", async () => {
    await renew();
    const data = { installNumber: { increment: 1 } };
    await shop.app.db.shop.update({ where: { id: shop.shopId }, data });
    await expectState("off");
    expect((await post(bodyOf())).status).toBe(404);
    // The one that began with the press before is over.
    await shop.sweep("quotes");
    expect((await shop.sweep("quotes")).seen ?? 0).toBe(0);
    await renew();
    await expectCharge(230);
  });

  it("is off, and the page says so, where it is refused after the app came back", async () => {
    const data = { installNumber: { increment: 1 } };
    await shop.app.db.shop.update({ where: { id: shop.shopId }, data });
    await deleteServices();
    shop.shopify.control.setShop({ planName: "Basic" });
    expect(await start()).toMatchObject({ kind: "refused" });
    expect((await page()).state).toBe("off");
    expect((await row()).carrierServiceGid).toBeNull();
  });

  it("is answered at the address that Shopify has, whoever pressed at once", async () => {
    await stopCheckoutRates(await shop.context(), { by: "Test" });
    for (const result of await Promise.all([start(), start(), start()]))
      expect(result).toEqual({ kind: "on" });
    expect(services()).toHaveLength(1);
    await expectCharge(230);
  });

  it("is given up with one press", async () => {
    const before = address();
    await stopCheckoutRates(await shop.context(), { by: "Test" });
    expect(services()).toEqual([]);
    await expectState("off");
    expect(await row()).toMatchObject({ callbackTokenHash: null, carrierServiceGid: null });
    expect(before).not.toBe("");
  });

  it("leaves nothing of the customer's address behind", async () => {
    for (const city of ["Lahore", "Nowhere at all"]) await expectCharge(230, { city });
    await expectCharge(null, { items: [{ gid: null, quantity: 1 }] });
    const { db } = shop.app;
    const kept = [await db.deliveryCharge.findMany(), await db.deliveryQuote.findMany()];
    expect(JSON.stringify(kept)).not.toMatch(/Canary|1112233|Nowhere/);
  });
});
