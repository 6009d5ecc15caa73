import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keepAsItIs, unlockField } from "#app/domain/catalog/listings/unlock-field.server.ts";
import { type ListingGround, startListingGround } from "./listing-ground.ts";

let ground: ListingGround;

beforeAll(async () => {
  ground = await startListingGround();
});
beforeEach(() => ground.forget());
afterAll(() => ground.close());

const productId = "prd_cooker";

/** Imported, and looked at once. */
async function listLooked() {
  const listingId = await ground.list(productId);
  await ground.hear(listingId);
  const { productGid } = await ground.getListing(listingId);
  ground.shopify.requests({ clear: true });
  return { listingId, productGid: productGid ?? "", shown: () => ground.inShopify(productGid) };
}

const images = ["https://images.karwan-catalog.example/new/1.jpg"];

describe("content the supplier changed", () => {
  it("is taken over where the shop follows it: title, description and images in one change", async () => {
    await ground.settings({ whenContentChanges: "follow" });
    const { listingId, shown } = await listLooked();
    await ground.control.setProduct({
      productId,
      title: "Gasket Set, new",
      description: "<p>New.</p>",
      images,
    });
    await ground.hear(listingId);
    expect(shown()).toMatchObject({ title: "Gasket Set, new", descriptionHtml: "<p>New.</p>" });
    expect(shown()?.media[0]?.originalSource).toBe(images[0]);
    expect(ground.callsOf("ProductContentSet")).toBe(1);
    expect(await ground.getListing(listingId)).toMatchObject({ title: "Gasket Set, new", locked: {} });
    await ground.hear(listingId);
    expect(ground.callsOf("ProductContentSet")).toBe(1);
  });

  it("keeps the pictures that stay, and shows a variant's new one on it", async () => {
    await ground.settings({ whenContentChanges: "follow" });
    const listingId = await ground.list("prd_free_delivery_2");
    await ground.hear(listingId);
    const { productGid } = await ground.getListing(listingId);
    const shownBy = () => {
      const product = ground.inShopify(productGid);
      return product?.variants.map(({ mediaId }) => product.media.find(({ id }) => id === mediaId));
    };
    const [black, silver] = shownBy() ?? [];
    const blue = "https://images.karwan-catalog.example/new/blue.jpg";
    const variantImages = { prd_free_delivery_2_v2: blue };
    await ground.control.setProduct({ productId: "prd_free_delivery_2", images, variantImages });
    await ground.hear(listingId);
    const [first, second] = shownBy() ?? [];
    expect(first?.id).toBe(black?.id);
    expect(second).toMatchObject({ originalSource: blue });
    expect(second?.id).not.toBe(silver?.id);
  });

  it("goes on where Shopify has not copied a variant's new picture yet", async () => {
    await ground.settings({ whenContentChanges: "follow" });
    const listingId = await ground.list("prd_free_delivery_2");
    await ground.hear(listingId);
    const variantImages = { prd_free_delivery_2_v2: "https://images.karwan-catalog.example/new/blue.jpg" };
    await ground.control.setProduct({ productId: "prd_free_delivery_2", images, variantImages });
    ground.shopify.faults({ requests: [{ kind: "refused", field: "productVariantsBulkUpdate:run" }] });
    await ground.hear(listingId);
    expect(await ground.getListing(listingId)).toMatchObject({ syncFailure: null, confirmedBy: "event" });
    expect(await ground.needs(listingId)).toEqual([]);
  });

  it("is told where the shop wants to be told, once, until it changes again", async () => {
    const { listingId, shown } = await listLooked();
    const before = shown()?.title;
    await ground.control.setProduct({ productId, title: "Gasket Set, new" });
    await ground.hear(listingId);
    expect(shown()?.title).toBe(before);
    expect(await ground.needs(listingId)).toEqual(["content_changed"]);
    const kept = { listingId, code: "content_changed", by: "Ali" };
    expect(await keepAsItIs(await ground.context(), kept)).toBe(true);
    expect((await ground.getListing(listingId)).locked).toEqual({ title: expect.any(String) });
    await ground.control.setProduct({ productId, title: "Gasket Set, newer" });
    await ground.hear(listingId);
    expect(await ground.needs(listingId)).toEqual([]);
    expect(shown()?.title).toBe(before);
  });

  it("never overwrites what the merchant edited, and gives it back when asked", async () => {
    await ground.settings({ whenContentChanges: "follow" });
    const { listingId, productGid, shown } = await listLooked();
    const mine = { title: "Mera Gasket", descriptionHtml: "<p>Mine</p>", removeImage: 0 };
    ground.shopify.editProduct({ id: productGid, ...mine });
    await ground.control.setProduct({
      productId,
      title: "Gasket Set, new",
      description: "<p>New.</p>",
      images,
    });
    await ground.hear(listingId);
    expect(shown()).toMatchObject({ title: "Mera Gasket", descriptionHtml: "<p>Mine</p>" });
    expect(ground.callsOf("ProductContentSet")).toBe(0);
    const locked = Object.keys(Object((await ground.getListing(listingId)).locked)).toSorted();
    expect(locked).toEqual(["description", "images", "title"]);
    expect(await unlockField(await ground.context(), { listingId, field: "title", by: "Ali" })).toBe(true);
    await ground.work(listingId);
    expect(shown()).toMatchObject({ title: "Gasket Set, new", descriptionHtml: "<p>Mine</p>" });
    expect(await unlockField(await ground.context(), { listingId, field: "vendor", by: "Ali" })).toBe(false);
  });

  it.each(["cut_before", "cut_after"] as const)(
    "is written, and not taken for an edit, where it was %s",
    async (kind) => {
      await ground.settings({ whenContentChanges: "follow" });
      const { listingId, shown } = await listLooked();
      await ground.control.setProduct({ productId, title: "Gasket Set, new", images });
      ground.shopify.faults({ requests: [{ kind, field: "ProductContentSet", times: 4 }] });
      await expect(ground.hear(listingId)).rejects.toMatchObject({ retryable: true });
      ground.shopify.faults({ clear: true });
      await ground.work(listingId);
      expect(shown()).toMatchObject({ title: "Gasket Set, new" });
      expect(shown()?.media[0]?.originalSource).toBe(images[0]);
      expect(await ground.getListing(listingId)).toMatchObject({ locked: {} });
    },
  );
});
