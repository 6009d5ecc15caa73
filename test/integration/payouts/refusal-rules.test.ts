import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { getRefusalsPage } from "#app/domain/payouts/refusals/get-refusals-page.server.ts";
import { holdOrdersLike } from "#app/domain/payouts/refusals/row-rules.server.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createLinkedVariant } from "#test/support/create-linked-variant.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import { type MadeParcel, openPayoutsHarness, type PayoutsHarness } from "./payouts-harness.ts";

let harness: PayoutsHarness;

beforeAll(async () => {
  harness = await openPayoutsHarness();
});
afterAll(() => harness.close());

const gasket = { variant: "v1", title: "Gasket", resalePkr: rupees(400) };
const refused: MadeParcel = {
  ...{ city: "Karachi", status: "RETURNED", returnType: "rto", deliveredAt: null },
  items: [gasket],
};

type Subject = "city" | "product" | "route";

/** The rule of each row, by the row's key. */
const rulesOf = async (ctx: ShopContext, by: Subject) => {
  const { rows } = await getRefusalsPage(ctx, { by, from: "2026-10-01", to: "2026-11-30", after: null });
  return new Map(rows.map(({ key, rule }) => [key, rule]));
};

const ruleOf = async (ctx: ShopContext, by: Subject) => [...(await rulesOf(ctx, by)).values()][0] ?? null;

const rules = ({ shop }: ShopContext) =>
  harness.db.orderRule.findMany({
    where: { shopId: shop.id },
    select: { effect: true, kind: true, params: true, createdBy: true },
  });

async function sell(ctx: ShopContext, productGid: string, title: string): Promise<void> {
  const listing = await harness.db.listing.create({
    data: {
      ...{ shopId: ctx.shop.id, mode: "live", supplierProductId: asId(`prd ${title}`), title },
      state: "ready",
      productGid: asId(productGid),
    },
  });
  await createListedVariant(harness.db, listing, { supplierVariantId: asId(gasket.variant) });
}

/** The same goods under a product of the merchant's own. */
async function map(ctx: ShopContext, productGid: string, title: string): Promise<void> {
  const shop = {
    shopId: ctx.shop.id,
    mode: "live",
    productGid: asId<ProductGid>(productGid),
    by: "Ali",
  } as const;
  await harness.db.productMapping.create({ data: { ...shop, title } });
  await createLinkedVariant(
    harness.db,
    { ...shop, variantGid: asId("gid://shopify/ProductVariant/9") },
    { supplierProductId: asId("prd gasket"), supplierVariantId: asId(gasket.variant) },
  );
}

describe("a rule made of a row of refusals", () => {
  it("holds orders to its city, once, and is shown as there", async () => {
    const ctx = await harness.newShop([refused]);
    expect(await ruleOf(ctx, "city")).toEqual({ names: ["Karachi"], state: "none" });
    const press = { subject: "city", key: "Karachi", by: "Ali" } as const;
    expect(await holdOrdersLike(ctx, press)).toEqual({ ok: true, names: ["Karachi"] });
    expect(await holdOrdersLike(ctx, press)).toEqual({ ok: true, names: ["Karachi"] });
    expect(await rules(ctx)).toEqual([
      {
        ...{ effect: "hold", kind: "city", createdBy: "Ali" },
        params: { city: "Karachi", cityKey: "karachi" },
      },
    ]);
    expect(await ruleOf(ctx, "city")).toMatchObject({ state: "on" });
    await harness.db.orderRule.updateMany({ where: { shopId: ctx.shop.id }, data: { enabled: false } });
    expect(await ruleOf(ctx, "city")).toMatchObject({ state: "off" });
  });

  it("holds orders with each product of the shop that is the supplier's", async () => {
    const ctx = await harness.newShop([refused]);
    await sell(ctx, "gid://shopify/Product/71", "Gasket set");
    await map(ctx, "gid://shopify/Product/72", "Gasket pack");
    const rule = await ruleOf(ctx, "product");
    expect(rule?.names.toSorted()).toEqual(["Gasket pack", "Gasket set"]);
    await holdOrdersLike(ctx, { subject: "product", key: "v1", by: "Ali" });
    expect(
      (await rules(ctx)).map(({ params }) => Reflect.get(Object(params), "productGid")).toSorted(),
    ).toEqual(["gid://shopify/Product/71", "gid://shopify/Product/72"]);
    expect(await ruleOf(ctx, "product")).toMatchObject({ state: "on" });
  });

  it("is not offered for what no rule can be made of", async () => {
    const other = await harness.newShop([]);
    await sell(other, "gid://shopify/Product/73", "Of another shop");
    const ctx = await harness.newShop([refused, { ...refused, city: null, items: [] }]);
    expect(await rulesOf(ctx, "product")).toEqual(
      new Map([
        ["v1", null],
        [null, null],
      ]),
    );
    expect(await ruleOf(ctx, "route")).toBeNull();
    const pressed = await holdOrdersLike(ctx, { subject: "product", key: "v1", by: "Ali" });
    expect(pressed).toEqual({ ok: false, reason: "product_unknown" });
    expect(await holdOrdersLike(ctx, { subject: "city", key: "Nowhere at all", by: "Ali" })).toMatchObject({
      ok: false,
      reason: "city_unknown",
    });
    expect(await rules(ctx)).toEqual([]);
  });
});
