import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { dismissListingIssue, unlockField } from "#app/domain/catalog/listings/locks/unlock-field.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

const productId = "prd_cooker";

/** Imported, and looked at once. */
async function listReconciled() {
  const listingId = await harness.list(productId);
  await harness.applyEvents(listingId);
  const { productGid } = await harness.getListing(listingId);
  harness.shopify.requests({ clear: true });
  return { listingId, productGid: productGid ?? "", shown: () => harness.inShopify(productGid) };
}

const images = ["https://images.karwan-catalog.example/new/1.jpg"];

describe("content the supplier changed", () => {
  it("is taken over where the shop follows it: title, description and images in one change", async () => {
    await harness.settings({ whenContentChanges: "follow" });
    const { listingId, shown } = await listReconciled();
    await harness.control.setProduct({
      productId,
      title: "Gasket Set, new",
      description: "<p>New.</p>",
      images,
    });
    await harness.applyEvents(listingId);
    expect(shown()).toMatchObject({ title: "Gasket Set, new", descriptionHtml: "<p>New.</p>" });
    expect(shown()?.media[0]?.originalSource).toBe(images[0]);
    expect(harness.callsOf("ProductContentSet")).toBe(1);
    expect(await harness.getListing(listingId)).toMatchObject({ title: "Gasket Set, new", locked: {} });
    await harness.applyEvents(listingId);
    expect(harness.callsOf("ProductContentSet")).toBe(1);
  });

  it("keeps the pictures that stay, and shows a variant's new one on it", async () => {
    await harness.settings({ whenContentChanges: "follow" });
    const listingId = await harness.list("prd_free_delivery_2");
    await harness.applyEvents(listingId);
    const { productGid } = await harness.getListing(listingId);
    const shownBy = () => {
      const product = harness.inShopify(productGid);
      return product?.variants.map(({ mediaId }) => product.media.find(({ id }) => id === mediaId));
    };
    const [black, silver] = shownBy() ?? [];
    const blue = "https://images.karwan-catalog.example/new/blue.jpg";
    const variantImages = { prd_free_delivery_2_v2: blue };
    await harness.control.setProduct({ productId: "prd_free_delivery_2", images, variantImages });
    await harness.applyEvents(listingId);
    const [first, second] = shownBy() ?? [];
    expect(first?.id).toBe(black?.id);
    expect(second).toMatchObject({ originalSource: blue });
    expect(second?.id).not.toBe(silver?.id);
  });

  it("goes on where Shopify has not copied a variant's new picture yet", async () => {
    await harness.settings({ whenContentChanges: "follow" });
    const listingId = await harness.list("prd_free_delivery_2");
    await harness.applyEvents(listingId);
    const variantImages = { prd_free_delivery_2_v2: "https://images.karwan-catalog.example/new/blue.jpg" };
    await harness.control.setProduct({ productId: "prd_free_delivery_2", images, variantImages });
    harness.shopify.faults({ requests: [{ kind: "refused", field: "productVariantsBulkUpdate:run" }] });
    await harness.applyEvents(listingId);
    expect(await harness.getListing(listingId)).toMatchObject({ syncFailure: null, confirmedBy: "event" });
    expect(await harness.openCodes(listingId)).toEqual([]);
  });

  it("is told where the shop wants to be told, once, until it changes again", async () => {
    const { listingId, shown } = await listReconciled();
    const before = shown()?.title;
    await harness.control.setProduct({ productId, title: "Gasket Set, new" });
    await harness.applyEvents(listingId);
    expect(shown()?.title).toBe(before);
    expect(await harness.openCodes(listingId)).toEqual(["content_changed"]);
    const kept = { listingId, code: "content_changed", by: "Ali" };
    expect(await dismissListingIssue(await harness.context(), kept)).toBe(true);
    expect((await harness.getListing(listingId)).locked).toEqual({ title: expect.any(String) });
    await harness.control.setProduct({ productId, title: "Gasket Set, newer" });
    await harness.applyEvents(listingId);
    expect(await harness.openCodes(listingId)).toEqual([]);
    expect(shown()?.title).toBe(before);
  });

  it("never overwrites what the merchant edited, and gives it back when asked", async () => {
    await harness.settings({ whenContentChanges: "follow" });
    const { listingId, productGid, shown } = await listReconciled();
    const mine = { title: "Mera Gasket", descriptionHtml: "<p>Mine</p>", removeImage: 0 };
    harness.shopify.editProduct({ id: productGid, ...mine });
    await harness.control.setProduct({
      productId,
      title: "Gasket Set, new",
      description: "<p>New.</p>",
      images,
    });
    await harness.applyEvents(listingId);
    expect(shown()).toMatchObject({ title: "Mera Gasket", descriptionHtml: "<p>Mine</p>" });
    expect(harness.callsOf("ProductContentSet")).toBe(0);
    const locked = Object.keys(Object((await harness.getListing(listingId)).locked)).toSorted();
    expect(locked).toEqual(["description", "images", "title"]);
    expect(await unlockField(await harness.context(), { listingId, field: "title", by: "Ali" })).toBe(true);
    await harness.work(listingId);
    expect(shown()).toMatchObject({ title: "Gasket Set, new", descriptionHtml: "<p>Mine</p>" });
    expect(await unlockField(await harness.context(), { listingId, field: "vendor", by: "Ali" })).toBe(false);
  });

  it.each(["cut_before", "cut_after"] as const)(
    "is written, and not taken for an edit, where it was %s",
    async (kind) => {
      await harness.settings({ whenContentChanges: "follow" });
      const { listingId, shown } = await listReconciled();
      await harness.control.setProduct({ productId, title: "Gasket Set, new", images });
      harness.shopify.faults({ requests: [{ kind, field: "ProductContentSet", times: 4 }] });
      await expect(harness.applyEvents(listingId)).rejects.toMatchObject({ retryable: true });
      harness.shopify.faults({ clear: true });
      await harness.work(listingId);
      expect(shown()).toMatchObject({ title: "Gasket Set, new" });
      expect(shown()?.media[0]?.originalSource).toBe(images[0]);
      expect(await harness.getListing(listingId)).toMatchObject({ locked: {} });
    },
  );
});

/** The kinds of the texts that are given to the thread that parses HTML meanwhile, in their order. */
async function parsedDuring(doIt: () => Promise<unknown>): Promise<readonly string[]> {
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  try {
    await doIt();
    return sent.mock.calls.map(([task]) => task.kind);
  } finally {
    sent.mockRestore();
  }
}

describe("a description whose bytes are those last written", () => {
  it("is not parsed on either side, neither after an import nor after a change of ours", async () => {
    await harness.settings({ whenContentChanges: "follow" });
    const listingId = await harness.list(productId);
    const look = async () => {
      const { shopId, db } = harness;
      await requestReconcile(db, [{ shopId, kind: "listing.reconcile", subject: { listingId } }]);
      expect(await harness.work(listingId)).toBe(true);
    };
    expect(await parsedDuring(look)).toEqual([]);
    await harness.control.setProduct({ productId, description: "<p>New.</p>" });
    expect(await parsedDuring(() => harness.applyEvents(listingId))).toContain("digest");
    // The service's own text is cleaned, and then is the one that was written.
    expect(await parsedDuring(look)).toEqual(["sanitize"]);
    const { productGid } = await harness.getListing(listingId);
    harness.shopify.editProduct({ id: productGid ?? "", descriptionHtml: "<p>Mine.</p>" });
    expect(await parsedDuring(look)).toEqual(["sanitize", "digest"]);
  });
});
