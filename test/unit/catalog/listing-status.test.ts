import { describe, expect, it } from "vitest";
import { type ListingStatusFacts, listingStatusOf } from "#app/domain/catalog/listings/listing-status.ts";
import { lockedKinds } from "#app/domain/catalog/listings/locks/listing-locks.ts";

const well: ListingStatusFacts = {
  ...{ state: "ready", syncFailure: null, offered: true, removedAt: null, takenOut: null, losesMoney: false },
  ...{ lockedFields: [], unlinkedAt: null },
};
const now = new Date("2026-11-21T00:00:00Z");

describe("how a listing stands", () => {
  it.each<readonly [string, Partial<ListingStatusFacts>]>([
    ["in_sync", {}],
    ["edited", { lockedFields: ["title"] }],
    ["losing", { losesMoney: true, lockedFields: ["title"] }],
    ["taken_out", { takenOut: "draft", losesMoney: true }],
    ["taken_out", { takenOut: "draft", lockedFields: ["title"] }],
    ["removed", { removedAt: now, takenOut: "draft" }],
    ["removed", { offered: false }],
    ["failed", { syncFailure: "user_errors", removedAt: now }],
    ["failed", { state: "failed", takenOut: "draft" }],
    ["unlinked", { unlinkedAt: now, state: "failed" }],
    ["waiting", { state: "importing", unlinkedAt: now, syncFailure: "user_errors" }],
  ])("is %s for %o", (status, facts) => {
    expect(listingStatusOf({ ...well, ...facts })).toBe(status);
  });
});

describe("what of a listing is the merchant's", () => {
  it("is named by its kind, a price once however many variants have one", () => {
    expect(lockedKinds(["title", "price/3f2c1a5e", "price/4f2c1a5e"])).toEqual(["title", "price"]);
  });
});
