import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pressPublish } from "#app/domain/catalog/channels/publish-listing.server.ts";
import { parseSalesChannels } from "#app/domain/catalog/channels/sales-channels.ts";
import {
  chooseSalesChannels,
  noticePublishingPermission,
  takePublishingPermission,
} from "#app/domain/catalog/channels/settle-channels.server.ts";
import { visibilityOf } from "#app/domain/catalog/channels/visibility.ts";
import { markListings } from "#app/domain/catalog/listings/mark-listings.server.ts";
import { lookAtShop } from "#app/domain/shops/look-at-shop.server.ts";
import { PUBLISHING_SCOPES, REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
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
