import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { markListings } from "#app/domain/catalog/listings/mark-listings.server.ts";
import { answerSyncBrake, listAskingSyncs } from "#app/domain/catalog/listings/sync-brake.server.ts";
import { takeOffered } from "#app/domain/catalog/listings/take-offered.server.ts";
import { type ListingGround, startListingGround } from "./listing-ground.ts";

let ground: ListingGround;

beforeAll(async () => {
  ground = await startListingGround();
});
beforeEach(() => ground.forget());
afterAll(() => ground.close());

const productId = "prd_cooker";

type Listed = Awaited<ReturnType<typeof list>> & { readonly id: string };

async function list(id = productId) {
  const listingId = await ground.list(id);
  const { productGid } = await ground.getListing(listingId);
  return { listingId, productGid: productGid ?? "", status: () => ground.inShopify(productGid)?.status };
}

/** The product is back in the catalog, which no event says; a sweep finds it. */
async function bringBack(listingId: string) {
  await ground.control.restoreProduct({ productId });
  const { mode, variants } = await ground.getListing(listingId);
  const { shop } = await ground.context();
  const facts = variants.map(({ supplierVariantId }) => ({ supplierVariantId, offered: true }));
  await ground.db.$transaction((tx) => takeOffered(tx, { shopId: shop.id, now: new Date() }, mode, facts));
  await ground.work(listingId);
}

describe("a product that is no longer offered", () => {
  it.each([
    ["draft", "DRAFT"],
    ["archive", "ARCHIVED"],
    ["quantity", "ACTIVE"],
  ])("is taken out of sale by the policy %s, and is back when it is back", async (whenRemoved, status) => {
    await ground.settings({ whenRemoved });
    const listing = await list();
    await ground.control.removeProduct({ productId });
    await ground.hear(listing.listingId, ["product.removed"]);
    expect(listing.status()).toBe(status);
    expect(await ground.getListing(listing.listingId)).toMatchObject({
      ...{ offered: false, takenOut: whenRemoved, takenOutFor: "removed", takenOutAt: expect.any(Date) },
      variants: [{ offered: false, stockDueAt: expect.any(Date) }],
    });
    await bringBack(listing.listingId);
    expect(listing.status()).toBe("ACTIVE");
    expect(await ground.getListing(listing.listingId)).toMatchObject({
      ...{ offered: true, takenOut: null, takenOutFor: null, takenOutAt: null },
    });
  });

  it("stays hidden where the merchant had hidden it before", async () => {
    const { listingId, productGid, status } = await list();
    ground.shopify.editProduct({ id: productGid, status: "DRAFT" });
    await ground.control.removeProduct({ productId });
    await ground.hear(listingId, ["product.removed"]);
    await bringBack(listingId);
    expect(status()).toBe("DRAFT");
  });

  it("is hidden by the run after one that died", async () => {
    const { listingId, status } = await list();
    await ground.control.removeProduct({ productId });
    ground.shopify.faults({ requests: [{ kind: "cut_before", field: "ProductStatusUpdate", times: 4 }] });
    await expect(ground.hear(listingId, ["product.removed"])).rejects.toMatchObject({ retryable: true });
    ground.shopify.faults({ clear: true });
    await ground.work(listingId);
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
    const listings: Listed[] = [];
    for (const id of many) listings.push({ ...(await list(id)), id });
    for (const { listingId, id } of listings) {
      await ground.control.removeProduct({ productId: id });
      await ground.hear(listingId, ["product.removed"]);
    }
    expect(listings.filter(({ status }) => status() === "ACTIVE")).toHaveLength(3);
    const ctx = await ground.context();
    const [asking, ...others] = await listAskingSyncs(ctx);
    expect(others).toEqual([]);
    expect(asking).toMatchObject({ kind: "news_out", waiting: 3 });
    const up = listings.filter(({ status }) => status() === "ACTIVE").map(({ listingId }) => listingId);
    expect(asking?.listings.map(({ id }) => id)).toEqual(up);
    expect(
      await ground.db.attention.findMany({ where: { code: "news_out", resolvedAt: null } }),
    ).toHaveLength(1);
    const answer = { runId: asking?.id ?? "", answer: "go", by: "Ali" } as const;
    expect(await answerSyncBrake(ctx, answer)).toBe(true);
    expect(await answerSyncBrake(ctx, answer)).toBe(false);
    for (const { listingId } of listings) await ground.work(listingId);
    expect(listings.filter(({ status }) => status() === "ACTIVE")).toEqual([]);
    expect(await ground.db.attention.count({ where: { code: "news_out", resolvedAt: null } })).toBe(0);
  });

  it("leaves products as they are where told to, sold out, until they are offered again", async () => {
    const listings: Listed[] = [];
    for (const id of many) listings.push({ ...(await list(id)), id });
    for (const { listingId, id } of listings) {
      await ground.control.removeProduct({ productId: id });
      await ground.hear(listingId, ["product.removed"]);
    }
    const left = listings.filter(({ status }) => status() === "ACTIVE");
    expect(left).toHaveLength(3);
    const [asking] = await listAskingSyncs(await ground.context());
    await answerSyncBrake(await ground.context(), { runId: asking?.id ?? "", answer: "stop", by: "Ali" });
    for (const { listingId } of left) {
      await ground.db.$transaction((tx) => markListings(tx, ground.shopId, [listingId]));
      await ground.work(listingId);
    }
    expect(left.map(({ status }) => status())).toEqual(left.map(() => "ACTIVE"));
    expect(await ground.getListing(left[0]?.listingId ?? "")).toMatchObject({
      ...{ takenOut: "quantity", takenOutFor: "removed", takenOutAt: expect.any(Date) },
    });
  });

  it("stops changing prices, gives costs all the same, and leaves prices where told to", async () => {
    await ground.settings({ whenCostChanges: "keep_margin" });
    const listings: Listed[] = [];
    for (const id of many) listings.push({ ...(await list(id)), id });
    for (const { listingId } of listings) {
      const [variant] = (await ground.getListing(listingId)).variants;
      await ground.control.setPrice({
        ...{ variantId: variant?.supplierVariantId ?? "", wholesalePrice: (variant?.wholesalePkr ?? 0) + 10 },
      });
      await ground.hear(listingId);
    }
    const rows = async () =>
      (await Promise.all(listings.map(({ listingId }) => ground.getListing(listingId)))).flatMap(
        ({ variants }) => variants,
      );
    const repriced = (await rows()).filter(
      ({ pushedCostPkr, wholesalePkr }) => pushedCostPkr === wholesalePkr,
    );
    expect(repriced).toHaveLength(4);
    for (const { productGid } of listings) {
      const [variant] = ground.inShopify(productGid)?.variants ?? [];
      const row = (await rows()).find(({ variantGid }) => variantGid === variant?.id);
      expect(variant?.cost).toBe(`${row?.wholesalePkr}.00`);
    }
    const [asking] = await listAskingSyncs(await ground.context());
    expect(asking).toMatchObject({ kind: "news_prices", waiting: 3 });
    const before = (await rows()).map(({ pricePkr }) => pricePkr);
    await answerSyncBrake(await ground.context(), { runId: asking?.id ?? "", answer: "stop", by: "Ali" });
    for (const { listingId } of listings) await ground.work(listingId);
    expect((await rows()).map(({ pricePkr }) => pricePkr)).toEqual(before);
    expect((await rows()).every(({ costDueAt }) => costDueAt === null)).toBe(true);
  });
});
