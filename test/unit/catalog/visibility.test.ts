import { describe, expect, it } from "vitest";
import {
  parseSalesChannels,
  planChannels,
  publishingOf,
} from "#app/domain/catalog/channels/sales-channels.ts";
import { channelNames, visibilityOf } from "#app/domain/catalog/channels/visibility.ts";

const online = { gid: "gid://shopify/Publication/1", name: "Online Store", isOnlineStore: true };
const pos = { gid: "gid://shopify/Publication/2", name: "Point of Sale", isOnlineStore: false };

describe("where a product is visible", () => {
  it.each([
    ["ACTIVE", ["Online Store"], { kind: "visible", on: ["Online Store"] }],
    ["UNLISTED", ["Shop"], { kind: "visible", on: ["Shop"] }],
    ["ACTIVE", [], { kind: "nowhere" }],
    ["DRAFT", ["Online Store"], { kind: "hidden", status: "DRAFT" }],
    ["ARCHIVED", null, { kind: "hidden", status: "ARCHIVED" }],
    ["ACTIVE", null, { kind: "unknown" }],
    [null, ["Online Store"], { kind: "unknown" }],
  ])("of a product that is %s on %j is %j", (productStatus, publishedOn, visibility) => {
    expect(visibilityOf({ productStatus, publishedOn })).toEqual(visibility);
  });

  it.each([
    ["ACTIVE", true, null, ["Online Store"]],
    ["ACTIVE", false, null, []],
    // A draft has no address, published or not.
    ["DRAFT", false, null, null],
    ["DRAFT", false, [online.gid], ["Online Store"]],
    ["ACTIVE", true, [online.gid, pos.gid, "gid://shopify/Publication/9"], ["Online Store", "Point of Sale"]],
  ])("of a product that is %s, online %s, on %j is told as %j", (status, isOnline, publicationIds, names) => {
    expect(channelNames({ status, isOnline, publicationIds }, [online, pos])).toEqual(names);
  });
});

describe("where imports go", () => {
  it("is the online store until somebody chooses", () => {
    expect(planChannels([online, pos], null).map(({ chosen }) => chosen)).toEqual([true, false]);
  });

  it("stays as chosen while channels come and go", () => {
    const shop = { gid: "gid://shopify/Publication/3", name: "Shop", isOnlineStore: false };
    const known = [
      { ...online, chosen: false },
      { ...pos, chosen: true },
    ];
    expect(planChannels([pos, shop], known)).toEqual([
      { ...pos, chosen: true },
      { ...shop, chosen: false },
    ]);
  });

  it("is nowhere without the permission", () => {
    const salesChannels = [{ ...online, chosen: true }];
    expect(publishingOf({ grantedScopes: ["read_publications"], salesChannels })).toEqual({
      kind: "not_allowed",
    });
    expect(publishingOf({ grantedScopes: ["write_publications"], salesChannels })).toEqual({
      ...{ kind: "allowed", channels: salesChannels },
    });
    expect(parseSalesChannels([{ gid: 1 }])).toBeNull();
  });
});
