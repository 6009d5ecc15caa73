import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { continueBulkRun } from "#app/domain/bulk-actions/continue-bulk-run.server.ts";
import { countUnseen, findUnseenIds } from "#app/domain/catalog/channels/find-unseen.server.ts";
import {
  publishListingNow,
  readChosenChannels,
} from "#app/domain/catalog/channels/publish-listing.server.ts";
import { parseSalesChannels } from "#app/domain/catalog/channels/sales-channels.ts";
import {
  applyPublishingPermission,
  chooseSalesChannels,
  detectPublishingPermission,
  readSalesChannels,
} from "#app/domain/catalog/channels/settle-channels.server.ts";
import { visibilityOf } from "#app/domain/catalog/channels/visibility.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { findListingsRun } from "#app/domain/catalog/listings/run/find-listings-run.server.ts";
import { startListingsRun } from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { reconcileShop } from "#app/domain/shops/reconcile-shop.server.ts";
import { bulkSubjects } from "#app/jobs/bulk-subjects.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import { PUBLISHING_SCOPES, REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { connectInput, testKey } from "#test/integration/connection/connect-input.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(async () => {
  await harness.forget();
  harness.shopify.setScopes({ scopes: REQUIRED_SCOPES });
  await harness.db.shop.update({
    where: { id: harness.shopId },
    data: { grantedScopes: [...REQUIRED_SCOPES], salesChannels: undefined },
  });
  await harness.db.$executeRaw`update shop set sales_channels = null`;
});
afterAll(() => harness.close());

const allow = async () => {
  harness.shopify.grantScopes({ scopes: PUBLISHING_SCOPES });
  return applyPublishingPermission(await harness.context());
};

const shownOn = async (listingId: ListingId) =>
  harness.inShopify((await harness.getListing(listingId)).productGid)?.publishedOn;

const visibility = async (listingId: ListingId) => visibilityOf(await harness.getListing(listingId));

/** The listing's own work, asked for. */
async function reconcile(listingId: ListingId): Promise<void> {
  await requestListingReconcile(harness.db, harness.shopId, [listingId]);
  await harness.work(listingId);
}

describe("an import without the permission to publish", () => {
  it("is on no channel, says so, and asks Shopify for nothing it may not have", async () => {
    const listingId = await harness.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual([]);
    expect(await visibility(listingId)).toEqual({ kind: "nowhere" });
    expect(harness.callsOf("ProductPublish") + harness.callsOf("Publications")).toBe(0);
  });

  it("is seen as visible once the merchant publishes it by hand, by its address alone", async () => {
    const listingId = await harness.list("prd_cooker");
    const { productGid } = await harness.getListing(listingId);
    harness.shopify.setChannels({ id: productGid ?? "" });
    await reconcile(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
    harness.shopify.setChannels({ id: productGid ?? "", names: [] });
    await reconcile(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "nowhere" });
  });

  it("says nothing of the channels of a draft, which has no address", async () => {
    const listingId = await harness.list("prd_cooker");
    harness.shopify.editProduct({
      id: (await harness.getListing(listingId)).productGid ?? "",
      status: "DRAFT",
    });
    await reconcile(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "hidden", status: "DRAFT" });
    expect((await harness.getListing(listingId)).publishedOn).toBeNull();
  });
});

describe("the permission to publish", () => {
  it("proposes the online store, and publishes what was imported before", async () => {
    const listingId = await harness.list("prd_cooker");
    expect(await allow()).toMatchObject({
      ...{ kind: "allowed", products: 1 },
      channels: [
        { name: "Online Store", chosen: true },
        { name: "Point of Sale", chosen: false },
        { name: "Shop", chosen: false },
      ],
    });
    await harness.work(listingId);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
  });

  it("counts only where Shopify says that it is granted", async () => {
    expect(await applyPublishingPermission(await harness.context())).toEqual({ kind: "not_allowed" });
    expect((await harness.context()).shop.salesChannels).toBeNull();
  });

  it("is noticed where Shopify tells of it and nobody came back to the page", async () => {
    const listingId = await harness.list("prd_cooker");
    harness.shopify.grantScopes({ scopes: PUBLISHING_SCOPES });
    await reconcileShop(await harness.context());
    await detectPublishingPermission(await harness.context());
    await harness.work(listingId);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    harness.shopify.requests({ clear: true });
    await detectPublishingPermission(await harness.context());
    expect(harness.shopify.requests()).toEqual([]);
  });

  it("that is taken back makes no product gone and nothing fail", async () => {
    await allow();
    const listingId = await harness.list("prd_cooker");
    harness.shopify.setScopes({ scopes: REQUIRED_SCOPES });
    await reconcile(listingId);
    expect(await harness.getListing(listingId)).toMatchObject({
      state: "ready",
      leaving: null,
      syncFailure: null,
    });
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
  });
});

describe("an import with the permission", () => {
  it("is published with one call more, and its echo costs no look", async () => {
    await allow();
    harness.shopify.requests({ clear: true });
    const listingId = await harness.list("prd_cooker");
    expect(harness.callsOf("ProductPublish")).toBe(1);
    expect(harness.callsOf("Publications")).toBe(0);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    const { productGid, writtenAt, publishedAt } = await harness.getListing(listingId);
    expect(publishedAt).toEqual(harness.time.now);
    const seconds = (at: Date | undefined | null) => Math.floor((at?.getTime() ?? 0) / 1000);
    expect(seconds(writtenAt)).toBe(seconds(harness.inShopify(productGid)?.updatedAt));
  });

  it("goes to the channels the merchant chose, and to no others", async () => {
    await allow();
    const { salesChannels } = (await harness.context()).shop;
    const gids = (parseSalesChannels(salesChannels) ?? []).filter(({ name }) => name !== "Shop");
    await chooseSalesChannels(
      await harness.context(),
      gids.map(({ gid }) => gid),
    );
    const listingId = await harness.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual(["Online Store", "Point of Sale"]);
    await chooseSalesChannels(await harness.context(), []);
    const second = await harness.list("prd_spoons");
    expect(await shownOn(second)).toEqual([]);
  });

  it("keeps a choice that is made on a page of before the channels were read", async () => {
    const before = await harness.context();
    await allow();
    expect(await chooseSalesChannels(before, [])).toBe(true);
    await readSalesChannels(before);
    const kept = parseSalesChannels((await harness.context()).shop.salesChannels);
    expect(kept?.map(({ chosen }) => chosen)).toEqual([false, false, false]);
  });

  it("is looked at later where Shopify did not answer, and ends all the same", async () => {
    await allow();
    harness.shopify.faults({ requests: [{ kind: "cut_after", field: "publishablePublish", times: 20 }] });
    const listingId = await harness.list("prd_cooker");
    expect(await harness.getListing(listingId)).toMatchObject({ state: "ready", publishedAt: null });
    harness.shopify.faults({ clear: true });
    expect(await harness.work(listingId)).toBe(true);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    expect((await harness.getListing(listingId)).publishedAt).not.toBeNull();
  });

  it("is on its channels from the moment a draft becomes active, whoever does that", async () => {
    await allow();
    const listingId = await harness.list("prd_cooker");
    const { productGid } = await harness.getListing(listingId);
    harness.shopify.editProduct({ id: productGid ?? "", status: "DRAFT" });
    await reconcile(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "hidden", status: "DRAFT" });
    harness.shopify.requests({ clear: true });
    harness.shopify.editProduct({ id: productGid ?? "", status: "ACTIVE" });
    await reconcile(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
    expect(harness.callsOf("ProductPublish")).toBe(0);
  });

  it("stays off a channel the merchant took it off, and says so", async () => {
    await allow();
    const listingId = await harness.list("prd_cooker");
    harness.shopify.setChannels({ id: (await harness.getListing(listingId)).productGid ?? "", names: [] });
    await reconcile(listingId);
    expect(await shownOn(listingId)).toEqual([]);
    expect(await visibility(listingId)).toEqual({ kind: "nowhere" });
  });
});

describe("Publish", () => {
  const press = async (listingId: ListingId) =>
    publishListingNow(await harness.context(), { listingId, by: "Ali" });

  it("puts the listing where imports go, and tells its timeline", async () => {
    await allow();
    const listingId = await harness.list("prd_cooker");
    harness.shopify.setChannels({ id: (await harness.getListing(listingId)).productGid ?? "", names: [] });
    await reconcile(listingId);
    expect(await press(listingId)).toEqual({ kind: "published", on: ["Online Store"], isHidden: false });
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
    const where = { thingId: listingId, code: "published" } as const;
    expect(await harness.db.timelineEntry.count({ where })).toBe(1);
  });

  it("says that a draft stays hidden, and what else stands in its way", async () => {
    const listingId = await harness.list("prd_cooker");
    expect(await press(listingId)).toEqual({ kind: "not_allowed" });
    await allow();
    const { productGid } = await harness.getListing(listingId);
    harness.shopify.editProduct({ id: productGid ?? "", status: "DRAFT" });
    expect(await press(listingId)).toEqual({ kind: "published", on: ["Online Store"], isHidden: true });
    await chooseSalesChannels(await harness.context(), []);
    expect(await press(listingId)).toEqual({ kind: "no_channel" });
    expect(await press(asId(harness.shopId))).toEqual({ kind: "not_found" });
  });

  it("shows Shopify's own words where it refuses", async () => {
    await allow();
    const listingId = await harness.list("prd_cooker");
    harness.shopify.faults({ requests: [{ kind: "refused", field: "publishablePublish:run" }] });
    expect(await press(listingId)).toEqual({ kind: "refused", detail: "It is not allowed" });
  });
});

describe("Publish, for many at once", () => {
  /** One press on listings, worked to its end; what became of each. */
  async function publishMany(listingIds: readonly ListingId[], meanwhile: () => void = () => undefined) {
    const ready = await readChosenChannels(await harness.context());
    if (ready.kind !== "chosen") throw new Error(ready.kind);
    const choice = { kind: "publish", channels: ready.chosen } as const;
    const started = await startListingsRun(await harness.context(), { choice, listingIds, by: "Ali" });
    if (!started.ok) throw new Error(started.reason);
    meanwhile();
    const { id } = await harness.db.work.findFirstOrThrow({ where: { subject: started.runId } });
    const claim = await claimWork(harness.db, id, 15_000);
    if (claim === null) throw new Error("The run cannot be claimed");
    await continueBulkRun(
      { db: harness.db, contextFor: harness.context },
      claim,
      { bulkRunId: started.runId },
      bulkSubjects,
    );
    const asked = { runId: started.runId, after: -1, onlyRefused: false };
    const run = await findListingsRun(await harness.context(), asked);
    return run?.rows.map(({ listing, state, reason }) => ({ id: listing.id, state, reason }));
  }

  it("puts all that is visible nowhere where imports go, one call each, and tells each timeline", async () => {
    const ids = [await harness.list("prd_cooker"), await harness.list("prd_spoons")];
    expect(await countUnseen(await harness.context())).toBe(2);
    harness.shopify.grantScopes({ scopes: PUBLISHING_SCOPES });
    await reconcileShop(await harness.context());
    const unseen = await findUnseenIds(await harness.context(), 10);
    expect(unseen.toSorted()).toEqual(ids.toSorted());
    harness.shopify.requests({ clear: true });
    const rows = await publishMany(unseen);
    expect(rows).toEqual(unseen.map((id) => ({ id, state: "done" as const, reason: null })));
    expect(harness.callsOf("ProductPublish")).toBe(2);
    expect(await Promise.all(ids.map(shownOn))).toEqual([["Online Store"], ["Online Store"]]);
    expect(await countUnseen(await harness.context())).toBe(0);
    const recorded = { code: "published", actor: "person" } as const;
    expect(await harness.db.timelineEntry.count({ where: { ...recorded, thingId: { in: ids } } })).toBe(2);
  });

  it("says of each that cannot be published why, and publishes the others", async () => {
    await allow();
    const [one, other] = [await harness.list("prd_cooker"), await harness.list("prd_spoons")];
    await harness.db.listing.update({ where: { id: one }, data: { unlinkedAt: new Date() } });
    expect(await publishMany([one, other])).toEqual([
      { id: one, state: "refused", reason: "It is not in your store, or not in Karwan's care." },
      { id: other, state: "done", reason: null },
    ]);
    harness.shopify.faults({ requests: [{ kind: "refused", field: "publishablePublish:run" }] });
    expect(await publishMany([other])).toMatchObject([
      { state: "refused", reason: "Shopify refused it: It is not allowed" },
    ]);
  });

  it("says where the permission was taken back meanwhile", async () => {
    await allow();
    const listingId = await harness.list("prd_cooker");
    const takeBack = () => harness.shopify.setScopes({ scopes: REQUIRED_SCOPES });
    expect(await publishMany([listingId], takeBack)).toMatchObject([
      { state: "refused", reason: expect.stringContaining("may not publish") },
    ]);
  });

  it("does not count drafts, nor the merchant's own product", async () => {
    const [draft, mapped] = [await harness.list("prd_cooker"), await harness.list("prd_spoons")];
    await harness.db.listing.update({ where: { id: draft }, data: { productStatus: "DRAFT" } });
    await harness.db.listing.update({ where: { id: mapped }, data: { origin: "mapped" } });
    expect(await countUnseen(await harness.context())).toBe(0);
  });
});

describe("what a sandbox key imports", () => {
  beforeAll(async () => {
    await connectSupplier(await harness.context(), connectInput(testKey));
  });
  afterEach(async () => {
    await use("live");
    await setStore(false);
  });

  /** The key of the shop from now on. */
  const use = async (mode: "live" | "test") =>
    activateConnection(await harness.context(), { mode, by: "Ali" });
  const setStore = (developmentStore: boolean) =>
    harness.db.shop.update({ where: { id: harness.shopId }, data: { developmentStore } });

  it("is not shown to the customers of a real store, unless a person publishes it", async () => {
    await allow();
    await use("test");
    const listingId = await harness.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual([]);
    await reconcile(listingId);
    expect(await shownOn(listingId)).toEqual([]);
    expect(await applyPublishingPermission(await harness.context())).toMatchObject({ products: 0 });
    expect(await countUnseen(await harness.context())).toBe(0);
    const pressed = await publishListingNow(await harness.context(), { listingId, by: "Ali" });
    expect(pressed).toMatchObject({ kind: "published" });
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
  });

  it("is published on a development store, which has no customers", async () => {
    await allow();
    await use("test");
    await setStore(true);
    const listingId = await harness.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
  });

  it("is published once the live key takes the product over", async () => {
    await allow();
    await use("test");
    const sandbox = await harness.list("prd_cooker");
    await use("live");
    const live = await harness.list("prd_cooker");
    const gidOf = async (id: ListingId) => (await harness.getListing(id)).productGid;
    expect(await gidOf(live)).toBe(await gidOf(sandbox));
    expect(await shownOn(live)).toEqual(["Online Store"]);
  });

  it("is counted as seen nowhere as soon as the live key took the product over, without the permission", async () => {
    await use("test");
    await harness.list("prd_cooker");
    await use("live");
    const live = await harness.list("prd_cooker");
    expect(await visibility(live)).toEqual({ kind: "nowhere" });
    expect(await findUnseenIds(await harness.context(), 10)).toEqual([live]);
  });
});
