import { type Order, type Parcel, Prisma, type Shop } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { makeTrackingToken } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { findKeptOrder } from "#app/domain/storefront/choices/find-kept-order.server.ts";
import { readTrackedOrder } from "#app/domain/storefront/read-tracked-order.server.ts";
import { type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

let storefront: StorefrontHarness;
let shop: Shop;
let order: Order;
let parcel: Parcel;

beforeAll(async () => {
  storefront = await startStorefront();
});
afterAll(() => storefront?.close());
beforeEach(async () => {
  shop = await storefront.createShop();
  order = await storefront.createOrder(shop, { state: "on_the_way" });
  parcel = await onlyParcel(order);
});

async function onlyParcel(of: Order, status = "SHIPPED"): Promise<Parcel> {
  const [first] = await storefront.createParcels(of, [{ status, courier: "TCS" }]);
  if (!first) throw new Error("There is no parcel");
  return first;
}

const tokenOf = ({ id, shopId }: Order, until = new Date(storefront.time.now.getTime() + 60_000)) =>
  makeTrackingToken({ crypto: storefront.app.crypto, shop: { id: shopId } }, { orderId: id, until });
type Typed = Partial<Record<"order" | "parcel" | "sum", string>>;

async function report(typed: Typed = {}, asking: { lang?: string; address?: string } = {}) {
  const { lang = "en", address } = asking;
  const fields = { order: tokenOf(order), parcel: parcel.id, sum: "2800", ...typed };
  const to = { shop, params: `lang=${lang}`, ...(address === undefined ? {} : { address }) };
  const answer = await storefront.type(to, { intent: "other_sum", ...fields });
  return { status: answer.status, html: await answer.text() };
}

const stored = () =>
  storefront.app.db.parcel.findUniqueOrThrow({ where: { shopId_id: { shopId: shop.id, id: parcel.id } } });
const facts = () =>
  storefront.app.db.timelineEntry.findMany({ where: { shopId: shop.id, code: "other_sum_reported" } });
const works = () => storefront.app.db.work.count({ where: { shopId: shop.id, kind: "order.reconcile" } });
/** How often work of each order was asked for. */
const generations = async () => {
  const rows = await storefront.app.db.work.findMany({ where: { shopId: shop.id, kind: "order.reconcile" } });
  return rows.map(({ requestedGeneration }) => requestedGeneration);
};

describe("a customer whose rider asks for another sum", () => {
  it("finds a form for it on the page of a parcel that is with a rider, and of no other", async () => {
    const typed = { number: "1042", phone: "03001234567" };
    const page = async () => (await storefront.type({ shop }, typed)).text();
    expect(await page()).toMatch(/<details>.*name="intent" value="other_sum"/s);
    await storefront.app.db.parcel.updateMany({ where: { shopId: shop.id }, data: { status: "CONFIRMED" } });
    expect(await page()).not.toContain("<details>");
  });

  it("tells the merchant once a day for a parcel, and is told so", async () => {
    const { html } = await report({ sum: "Rs 2,800" });
    expect(html).toContain("The shop has been told");
    expect(html).toContain("that the rider asked for <bdi");
    expect(await stored()).toMatchObject({ riderAskedPkr: 2800, riderAskedAt: storefront.time.now });
    expect(await facts()).toMatchObject([
      { actor: "customer", by: null, params: { asked: 2800, due: 2499, part: 1, of: 1 }, wordsEnc: null },
    ]);
    expect(await works()).toBe(1);
    const first = await generations();
    const again = await report({ sum: "3000" });
    expect(again.html).toContain("told about this parcel today already");
    expect(await facts()).toHaveLength(1);
    expect(await generations()).toEqual(first);
    const { now } = storefront.time;
    storefront.time.now = new Date(now.getTime() + 24 * 60 * 60_000);
    await report({ sum: "3000" });
    storefront.time.now = now;
    expect(await facts()).toHaveLength(2);
    expect(await stored()).toMatchObject({ riderAskedPkr: 3000 });
  });

  it("tells it once however often the button is pressed at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => report()));
    expect(await facts()).toHaveLength(1);
  });

  it("can tell it of a parcel that was brought, and of one that was paid", async () => {
    await storefront.app.db.parcel.updateMany({
      where: { shopId: shop.id },
      data: { status: "DELIVERED", codPkr: rupees(0) },
    });
    await report({ sum: "۲۵۰" });
    expect(await stored()).toMatchObject({ riderAskedPkr: 250 });
  });

  it.each([
    ["no number", "many", "whole rupees"],
    ["nothing", "0", "whole rupees"],
    ["a part of a rupee", "2499.50", "whole rupees"],
    ["a phone number", "03001234567", "whole rupees"],
    ["less than nothing", "-5", "whole rupees"],
    ["the sum that is due", "Rs. 2,499/-", "This is the sum to pay"],
  ])("is told what is wrong with %s", async (_what, sum, words) => {
    expect((await report({ sum })).html).toContain(words);
    expect(await facts()).toHaveLength(0);
  });

  it("is answered in the language of the page", async () => {
    expect((await report({}, { lang: "ur" })).html).toContain("دکان کو بتا دیا گیا ہے");
    expect((await report({ sum: "x" }, { lang: "roman_urdu" })).html).toContain("poore rupon");
  });

  it("chooses the parcel where there are several", async () => {
    const other = await storefront.createOrder(shop, { name: "#1050", state: "on_the_way" });
    const parcels = await storefront.createParcels(other, [
      {},
      { codPkr: rupees(900) },
      { status: "PROCESSING" },
    ]);
    const { html } = await report({ order: tokenOf(other), parcel: parcels[1]?.id ?? "" });
    expect(html.match(/<option/g)).toHaveLength(2);
    expect(await facts()).toMatchObject([{ thingId: other.id, params: { due: 900, part: 2, of: 3 } }]);
  });
});

describe("a report that is nobody's", () => {
  it("learns nothing, and leaves nothing: forged, over, another shop's", async () => {
    const foreign = await storefront.createOrder(await storefront.createShop());
    const tokens = [
      tokenOf(order, storefront.time.now),
      `${tokenOf(order)}0`,
      tokenOf(foreign),
      "",
      "{{ shop.email }}",
    ];
    const answers = [];
    for (const token of tokens) answers.push(await report({ order: token }));
    expect(new Set(answers.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect(answers[0]?.html).toContain("We found no order");
    expect(await facts()).toHaveLength(0);
    expect(await works()).toBe(0);
  });

  it("is about no parcel but the order's own", async () => {
    const other = await storefront.createOrder(shop, { name: "#1043", state: "on_the_way" });
    const foreign = await onlyParcel(other);
    for (const id of [foreign.id, "nothing", ""])
      expect((await report({ parcel: id })).html).toContain("not with a rider yet");
    expect(await facts()).toHaveLength(0);
  });

  it("is counted like every try of its network", async () => {
    const statuses = [];
    for (let at = 0; at < 61; at += 1)
      statuses.push((await report({ sum: "x" }, { address: "203.0.113.9" })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await report({}, { address: "203.0.113.10" })).html).toContain("The shop has been told");
  });

  it("stands in no log", async () => {
    await report();
    expect(JSON.stringify(storefront.logged)).not.toMatch(/other_sum|2800|parcel=/);
  });
});

it("is read from the columns that Prisma reads, of an order with several handoffs and everything known", async () => {
  const { app, time } = storefront;
  const scope = { shopId: shop.id, orderId: order.id };
  const times = { shippedAt: time.now, deliveredAt: time.now };
  await storefront.createParcels(order, [{ ...times, trackingNumber: "7794" }, { status: "DELIVERED" }], {
    revision: 2,
  });
  await app.db.parcel.updateMany({
    where: { shopId: shop.id },
    data: { returnedAt: time.now, riderAskedPkr: rupees(9), riderAskedAt: time.now, confirmation: "FAILED" },
  });
  const decision = { kind: "dismiss_hold", subject: "confirmation_failed", by: "customer" } as const;
  await app.db.orderDecision.create({ data: { ...scope, ...decision, handledAt: time.now } });
  const asked = { askedAt: time.now, remindAt: time.now, dueAt: time.now };
  await app.db.orderConfirmation.create({ data: { ...scope, ...asked, collectsPkr: rupees(2499) } });
  const read = await readTrackedOrder({ ...app, shop }, Prisma.sql`o.id = ${order.id}::uuid`);
  const known = await findKeptOrder(app.db, scope);
  expect(known?.handoffs).toHaveLength(2);
  expect(known).toMatchObject({ ...read });
});
