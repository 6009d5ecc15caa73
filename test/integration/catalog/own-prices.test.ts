import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import {
  clearOverride,
  setListingPrice,
  setVariantPrice,
} from "#app/domain/catalog/pricing/set-prices.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { parsePriceRule, suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { ListingId, ShopId, StockedItemId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { type PricingShop, startPricingShop, times } from "./pricing-shop.ts";

let shop: PricingShop;

beforeAll(async () => {
  shop = await startPricingShop();
});
beforeEach(() => shop.forget());
afterAll(() => shop?.close());

describe("a price of its own", () => {
  const input = (listingVariantId: StockedItemId, pricePkr: number) => ({
    listingVariantId,
    pricePkr,
    by: "7",
  });
  const untilInShopify = (price: string) =>
    shop.soon(`${price} to stand in Shopify`, async () =>
      shop.shownPrices().some((each) => each.price === price),
    );

  it("is never below the service's minimum, and follows no rule until it is taken back", async () => {
    const cooker = await shop.listingOf("prd_cooker");
    const id = cooker.variants[0]?.id ?? asId<StockedItemId>("");
    expect(await setVariantPrice(await shop.context(), input(id, 1199))).toEqual({
      ...{ ok: false, reason: "Rs 1,200 is the lowest price allowed." },
      errors: { pricePkr: "Rs 1,200 is the lowest price allowed." },
    });
    expect(await setVariantPrice(await shop.context(), input(id, 1250))).toMatchObject({ ok: true });
    await untilInShopify("1250.00");
    await shop.change(times(200));
    expect(shop.shownPrices().map(({ price }) => price)).toContain("1250.00");
    await clearOverride(await shop.context(), { listingId: cooker.id, listingVariantId: id, by: "7" });
    await untilInShopify("2000.00");
    await vi.waitFor(shop.expectNotedWrites, 5000);
    const facts = await shop.app.db.timelineEntry.findMany({ where: { thingId: cooker.id } });
    expect(facts.map(({ code }) => code)).toEqual(expect.arrayContaining(["price_fixed", "price_by_rule"]));
  });

  it("warns of a loss it allows", async () => {
    const [variant] = (await shop.listingOf("prd_cooker")).variants;
    const ctx = await shop.context();
    expect(await setVariantPrice(ctx, input(variant?.id ?? asId(""), 1200))).toMatchObject({ ok: true });
    await shop.app.db.listing.updateMany({
      where: { id: variant?.listingId },
      data: { shippingPkr: rupees(260) },
    });
    expect(await setVariantPrice(ctx, input(variant?.id ?? asId(""), 1200))).toEqual({
      ...{ ok: true, done: "Saved. With free delivery it loses about Rs 60 on each sale" },
    });
    await shop.app.db.listing.updateMany({
      where: { id: variant?.listingId },
      data: { shippingPkr: rupees(200) },
    });
    await clearOverride(ctx, { listingId: variant?.listingId ?? asId<ListingId>(""), by: "7" });
    await untilInShopify("1600.00");
  });

  it("may be a rule of the listing, which a new rule of the shop does not reach", async () => {
    const sizes = await shop.listingOf("prd_sold_out_sizes");
    const ctx = await shop.context();
    const rule = parsePriceRule({ ...suggestedRule, base: { kind: "add", addPkr: rupees(1111) } });
    const price = { kind: "rule", rule } as const;
    expect(await setListingPrice(ctx, { listingId: sizes.id, price, by: "7" })).toMatchObject({ ok: true });
    const [variant] = sizes.variants;
    const own = (variant?.wholesalePkr ?? 0) + 1111;
    await untilInShopify(`${own}.00`);
    const run = await shop.page(await shop.preview(times(300)));
    expect(run.rows.map(({ listingId }) => listingId)).not.toContain(sizes.id);
    await clearOverride(ctx, { listingId: sizes.id, by: "7" });
    await untilInShopify(`${variant?.suggestedPkr}.00`);
  });

  it("may be one price for all its variants, above the highest minimum among them", async () => {
    const sizes = await shop.listingOf("prd_sold_out_sizes");
    const ctx = await shop.context();
    const lowest = Math.max(...sizes.variants.map(({ minResalePkr }) => minResalePkr));
    const fixed = (pricePkr: number) =>
      setListingPrice(ctx, { listingId: sizes.id, price: { kind: "fixed", pricePkr }, by: "7" });
    expect(await fixed(lowest - 1)).toMatchObject({ ok: false, errors: { pricePkr: expect.any(String) } });
    expect(await fixed(98_765)).toMatchObject({ ok: true });
    await shop.soon("all its variants to cost that", async () => {
      const count = shop.shownPrices().filter(({ price }) => price === "98765.00").length;
      return count === sizes.variants.length;
    });
    await clearOverride(ctx, { listingId: sizes.id, by: "7" });
    await shop.soon("its prices to follow the rule", async () => !shop.pricesInShopify().includes(98_765));
  });

  it("does not exist for another shop", async () => {
    const ctx = await shop.context();
    const elsewhere = {
      ...ctx,
      shop: { ...ctx.shop, id: asId<ShopId>("00000000-0000-4000-8000-000000000000") },
    };
    const { id, variants } = await shop.listingOf("prd_cooker");
    const gone = { ok: false, reason: "This product is not linked any more." };
    expect(await setVariantPrice(elsewhere, input(variants[0]?.id ?? asId(""), 2000))).toEqual(gone);
    expect(await clearOverride(elsewhere, { listingId: id, by: "7" })).toEqual(gone);
  });
});

describe("a price the merchant set in Shopify", () => {
  it("is left alone by a new rule, until it is given back", async () => {
    const { id, variants } = await shop.listingOf("prd_cooker");
    const lock = (locked: Record<string, string>) =>
      shop.app.db.listing.update({ where: { id }, data: { locked } });
    await lock(Object.fromEntries(variants.map((variant) => [priceLock(variant), "2026-11-21T10:00:00Z"])));
    const locked = await shop.page(await shop.preview(times(150, { ending: "99" })));
    expect(locked.rows.filter(({ title }) => title.includes("Gasket"))).toEqual([]);
    expect(locked).toMatchObject({ unchanged: 1, prices: shop.pricesInShopify().length - 1 });
    await lock({});
    const given = await shop.page(await shop.preview(times(150, { ending: "99" })));
    expect(given.rows.filter(({ title }) => title.includes("Gasket"))).toHaveLength(1);
  });
});
