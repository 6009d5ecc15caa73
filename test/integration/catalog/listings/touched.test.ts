import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  takeTouchedProduct,
  toldOfProduct,
} from "#app/domain/catalog/listings/take-touched-product.server.ts";
import { deliveryPlace } from "#app/platform/inbox.server.ts";
import { type ListingGround, startListingGround } from "./listing-ground.ts";

let ground: ListingGround;

beforeAll(async () => {
  ground = await startListingGround();
});
beforeEach(() => ground.forget());
afterAll(() => ground.close());

const isMarked = async (listingId: string) => {
  const where = { shopId: ground.shopId, kind: "listing", subject: listingId };
  const row = await ground.db.work.findFirst({ where });
  return row !== null && row.wanted > row.done;
};

/** Imported, its price once brought up to date by us. */
async function listWritten() {
  await ground.settings({ whenCostChanges: "keep_margin" });
  const listingId = await ground.list("prd_cooker");
  await ground.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1100 });
  await ground.hear(listingId);
  const { productGid, writtenAt } = await ground.getListing(listingId);
  return { listingId, productGid: productGid ?? "", writtenAt };
}

/** What Shopify delivers of a change, cut to ids and time. */
async function touch(productGid: string, updatedAt: Date) {
  const ctx = await ground.context();
  const place = { source: "shopify", key: `products/update/${randomUUID()}` };
  const body = JSON.stringify({ admin_graphql_api_id: productGid, updated_at: updatedAt.toISOString() });
  await ground.db.delivery.create({
    data: {
      ...{ shopId: ground.shopId, ...place, topic: "products/update" },
      subject: `product_touched/${productGid}`,
      bodyEnc: ctx.crypto.seal(Buffer.from(body), deliveryPlace(place)),
    },
  });
  await takeTouchedProduct(ctx, { kind: "touched", productGid });
}

describe("a product Shopify says was changed", () => {
  it("is looked at, so that what the merchant edited is locked soon", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    ground.shopify.editProduct({ id: productGid, title: "Mera Gasket" });
    await touch(productGid, new Date((writtenAt?.getTime() ?? 0) + 1000));
    expect(await ground.work(listingId)).toBe(true);
    expect((await ground.getListing(listingId)).locked).toEqual({ title: expect.any(String) });
    expect(ground.callsOf("ProductContentSet")).toBe(0);
  });

  it("is not looked at for the echo of our own write", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    expect(writtenAt).not.toBeNull();
    await touch(productGid, writtenAt ?? new Date());
    expect(await isMarked(listingId)).toBe(false);
  });

  it("costs nothing where it is not ours", async () => {
    const own = ground.shopify.addOwnProduct();
    ground.shopify.requests({ clear: true });
    await takeTouchedProduct(await ground.context(), { kind: "touched", productGid: own.productId });
    expect(ground.shopify.requests()).toEqual([]);
    expect(await ground.db.work.count({ where: { kind: "listing" } })).toBe(0);
  });

  it("is not believed to be deleted while it stands in the shop", async () => {
    const { listingId, productGid } = await listWritten();
    await takeTouchedProduct(await ground.context(), { kind: "deleted", productGid });
    expect(await isMarked(listingId)).toBe(false);
    expect(await ground.getListing(listingId)).toMatchObject({ leaving: null, productGid });
  });

  it("is named by the subject of its work", () => {
    const productGid = "gid://shopify/Product/7";
    expect(toldOfProduct(`product_touched/${productGid}`)).toEqual({ kind: "touched", productGid });
    expect(toldOfProduct(`product_deleted/${productGid}`)).toEqual({ kind: "deleted", productGid });
    expect(toldOfProduct("waiting_orders")).toBeNull();
  });
});
