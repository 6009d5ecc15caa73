import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { previewOrders } from "#app/domain/orders/bulk/preview-orders.server.ts";
import { startOrdersRun } from "#app/domain/orders/bulk/start-orders-run.server.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import {
  changeOrderRule,
  createOrderRule,
  MOST_RULES,
  removeOrderRule,
} from "#app/domain/orders/rules/change-order-rules.server.ts";
import type { OrderRuleDraft } from "#app/domain/orders/rules/order-rule-draft.ts";
import type { OrderRuleId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "../placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds"] });
});
afterEach(() => shop.app.db.orderRule.deleteMany());
afterAll(() => shop.close());

let people = 0;

/** Another customer each time, unless a phone is given. */
function order(change: Partial<Placing> = {}): Placing {
  people += 1;
  const phone = `+92300${String(7_100_000 + people)}`;
  return {
    lines: [shop.line("cooker", 1600)],
    customer: { firstName: "Ayesha", lastName: "Example", phone },
    ...change,
  };
}

async function hold(kind: OrderRuleDraft["kind"], limit = ""): Promise<OrderRuleId> {
  const made = await createOrderRule(await shop.context(), {
    ...{ effect: "hold", by: "Ali" },
    draft: { kind, limit },
  });
  if (!made.ok) throw new Error(`The rule was refused: ${made.reason}`);
  return made.id;
}

const remove = async (id: OrderRuleId) => removeOrderRule(await shop.context(), { id, by: "Ali" });

async function heldRules(row: OrderRow): Promise<string | undefined> {
  const issue = await shop.app.db.attention.findFirst({
    where: { shopId: shop.shopId, thingId: row.id, code: "held_by_rule", resolvedAt: null },
  });
  return issue?.code;
}

/** Of a phone that had a parcel refused before. */
async function refusedCustomer(): Promise<Partial<Placing>> {
  const { customer } = order();
  const first = await shop.buy(order({ customer }));
  for (const { id } of await shop.atService(first)) {
    for (const status of ["CONFIRMED", "PROCESSING", "SHIPPED", "RETURNED"] as const)
      await shop.supplier.control.moveParcel({ id, status });
  }
  await shop.untilState(first.orderGid, "refused");
  return { customer, lines: [shop.line("cooker", 1600, 2)] };
}

async function knownCustomer(): Promise<Partial<Placing>> {
  const { customer } = order();
  await shop.buy(order({ customer }));
  return { customer, lines: [shop.line("cooker", 1600, 2)] };
}

type Case = {
  readonly kind: OrderRuleDraft["kind"];
  readonly limit?: () => Promise<string> | string;
  readonly held: () => Promise<Partial<Placing>> | Partial<Placing>;
  readonly goes: () => Promise<Partial<Placing>> | Partial<Placing>;
};

const productOf = async () => {
  const listing = await shop.app.db.listing.findFirstOrThrow({
    where: { shopId: shop.shopId, supplierProductId: asId("prd_earbuds") },
  });
  return listing.productGid ?? "";
};

const cases: readonly Case[] = [
  {
    kind: "value",
    limit: () => "Rs 2,000",
    held: () => ({ lines: [shop.line("cooker", 1801)] }),
    goes: () => ({ lines: [shop.line("cooker", 1800)] }),
  },
  {
    kind: "quantity",
    limit: () => "2",
    held: () => ({ lines: [shop.line("cooker", 1600, 3)] }),
    goes: () => ({ lines: [shop.line("cooker", 1600, 2)] }),
  },
  {
    kind: "city",
    limit: () => "khi",
    held: () => ({ shippingAddress: { city: "Karachi" } }),
    goes: () => ({ shippingAddress: { city: "Lahore" } }),
  },
  {
    kind: "product",
    limit: productOf,
    held: () => ({ lines: [shop.line("earbuds", 2500)] }),
    goes: () => ({}),
  },
  { kind: "new_customer", held: () => ({}), goes: knownCustomer },
  { kind: "refused_customer", held: refusedCustomer, goes: knownCustomer },
  {
    kind: "tag",
    limit: () => "Check first",
    held: () => ({ tags: ["vip", "check FIRST"] }),
    goes: () => ({ tags: ["check"] }),
  },
  { kind: "note", held: () => ({ note: "Please ring twice" }), goes: () => ({ note: "" }) },
  {
    kind: "doubtful_address",
    held: () => ({ shippingAddress: { address1: "House 7", address2: null } }),
    goes: () => ({}),
  },
];

describe("a rule of the merchant's", () => {
  it.each(cases)("$kind holds the order it matches until it is removed, and no other", async (each) => {
    const [held, goes] = [await each.held(), await each.goes()];
    const id = await hold(each.kind, await each.limit?.());
    expect((await shop.buy(order(goes))).holdCode).toBeNull();
    const row = await shop.buy(order(held), "held");
    expect(row).toMatchObject({ holdCode: "held_by_rule", hasOpenIssue: true, handoffs: [] });
    expect(await shop.ours(row.orderGid)).toMatchObject([{ requestStatus: "UNSUBMITTED" }]);
    await remove(id);
    expect(await shop.openCodes(await shop.untilState(row.orderGid, "placed"))).toEqual([]);
  });

  it("goes on when a person presses Place, and stays placed", async () => {
    await hold("value", "1000");
    const row = await shop.buy(order(), "held");
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
    expect(await heldRules(placed)).toBeUndefined();
  });

  it("does not bind a request that is made in Shopify", async () => {
    await hold("value", "1000");
    const row = await shop.buy(order(), "held");
    const [ours] = await shop.ours(row.orderGid);
    shop.shopify.control.requestFulfillment({ id: ours?.id ?? "" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
  });

  it("releases what it held when it is changed, or switched off, and holds what waits when it is switched on", async () => {
    const id = await hold("value", "1000");
    const [first, second] = [await shop.buy(order(), "held"), await shop.buy(order(), "held")];
    await changeOrderRule(await shop.context(), {
      ...{ id, by: "Sara" },
      draft: { kind: "value", limit: "5000" },
    });
    for (const { orderGid } of [first, second]) await shop.untilState(orderGid, "placed");
    await changeOrderRule(await shop.context(), {
      ...{ id, by: "Sara", enabled: false },
      draft: { kind: "value", limit: "1000" },
    });
    await shop.buy(order());
    await changeOrderRule(await shop.context(), { id, by: "Sara", enabled: true });
    await shop.buy(order(), "held");
    const { createdBy, changedBy } = await shop.app.db.orderRule.findFirstOrThrow();
    expect({ createdBy, changedBy }).toEqual({ createdBy: "Ali", changedBy: "Sara" });
  });

  it("is named in the hold's sentence, with all others that hold the order", async () => {
    await hold("value", "1000");
    await hold("note");
    const row = await shop.buy(order({ note: "Ring twice" }), "held");
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.holds.map(({ sentence }) => sentence)).toEqual([
      "Your rules hold orders over Rs 1,000; with a note. Nothing was sent. Place it anyway, or cancel it.",
    ]);
  });

  it("is counted and named before many orders are placed at once, and goes with them", async () => {
    await hold("value", "2000");
    const held = await shop.buy(order({ lines: [shop.line("cooker", 2500)] }), "held");
    await shop.settings({ autoCod: false });
    const rows = [held];
    for (const price of [1600, 2600])
      rows.push(await shop.buy(order({ lines: [shop.line("cooker", price)] }), "to_place"));
    await shop.settings({ autoCod: true });
    const orderIds = rows.map(({ id }) => id);
    const preview = await previewOrders(await shop.context(), { action: "place", orderIds, by: "Ali" });
    expect(preview).toMatchObject({ able: orderIds, unable: [] });
    expect(preview.ruled).toEqual({ orders: 2, words: "over Rs 2,000" });
    const retried = await previewOrders(await shop.context(), { action: "retry", orderIds, by: "Ali" });
    expect(retried.ruled).toBeNull();
    await startOrdersRun(await shop.context(), { action: "place", orderIds, by: "Ali" });
    for (const { orderGid } of rows) await shop.untilState(orderGid, "placed");
  });

  it("shows what else the order needs at once", async () => {
    await hold("value", "1000");
    const row = await shop.buy(order({ shippingAddress: { city: "Qasba Nowhere" } }), "held");
    expect((await shop.openCodes(row)).toSorted()).toEqual(["city_unknown", "held_by_rule"]);
  });

  it("holds a new customer's order still when they order again", async () => {
    await hold("new_customer");
    const { customer } = order();
    const first = await shop.buy(order({ customer }), "held");
    const second = await shop.buy(order({ customer, lines: [shop.line("cooker", 1600, 2)] }));
    expect(second.state).toBe("placed");
    await shop.wake(first.orderGid);
    expect((await shop.rested(first.orderGid)).holdCode).toBe("held_by_rule");
  });
});

describe("a rule that is not taken", () => {
  it.each([
    ["value", "0", { reason: "limit_not_whole" }],
    ["value", "", { reason: "limit_missing" }],
    ["value", "1.5", { reason: "limit_not_whole" }],
    ["value", "99999999999", { reason: "limit_too_large" }],
    ["quantity", "many", { reason: "limit_not_whole" }],
    ["city", "Karachee", { reason: "city_unknown", suggestions: expect.arrayContaining(["Karachi"]) }],
    ["product", "gid://shopify/Product/1", { reason: "product_unknown" }],
    ["tag", "   ", { reason: "limit_missing" }],
  ] as const)("%s %j says why", async (kind, limit, refusal) => {
    const draft = { kind, limit };
    const made = await createOrderRule(await shop.context(), { effect: "hold", draft, by: "Ali" });
    expect(made).toEqual({ ok: false, ...refusal });
    expect(await shop.app.db.orderRule.count()).toBe(0);
  });

  it("is there already, however it is written", async () => {
    await hold("tag", "VIP");
    const ctx = await shop.context();
    const again = { effect: "hold", draft: { kind: "tag", limit: "vip " }, by: "Ali" } as const;
    expect(await createOrderRule(ctx, again)).toEqual({ ok: false, reason: "already_there" });
    expect((await createOrderRule(ctx, { ...again, effect: "confirm" })).ok).toBe(true);
  });

  it(`is one more than ${MOST_RULES}`, async () => {
    for (let limit = 1; limit <= MOST_RULES; limit += 1) await hold("value", String(limit));
    const draft = { kind: "note", limit: "" } as const;
    const made = await createOrderRule(await shop.context(), { effect: "hold", draft, by: "Ali" });
    expect(made).toEqual({ ok: false, reason: "too_many_rules" });
  });

  it("is there already, or one too many, for one of two that are added at once", async () => {
    const ctx = await shop.context();
    const add = (limit: string) =>
      createOrderRule(ctx, { effect: "hold", draft: { kind: "value", limit }, by: "Ali" });
    const reasons = async (limits: readonly string[]) =>
      (await Promise.all(limits.map(add))).map((made) => (made.ok ? "added" : made.reason)).toSorted();
    expect(await reasons(["1", "1", "1", "1"])).toEqual(
      [...Array(3).fill("already_there"), "added"].toSorted(),
    );
    for (let limit = 2; limit < MOST_RULES; limit += 1) await hold("value", String(limit));
    expect(await reasons(["900", "901", "902"])).toEqual(["added", "too_many_rules", "too_many_rules"]);
  });

  it("is another shop's, and is not found", async () => {
    const other = await shop.app.db.shop.create({ data: { domain: "other-rules.myshopify.com" } });
    const { id } = await shop.app.db.orderRule.create({
      data: { shopId: other.id, effect: "hold", kind: "note", createdBy: "Somebody" },
    });
    const ctx = await shop.context();
    const gone = { ok: false, reason: "gone" };
    expect(await removeOrderRule(ctx, { id, by: "Ali" })).toEqual(gone);
    expect(await changeOrderRule(ctx, { id, by: "Ali", enabled: false })).toEqual(gone);
    expect((await shop.buy(order({ note: "Ring twice" }))).state).toBe("placed");
    expect(await shop.app.db.orderRule.count({ where: { id, enabled: true } })).toBe(1);
  });
});
