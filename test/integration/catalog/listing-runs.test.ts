import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findRunning } from "#app/domain/bulk-actions/find-running.server.ts";
import { findListingsRun } from "#app/domain/catalog/listings/run/find-listings-run.server.ts";
import { pressedActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import {
  type RunChoice,
  startListingsRun,
} from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { BulkRunId, ListingId, ProductGid } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { asId } from "#test/support/as-id.ts";

const NONE = asId<ListingId>("");
const PRODUCTS = ["prd_cooker", "prd_earbuds", "prd_speaker", "prd_mugs"];

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: [] });
  for (const id of PRODUCTS) await shop.list(id);
});
beforeEach(async () => {
  await shop.app.db.listing.updateMany({ data: { policy: {} } });
  await shop.app.db.supplierConnection.updateMany({ data: { disconnectedAt: null } });
});
afterEach(() => armFailpoints(undefined));
afterAll(() => shop?.close());

async function listingOf(supplierProductId: string) {
  return shop.app.db.listing.findFirstOrThrow({
    where: { shopId: shop.shopId, supplierProductId: asId(supplierProductId) },
  });
}

async function idsOf(...products: readonly string[]) {
  return Promise.all(products.map(async (id) => (await listingOf(id)).id));
}

async function startRun(choice: RunChoice, listingIds: readonly ListingId[]) {
  const started = await startListingsRun(await shop.context(), { choice, listingIds, by: "7" });
  if (!started.ok) throw new Error(started.reason);
  return started.runId;
}

/** The run's rows once each is settled. */
async function results(runId: BulkRunId) {
  const run = await shop.soon("the run to end", async () => {
    const found = await findListingsRun(await shop.context(), { runId, after: -1, onlyRefused: false });
    return found?.isFinished ? found : null;
  });
  return run.rows.map(({ listing, state, reason }) => ({
    product: listing.supplierProductId,
    state,
    reason,
  }));
}

const factsOf = async (code: FactCode) =>
  shop.app.db.timelineEntry.findMany({ where: { shopId: shop.shopId, code } });

describe("one press on many listings", () => {
  it("sets a policy once for each, although the worker was thrown off on the way", async () => {
    const ids = await idsOf(...PRODUCTS);
    const before = (await factsOf("own_policy_saved")).length;
    armFailpoints("B1:throw:2");
    const runId = await startRun({ kind: "policy", changes: { whenRemoved: "archive" } }, ids);
    expect(await results(runId)).toEqual(
      PRODUCTS.map((product) => ({ product, state: "done", reason: null })),
    );
    for (const product of PRODUCTS)
      expect((await listingOf(product)).policy).toEqual({ whenRemoved: "archive" });
    expect(await factsOf("own_policy_saved")).toHaveLength(before + PRODUCTS.length);
    expect(await findRunning(await shop.context(), pressedActions)).toBeNull();
  });

  it("gives a policy back to the shop's, and leaves the listing's others alone", async () => {
    const [id = NONE] = await idsOf("prd_mugs");
    await shop.app.db.listing.update({ where: { id }, data: { policy: { whenRemoved: "archive" } } });
    await results(await startRun({ kind: "policy", changes: { whenOutOfStock: "nothing" } }, [id]));
    await results(await startRun({ kind: "policy", changes: { whenRemoved: null } }, [id]));
    expect((await listingOf("prd_mugs")).policy).toEqual({ whenOutOfStock: "nothing" });
  });

  it("goes past a listing whose own trouble does not end", async () => {
    const { db } = shop.app;
    await db.$executeRaw`
      alter table listing add constraint poisoned
        check (supplier_product_id <> 'prd_earbuds' or coalesce(policy->>'whenRemoved', '') <> 'draft') not valid`;
    const ids = await idsOf("prd_earbuds", "prd_speaker");
    const choice = { kind: "policy", changes: { whenRemoved: "draft" } } as const;
    const settled = startRun(choice, ids).then(results);
    await settled.catch(() => undefined);
    await db.$executeRaw`alter table listing drop constraint poisoned`;
    expect(await settled).toMatchObject([
      { product: "prd_earbuds", state: "refused", reason: expect.stringContaining("Something went wrong") },
      { product: "prd_speaker", state: "done" },
    ]);
  });

  it("begins nothing for listings of another shop", async () => {
    const other = await shop.app.db.shop.create({ data: { domain: "another.myshopify.com" } });
    const theirs = await shop.app.db.listing.create({
      data: { shopId: other.id, mode: "live", supplierProductId: asId("prd_cooker") },
    });
    const choice = { kind: "policy", changes: { whenRemoved: "archive" } } as const;
    expect(
      await startListingsRun(await shop.context(), { choice, listingIds: [theirs.id], by: "7" }),
    ).toMatchObject({ ok: false, reason: "None of these listings is here any more." });
  });
});

describe("a check at a press", () => {
  it("takes over what the service has, and Shopify follows", async () => {
    const variant = () =>
      shop.app.db.listedVariant.findFirstOrThrow({
        where: { shopId: shop.shopId, listing: { supplierProductId: asId("prd_cooker") } },
      });
    const { supplierVariantId } = await variant();
    await shop.supplier.control.setStock({ variantId: supplierVariantId, stock: 3 });
    const [mugs = NONE, cooker = NONE] = await idsOf("prd_mugs", "prd_cooker");
    expect(await results(await startRun({ kind: "resync" }, [mugs, cooker]))).toMatchObject([
      { product: "prd_mugs", state: "done" },
      { product: "prd_cooker", state: "done" },
    ]);
    await shop.soon("Shopify to follow", async () => (await variant()).pushedQuantity === 3);
  });

  it("says of each listing why it cannot be checked while the service does not answer", async () => {
    await shop.app.db.supplierConnection.updateMany({ data: { disconnectedAt: new Date() } });
    const runId = await startRun({ kind: "resync" }, await idsOf("prd_mugs"));
    expect(await results(runId)).toMatchObject([
      { state: "refused", reason: expect.stringContaining("The supplier is not connected") },
    ]);
  });
});

describe("one press that takes listings away", () => {
  it("unlinks products that stay in the store", async () => {
    await shop.list("prd_lantern");
    const { productGid } = await listingOf("prd_lantern");
    const ids = await idsOf("prd_lantern");
    expect(await results(await startRun({ kind: "unlink", hide: true }, ids))).toMatchObject([
      { state: "done" },
    ]);
    await shop.soon("it to be unlinked", async () => (await listingOf("prd_lantern")).unlinkedAt);
    const ctx = await shop.context();
    expect(await findProduct(ctx.admin, { id: productGid ?? asId<ProductGid>("") })).toMatchObject({
      status: "DRAFT",
    });
  });

  it("deletes no product for sale unless that was said, and none that was the merchant's before", async () => {
    await shop.list("prd_spoons");
    await shop.list("prd_bedsheet");
    const [sold = NONE, theirs = NONE] = await idsOf("prd_spoons", "prd_bedsheet");
    const { productGid } = await listingOf("prd_spoons");
    await shop.app.db.listing.update({ where: { id: theirs }, data: { origin: "mapped" } });
    const left = await results(await startRun({ kind: "delete", activeToo: false }, [sold]));
    expect(left).toMatchObject([{ state: "refused", reason: expect.stringContaining("It is for sale") }]);
    expect(await results(await startRun({ kind: "delete", activeToo: true }, [sold, theirs]))).toMatchObject([
      { state: "done" },
      { state: "refused", reason: expect.stringContaining("It was your own product before") },
    ]);
    await shop.soon("it to be deleted", async () => (await listingOf("prd_spoons")).unlinkedAt);
    const ctx = await shop.context();
    expect(await findProduct(ctx.admin, { id: productGid ?? asId<ProductGid>("") })).toBeNull();
  });
});
