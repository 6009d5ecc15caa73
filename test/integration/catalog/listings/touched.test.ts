import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  takeTouchedProduct,
  toldOfProduct,
} from "#app/domain/catalog/listings/take-touched-product.server.ts";
import { receiveProductChange } from "#app/platform/product-change.server.ts";
import { toIso } from "#test/standins/shopify/clock.ts";
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

/** What the intake makes of Shopify's news of a change, and the look it asks for. */
async function touch(productGid: string, changedAt: Date) {
  const ctx = await ground.context();
  const subject = `product_touched/${productGid}`;
  const change = { kind: "product_change", productGid, changedAt, subject, delayMs: 0 } as const;
  const marked = await receiveProductChange(ground.side.pool, { id: ctx.shop.id }, change);
  if (marked !== null) await takeTouchedProduct(ctx, { kind: "touched", productGid });
  return marked;
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
    expect(await touch(productGid, writtenAt ?? new Date())).toBeNull();
    expect(await isMarked(listingId)).toBe(false);
  });

  it("is not looked at where the echo was faster than we noted our write", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    await ground.db.listing.update({ where: { id: listingId }, data: { writtenAt: new Date(0) } });
    const subject = `product_touched/${productGid}`;
    const echo = {
      kind: "product_change",
      productGid,
      changedAt: writtenAt,
      subject,
      delayMs: 5000,
    } as const;
    expect(await receiveProductChange(ground.side.pool, { id: ground.shopId }, echo)).not.toBeNull();
    await ground.db.listing.update({ where: { id: listingId }, data: { writtenAt } });
    await takeTouchedProduct(await ground.context(), { kind: "touched", productGid });
    expect(await isMarked(listingId)).toBe(false);
  });

  it("is looked at for an edit just before our own write, whose echo comes after it", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    await touch(productGid, new Date((writtenAt?.getTime() ?? 0) - 1000));
    await touch(productGid, writtenAt ?? new Date());
    expect(await isMarked(listingId)).toBe(true);
  });

  it("is not looked at for the echo of its import", async () => {
    const listingId = await ground.list("prd_mugs");
    const { productGid, writtenAt } = await ground.getListing(listingId);
    expect(await touch(productGid ?? "", writtenAt ?? new Date())).toBeNull();
    const seen = ground.shopify.state().products.find(({ id }) => id === productGid);
    expect(toIso(writtenAt ?? new Date(0))).toBe(toIso(new Date(seen?.updatedAt ?? 0)));
  });

  it("costs nothing where it is not ours", async () => {
    const own = ground.shopify.addOwnProduct();
    ground.shopify.requests({ clear: true });
    expect(await touch(own.productId, new Date())).toBeNull();
    expect(ground.shopify.requests()).toEqual([]);
    expect(await ground.db.work.count()).toBe(0);
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
