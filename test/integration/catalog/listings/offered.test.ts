import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { relinkListing } from "#app/domain/catalog/adoption/relink-listing.server.ts";
import { runImport } from "#app/domain/catalog/import/run-import.server.ts";
import { unlinkListing } from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { applyOfferedFacts } from "#app/domain/catalog/listings/sync/apply-offered-facts.server.ts";
import {
  answerChangeGuard,
  listAskingSyncs,
} from "#app/domain/catalog/listings/sync/guard-automatic-change.server.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

const productId = "prd_cooker";

type Listed = Awaited<ReturnType<typeof list>>;
type ListedProduct = Listed & { readonly id: string };

async function list(id = productId) {
  const listingId = await harness.list(id);
  const { productGid } = await harness.getListing(listingId);
  return { listingId, productGid: productGid ?? "", status: () => harness.inShopify(productGid)?.status };
}

/** The product is back in the catalog, which no event says; a sweep finds it. */
async function bringBack(listingId: ListingId) {
  await harness.control.restoreProduct({ productId });
  const { mode, variants } = await harness.getListing(listingId);
  const { shop } = await harness.context();
  const facts = variants.map(({ supplierVariantId }) => ({ supplierVariantId, offered: true }));
  await harness.db.$transaction((tx) =>
    applyOfferedFacts(tx, { shopId: shop.id, now: new Date() }, mode, facts),
  );
  await harness.work(listingId);
}

async function unlink(listingId: ListingId) {
  const context = await harness.context();
  expect(await unlinkListing(context, { listingId, by: "Ali", keepProduct: false })).toEqual({
    kind: "begun",
  });
}

/** The listing's own work, asked for as a webhook of the product asks for it. */
async function look(listingId: ListingId) {
  await harness.db.$transaction((tx) => requestListingReconcile(tx, harness.shopId, [listingId]));
  await harness.work(listingId);
}

describe("a product that is no longer offered", () => {
  it.each([
    ["draft", "DRAFT"],
    ["archive", "ARCHIVED"],
    ["quantity", "ACTIVE"],
  ])("is taken out of sale by the policy %s, and is back when it is back", async (whenRemoved, status) => {
    await harness.settings({ whenRemoved });
    const listing = await list();
    await harness.control.removeProduct({ productId });
    await harness.applyEvents(listing.listingId, ["product.removed"]);
    expect(listing.status()).toBe(status);
    expect(await harness.getListing(listing.listingId)).toMatchObject({
      ...{ offered: false, takenOut: whenRemoved, takenOutFor: "removed", takenOutAt: expect.any(Date) },
      variants: [{ offered: false, stockDueAt: expect.any(Date) }],
    });
    await bringBack(listing.listingId);
    expect(listing.status()).toBe("ACTIVE");
    expect(await harness.getListing(listing.listingId)).toMatchObject({
      ...{ offered: true, takenOut: null, takenOutFor: null, takenOutAt: null },
    });
  });

  it("stays hidden where the merchant had hidden it before", async () => {
    const { listingId, productGid, status } = await list();
    harness.shopify.editProduct({ id: productGid, status: "DRAFT" });
    await harness.control.removeProduct({ productId });
    await harness.applyEvents(listingId, ["product.removed"]);
    await bringBack(listingId);
    expect(status()).toBe("DRAFT");
  });

  it.each([
    ["deleted", (listing: Listed) => harness.shopify.deleteProduct({ id: listing.productGid })],
    ["unlinked", (listing: Listed) => unlink(listing.listingId)],
  ])(
    "is on sale when it is imported again once the supplier has it back, after it was %s",
    async (_way, leave) => {
      const old = await list();
      await harness.control.removeProduct({ productId });
      await harness.applyEvents(old.listingId, ["product.removed"]);
      await leave(old);
      await look(old.listingId);
      await harness.control.restoreProduct({ productId });
      const listing = await list();
      await look(listing.listingId);
      expect(listing.productGid).not.toBe(old.productGid);
      expect(listing.status()).toBe("ACTIVE");
      expect(await harness.getListing(listing.listingId)).toMatchObject({
        ...{ offered: true, removedAt: null, takenOut: null, variants: [{ offered: true }] },
      });
    },
  );

  it("is back when it is linked again once the supplier has it back", async () => {
    const { listingId, status } = await list();
    await harness.control.removeProduct({ productId });
    await harness.applyEvents(listingId, ["product.removed"]);
    expect(status()).toBe("DRAFT");
    await harness.control.restoreProduct({ productId });
    expect(await relinkListing(await harness.context(), { listingId, by: "Ali" })).toEqual({ kind: "begun" });
    await runImport(await harness.context(), listingId);
    await look(listingId);
    expect(status()).toBe("ACTIVE");
    expect(await harness.getListing(listingId)).toMatchObject({
      ...{ offered: true, removedAt: null, takenOut: null, variants: [{ offered: true }] },
    });
  });

  it("is hidden by the run after one that died", async () => {
    const { listingId, status } = await list();
    await harness.control.removeProduct({ productId });
    harness.shopify.faults({ requests: [{ kind: "cut_before", field: "ProductStatusUpdate", times: 4 }] });
    await expect(harness.applyEvents(listingId, ["product.removed"])).rejects.toMatchObject({
      retryable: true,
    });
    harness.shopify.faults({ clear: true });
    await harness.work(listingId);
    expect(status()).toBe("DRAFT");
  });
});

describe("too much at once", () => {
  const many = [
    "prd_cooker",
    "prd_spoons",
    "prd_bedsheet",
    "prd_mugs",
    "prd_lantern",
    "prd_earbuds",
    "prd_speaker",
  ];

  it("stops taking products out of sale, asks, and goes on when told to", async () => {
    const listings: ListedProduct[] = [];
    for (const id of many) listings.push({ ...(await list(id)), id });
    for (const { listingId, id } of listings) {
      await harness.control.removeProduct({ productId: id });
      await harness.applyEvents(listingId, ["product.removed"]);
    }
    expect(listings.filter(({ status }) => status() === "ACTIVE")).toHaveLength(3);
    const ctx = await harness.context();
    const [asking, ...others] = await listAskingSyncs(ctx);
    expect(others).toEqual([]);
    expect(asking).toMatchObject({ kind: "news_out", waiting: 3 });
    const up = listings.filter(({ status }) => status() === "ACTIVE").map(({ listingId }) => listingId);
    expect(asking?.listings.map(({ id }) => id)).toEqual(up);
    expect(
      await harness.db.attention.findMany({ where: { code: "news_out", resolvedAt: null } }),
    ).toHaveLength(1);
    const answer = { runId: asking?.id ?? asId<BulkRunId>(""), answer: "go", by: "Ali" } as const;
    expect(await answerChangeGuard(ctx, answer)).toBe(true);
    expect(await answerChangeGuard(ctx, answer)).toBe(false);
    for (const { listingId } of listings) await harness.work(listingId);
    expect(listings.filter(({ status }) => status() === "ACTIVE")).toEqual([]);
    expect(await harness.db.attention.count({ where: { code: "news_out", resolvedAt: null } })).toBe(0);
  });

  it("leaves products as they are where told to, sold out, until they are offered again", async () => {
    const listings: ListedProduct[] = [];
    for (const id of many) listings.push({ ...(await list(id)), id });
    for (const { listingId, id } of listings) {
      await harness.control.removeProduct({ productId: id });
      await harness.applyEvents(listingId, ["product.removed"]);
    }
    const left = listings.filter(({ status }) => status() === "ACTIVE");
    expect(left).toHaveLength(3);
    const [asking] = await listAskingSyncs(await harness.context());
    await answerChangeGuard(await harness.context(), {
      runId: asking?.id ?? asId<BulkRunId>(""),
      answer: "stop",
      by: "Ali",
    });
    for (const { listingId } of left) {
      await harness.db.$transaction((tx) => requestListingReconcile(tx, harness.shopId, [listingId]));
      await harness.work(listingId);
    }
    expect(left.map(({ status }) => status())).toEqual(left.map(() => "ACTIVE"));
    expect(await harness.getListing(left[0]?.listingId ?? asId<ListingId>(""))).toMatchObject({
      ...{ takenOut: "quantity", takenOutFor: "removed", takenOutAt: expect.any(Date) },
    });
  });

  it("stops changing prices, gives costs all the same, and leaves prices where told to", async () => {
    await harness.settings({ whenCostChanges: "keep_margin" });
    const listings: ListedProduct[] = [];
    for (const id of many) listings.push({ ...(await list(id)), id });
    for (const { listingId } of listings) {
      const [variant] = (await harness.getListing(listingId)).variants;
      await harness.control.setPrice({
        ...{ variantId: variant?.supplierVariantId ?? "", wholesalePrice: (variant?.wholesalePkr ?? 0) + 10 },
      });
      await harness.applyEvents(listingId);
    }
    const rows = async () =>
      (await Promise.all(listings.map(({ listingId }) => harness.getListing(listingId)))).flatMap(
        ({ variants }) => variants,
      );
    const repriced = (await rows()).filter(
      ({ pushedCostPkr, wholesalePkr }) => pushedCostPkr === wholesalePkr,
    );
    expect(repriced).toHaveLength(4);
    for (const { productGid } of listings) {
      const [variant] = harness.inShopify(productGid)?.variants ?? [];
      const row = (await rows()).find(({ variantGid }) => variantGid === variant?.id);
      expect(variant?.cost).toBe(`${row?.wholesalePkr}.00`);
    }
    const [asking] = await listAskingSyncs(await harness.context());
    expect(asking).toMatchObject({ kind: "news_prices", waiting: 3 });
    const before = (await rows()).map(({ pricePkr }) => pricePkr);
    await answerChangeGuard(await harness.context(), {
      runId: asking?.id ?? asId<BulkRunId>(""),
      answer: "stop",
      by: "Ali",
    });
    for (const { listingId } of listings) await harness.work(listingId);
    expect((await rows()).map(({ pricePkr }) => pricePkr)).toEqual(before);
    expect((await rows()).every(({ costDueAt }) => costDueAt === null)).toBe(true);
  });
});
