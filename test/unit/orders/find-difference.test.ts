import { describe, expect, it } from "vitest";
import { findDifference } from "#app/domain/orders/amendments/find-difference.ts";
import { isReplaceable } from "#app/domain/orders/amendments/is-replaceable.ts";
import type { SourceSnapshot } from "#app/domain/orders/amendments/source-snapshot.ts";
import { nextHandoffName } from "#app/domain/orders/placement/next-handoff-name.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { buildItem } from "./build-shopify-order.ts";

const customer = { name: "Ayesha", phone: "0300 1234567", address: "House 12", city: "Lahore" };
const cooker = { id: asId<LineItemGid>("line_1"), title: "Cooker" };
const before: SourceSnapshot = { customer, lines: [{ ...cooker, quantity: 3 }] };

type Units = { readonly remaining?: number; readonly inOpenParcels?: number };

function find(
  now: Partial<SourceSnapshot>,
  { remaining = 3, inOpenParcels = 3 }: Units = {},
  isWithheld = false,
) {
  const unit = {
    lineId: cooker.id,
    currentQuantity: 3,
    remaining,
    inOpenParcels,
    handedOff: 3,
    atOtherLocations: 0,
  };
  return findDifference({
    ...{ before, now: { ...before, ...now }, customer: isWithheld ? "withheld" : "shown" },
    sent: [buildItem({ quantity: 3 })],
    units: [{ ...unit, unallocated: [] }],
  });
}

const lines = (quantity: number) => ({ lines: [{ ...cooker, quantity }] });

describe("what changed after placing", () => {
  it("is nothing while the order says what it said", () => {
    expect(find({})).toBeNull();
  });

  it("names the fields the customer or merchant rewrote", () => {
    const rewritten = { ...customer, phone: "0321 7654321", address: "House 13" };
    expect(find({ customer: rewritten })).toEqual({ fields: ["phone", "address"], items: [] });
  });

  it("says nothing of the customer while Shopify hides it", () => {
    expect(find({ customer: { ...customer, name: "" } }, {}, true)).toBeNull();
  });

  it("counts units that were taken off while in a parcel that has not left", () => {
    expect(find(lines(2), { remaining: 2 })?.items).toEqual([{ title: "Cooker", sent: 3, now: 2 }]);
    expect(find({ lines: [] }, { remaining: 0 })?.items).toEqual([{ title: "Cooker", sent: 3, now: 0 }]);
  });

  it.each([
    ["units that were added", lines(4), { remaining: 4 }],
    ["units refunded after they left", lines(2), { remaining: 0, inOpenParcels: 0 }],
    ["units the merchant shipped by hand", lines(3), { remaining: 0 }],
  ])("does not count %s", (_, now, units) => {
    expect(find(now, units)).toBeNull();
  });
});

describe("what can be cancelled and placed again", () => {
  it.each([
    [["RECEIVED"], true],
    [["CONFIRMED", "AWAITING_FUNDS"], true],
    [["SHIPPED", "RECEIVED"], true],
    [["PROCESSING"], false],
    [["PROCESSING", "RECEIVED"], false],
    [["SHIPPED"], false],
    [["CANCELLED", "DELIVERED", "RETURNED"], false],
    [["A_NEW_WORD"], false],
  ])("of parcels that are %s: %s", (statuses, expected) => {
    expect(isReplaceable(statuses.map((status) => ({ status })))).toBe(expected);
  });
});

describe("the name of the next handoff", () => {
  const handoffs = [
    { sequence: 1, revision: 1 },
    { sequence: 2, revision: 1 },
  ];

  it.each([
    ["the first of an order", [], null, false, { sequence: 1, revision: 1 }],
    ["a later one", handoffs, null, false, { sequence: 3, revision: 1 }],
    ["a replacement", handoffs, null, true, { sequence: 2, revision: 2 }],
    ["a corrected replacement", handoffs, { sequence: 2, revision: 2 }, true, { sequence: 2, revision: 2 }],
  ] as const)("is right for %s", (_, known, refused, isReplacement, expected) => {
    expect(nextHandoffName({ handoffs: known, refused, isReplacement })).toEqual(expected);
  });
});
