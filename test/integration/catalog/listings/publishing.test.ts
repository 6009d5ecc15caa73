import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countUnseen, findUnseenIds } from "#app/domain/catalog/channels/find-unseen.server.ts";
import { pressPublish, readChosenChannels } from "#app/domain/catalog/channels/publish-listing.server.ts";
import { parseSalesChannels } from "#app/domain/catalog/channels/sales-channels.ts";
import {
  chooseSalesChannels,
  noticePublishingPermission,
  readSalesChannels,
  takePublishingPermission,
} from "#app/domain/catalog/channels/settle-channels.server.ts";
import { visibilityOf } from "#app/domain/catalog/channels/visibility.ts";
import { findListingRun } from "#app/domain/catalog/listings/find-listing-run.server.ts";
import { markListings } from "#app/domain/catalog/listings/mark-listings.server.ts";
import { runListingRun } from "#app/domain/catalog/listings/run-listing-run.server.ts";
import { startListingRun } from "#app/domain/catalog/listings/start-listing-run.server.ts";
import { activateConnection } from "#app/domain/shops/activate-connection.server.ts";
import { connectSupplier } from "#app/domain/shops/connect-supplier.server.ts";
import { lookAtShop } from "#app/domain/shops/look-at-shop.server.ts";
import { claimWork } from "#app/platform/work.server.ts";
import { PUBLISHING_SCOPES, REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { asking, testKey } from "#test/integration/shops/connect-input.ts";
import { type ListingGround, startListingGround } from "./listing-ground.ts";

let ground: ListingGround;

beforeAll(async () => {
  ground = await startListingGround();
});
beforeEach(async () => {
  await ground.forget();
  ground.shopify.setScopes({ scopes: REQUIRED_SCOPES });
  await ground.db.shop.update({
    where: { id: ground.shopId },
    data: { grantedScopes: [...REQUIRED_SCOPES], salesChannels: undefined },
  });
  await ground.db.$executeRaw`update shop set sales_channels = null`;
});
afterAll(() => ground.close());

const allow = async () => {
  ground.shopify.grantScopes({ scopes: PUBLISHING_SCOPES });
  return takePublishingPermission(await ground.context());
};

const shownOn = async (listingId: string) =>
  ground.inShopify((await ground.getListing(listingId)).productGid)?.publishedOn;

const visibility = async (listingId: string) => visibilityOf(await ground.getListing(listingId));

/** The listing's own work, asked for. */
async function look(listingId: string): Promise<void> {
  await markListings(ground.db, ground.shopId, [listingId]);
  await ground.work(listingId);
}

describe("an import without the permission to publish", () => {
  it("is on no channel, says so, and asks Shopify for nothing it may not have", async () => {
    const listingId = await ground.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual([]);
    expect(await visibility(listingId)).toEqual({ kind: "nowhere" });
    expect(ground.callsOf("ProductPublish") + ground.callsOf("Publications")).toBe(0);
  });

  it("is seen as visible once the merchant publishes it by hand, by its address alone", async () => {
    const listingId = await ground.list("prd_cooker");
    const { productGid } = await ground.getListing(listingId);
    ground.shopify.setChannels({ id: productGid ?? "" });
    await look(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
    ground.shopify.setChannels({ id: productGid ?? "", names: [] });
    await look(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "nowhere" });
  });

  it("says nothing of the channels of a draft, which has no address", async () => {
    const listingId = await ground.list("prd_cooker");
    ground.shopify.editProduct({
      id: (await ground.getListing(listingId)).productGid ?? "",
      status: "DRAFT",
    });
    await look(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "hidden", status: "DRAFT" });
    expect((await ground.getListing(listingId)).publishedOn).toBeNull();
  });
});

describe("the permission to publish", () => {
  it("proposes the online store, and publishes what was imported before", async () => {
    const listingId = await ground.list("prd_cooker");
    expect(await allow()).toMatchObject({
      ...{ kind: "allowed", products: 1 },
      channels: [
        { name: "Online Store", chosen: true },
        { name: "Point of Sale", chosen: false },
        { name: "Shop", chosen: false },
      ],
    });
    await ground.work(listingId);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
  });

  it("counts only where Shopify says that it is granted", async () => {
    expect(await takePublishingPermission(await ground.context())).toEqual({ kind: "not_allowed" });
    expect((await ground.context()).shop.salesChannels).toBeNull();
  });

  it("is noticed where Shopify tells of it and nobody came back to the page", async () => {
    const listingId = await ground.list("prd_cooker");
    ground.shopify.grantScopes({ scopes: PUBLISHING_SCOPES });
    await lookAtShop(await ground.context());
    await noticePublishingPermission(await ground.context());
    await ground.work(listingId);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    ground.shopify.requests({ clear: true });
    await noticePublishingPermission(await ground.context());
    expect(ground.shopify.requests()).toEqual([]);
  });

  it("that is taken back makes no product gone and nothing fail", async () => {
    await allow();
    const listingId = await ground.list("prd_cooker");
    ground.shopify.setScopes({ scopes: REQUIRED_SCOPES });
    await look(listingId);
    expect(await ground.getListing(listingId)).toMatchObject({
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
    ground.shopify.requests({ clear: true });
    const listingId = await ground.list("prd_cooker");
    expect(ground.callsOf("ProductPublish")).toBe(1);
    expect(ground.callsOf("Publications")).toBe(0);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    const { productGid, writtenAt, publishedAt } = await ground.getListing(listingId);
    expect(publishedAt).toEqual(ground.time.now);
    const seconds = (at: Date | undefined | null) => Math.floor((at?.getTime() ?? 0) / 1000);
    expect(seconds(writtenAt)).toBe(seconds(ground.inShopify(productGid)?.updatedAt));
  });

  it("goes to the channels the merchant chose, and to no others", async () => {
    await allow();
    const { salesChannels } = (await ground.context()).shop;
    const gids = (parseSalesChannels(salesChannels) ?? []).filter(({ name }) => name !== "Shop");
    await chooseSalesChannels(
      await ground.context(),
      gids.map(({ gid }) => gid),
    );
    const listingId = await ground.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual(["Online Store", "Point of Sale"]);
    await chooseSalesChannels(await ground.context(), []);
    const second = await ground.list("prd_spoons");
    expect(await shownOn(second)).toEqual([]);
  });

  it("keeps a choice that is made on a page of before the channels were read", async () => {
    const before = await ground.context();
    await allow();
    expect(await chooseSalesChannels(before, [])).toBe(true);
    await readSalesChannels(before);
    const kept = parseSalesChannels((await ground.context()).shop.salesChannels);
    expect(kept?.map(({ chosen }) => chosen)).toEqual([false, false, false]);
  });

  it("is looked at later where Shopify did not answer, and ends all the same", async () => {
    await allow();
    ground.shopify.faults({ requests: [{ kind: "cut_after", field: "publishablePublish", times: 20 }] });
    const listingId = await ground.list("prd_cooker");
    expect(await ground.getListing(listingId)).toMatchObject({ state: "ready", publishedAt: null });
    ground.shopify.faults({ clear: true });
    expect(await ground.work(listingId)).toBe(true);
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
    expect((await ground.getListing(listingId)).publishedAt).not.toBeNull();
  });

  it("is on its channels from the moment a draft becomes active, whoever does that", async () => {
    await allow();
    const listingId = await ground.list("prd_cooker");
    const { productGid } = await ground.getListing(listingId);
    ground.shopify.editProduct({ id: productGid ?? "", status: "DRAFT" });
    await look(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "hidden", status: "DRAFT" });
    ground.shopify.requests({ clear: true });
    ground.shopify.editProduct({ id: productGid ?? "", status: "ACTIVE" });
    await look(listingId);
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
    expect(ground.callsOf("ProductPublish")).toBe(0);
  });

  it("stays off a channel the merchant took it off, and says so", async () => {
    await allow();
    const listingId = await ground.list("prd_cooker");
    ground.shopify.setChannels({ id: (await ground.getListing(listingId)).productGid ?? "", names: [] });
    await look(listingId);
    expect(await shownOn(listingId)).toEqual([]);
    expect(await visibility(listingId)).toEqual({ kind: "nowhere" });
  });
});

describe("Publish", () => {
  const press = async (listingId: string) => pressPublish(await ground.context(), { listingId, by: "Ali" });

  it("puts the listing where imports go, and tells its timeline", async () => {
    await allow();
    const listingId = await ground.list("prd_cooker");
    ground.shopify.setChannels({ id: (await ground.getListing(listingId)).productGid ?? "", names: [] });
    await look(listingId);
    expect(await press(listingId)).toEqual({ kind: "published", on: ["Online Store"], isHidden: false });
    expect(await visibility(listingId)).toEqual({ kind: "visible", on: ["Online Store"] });
    const where = { thingId: listingId, code: "published" };
    expect(await ground.db.timelineEntry.count({ where })).toBe(1);
  });

  it("says that a draft stays hidden, and what else stands in its way", async () => {
    const listingId = await ground.list("prd_cooker");
    expect(await press(listingId)).toEqual({ kind: "not_allowed" });
    await allow();
    const { productGid } = await ground.getListing(listingId);
    ground.shopify.editProduct({ id: productGid ?? "", status: "DRAFT" });
    expect(await press(listingId)).toEqual({ kind: "published", on: ["Online Store"], isHidden: true });
    await chooseSalesChannels(await ground.context(), []);
    expect(await press(listingId)).toEqual({ kind: "no_channel" });
    expect(await press(ground.shopId)).toEqual({ kind: "not_found" });
  });

  it("shows Shopify's own words where it refuses", async () => {
    await allow();
    const listingId = await ground.list("prd_cooker");
    ground.shopify.faults({ requests: [{ kind: "refused", field: "publishablePublish:run" }] });
    expect(await press(listingId)).toEqual({ kind: "refused", detail: "It is not allowed" });
  });
});

describe("Publish, for many at once", () => {
  /** One press on listings, worked to its end; what became of each. */
  async function publishMany(listingIds: readonly string[], meanwhile: () => void = () => undefined) {
    const ready = await readChosenChannels(await ground.context());
    if (ready.kind !== "chosen") throw new Error(ready.kind);
    const choice = { kind: "publish", channels: ready.chosen } as const;
    const started = await startListingRun(await ground.context(), { choice, listingIds, by: "Ali" });
    if (!started.ok) throw new Error(started.reason);
    meanwhile();
    const { id } = await ground.db.work.findFirstOrThrow({ where: { subject: started.runId } });
    const claim = await claimWork(ground.db, id, 15_000);
    if (claim === null) throw new Error("The run cannot be claimed");
    await runListingRun(await ground.context(), claim);
    const asked = { runId: started.runId, after: -1, onlyRefused: false };
    const run = await findListingRun(await ground.context(), asked);
    return run?.rows.map(({ listing, state, reason }) => ({ id: listing.id, state, reason }));
  }

  it("puts all that is visible nowhere where imports go, one call each, and tells each timeline", async () => {
    const ids = [await ground.list("prd_cooker"), await ground.list("prd_spoons")];
    expect(await countUnseen(await ground.context())).toBe(2);
    ground.shopify.grantScopes({ scopes: PUBLISHING_SCOPES });
    await lookAtShop(await ground.context());
    const unseen = await findUnseenIds(await ground.context(), 10);
    expect(unseen.toSorted()).toEqual(ids.toSorted());
    ground.shopify.requests({ clear: true });
    const rows = await publishMany(unseen);
    expect(rows).toEqual(unseen.map((id) => ({ id, state: "done", reason: null })));
    expect(ground.callsOf("ProductPublish")).toBe(2);
    expect(await Promise.all(ids.map(shownOn))).toEqual([["Online Store"], ["Online Store"]]);
    expect(await countUnseen(await ground.context())).toBe(0);
    const told = { code: "published", actor: "person", thingId: { in: ids } };
    expect(await ground.db.timelineEntry.count({ where: told })).toBe(2);
  });

  it("says of each that cannot be published why, and publishes the others", async () => {
    await allow();
    const [one, other] = [await ground.list("prd_cooker"), await ground.list("prd_spoons")];
    await ground.db.listing.update({ where: { id: one }, data: { unlinkedAt: new Date() } });
    expect(await publishMany([one, other])).toEqual([
      { id: one, state: "refused", reason: "It is not in your store, or not in Karwan's care." },
      { id: other, state: "done", reason: null },
    ]);
    ground.shopify.faults({ requests: [{ kind: "refused", field: "publishablePublish:run" }] });
    expect(await publishMany([other])).toMatchObject([
      { state: "refused", reason: "Shopify refused it: It is not allowed" },
    ]);
  });

  it("says where the permission was taken back meanwhile", async () => {
    await allow();
    const listingId = await ground.list("prd_cooker");
    const takeBack = () => ground.shopify.setScopes({ scopes: REQUIRED_SCOPES });
    expect(await publishMany([listingId], takeBack)).toMatchObject([
      { state: "refused", reason: expect.stringContaining("may not publish") },
    ]);
  });

  it("does not count drafts, nor the merchant's own product", async () => {
    const [draft, mapped] = [await ground.list("prd_cooker"), await ground.list("prd_spoons")];
    await ground.db.listing.update({ where: { id: draft }, data: { productStatus: "DRAFT" } });
    await ground.db.listing.update({ where: { id: mapped }, data: { origin: "mapped" } });
    expect(await countUnseen(await ground.context())).toBe(0);
  });
});

describe("what a sandbox key imports", () => {
  beforeAll(async () => {
    await connectSupplier(await ground.context(), asking(testKey));
  });
  afterEach(async () => {
    await use("live");
    await setStore(false);
  });

  /** The key of the shop from now on. */
  const use = async (mode: "live" | "test") =>
    activateConnection(await ground.context(), { mode, by: "Ali" });
  const setStore = (developmentStore: boolean) =>
    ground.db.shop.update({ where: { id: ground.shopId }, data: { developmentStore } });

  it("is not shown to the customers of a real store, unless a person publishes it", async () => {
    await allow();
    await use("test");
    const listingId = await ground.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual([]);
    await look(listingId);
    expect(await shownOn(listingId)).toEqual([]);
    expect(await takePublishingPermission(await ground.context())).toMatchObject({ products: 0 });
    expect(await countUnseen(await ground.context())).toBe(0);
    const pressed = await pressPublish(await ground.context(), { listingId, by: "Ali" });
    expect(pressed).toMatchObject({ kind: "published" });
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
  });

  it("is published on a development store, which has no customers", async () => {
    await allow();
    await use("test");
    await setStore(true);
    const listingId = await ground.list("prd_cooker");
    expect(await shownOn(listingId)).toEqual(["Online Store"]);
  });

  it("is published once the live key takes the product over", async () => {
    await allow();
    await use("test");
    const sandbox = await ground.list("prd_cooker");
    await use("live");
    const live = await ground.list("prd_cooker");
    const gidOf = async (id: string) => (await ground.getListing(id)).productGid;
    expect(await gidOf(live)).toBe(await gidOf(sandbox));
    expect(await shownOn(live)).toEqual(["Online Store"]);
  });
});
