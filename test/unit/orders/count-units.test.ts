import { describe, expect, it } from "vitest";
import { countUnits } from "#app/domain/orders/handoff/count-units.ts";
import type { CountedHandoff } from "#app/domain/orders/parcels/contents-by-line.ts";
import { buildFulfillmentOrder, buildHandoff, buildOrderLine, buildParcel } from "./build-shopify-order.ts";

function count(handoffs: readonly CountedHandoff[], statuses: readonly string[] = ["OPEN"]) {
  const ours = statuses.map((status) => buildFulfillmentOrder({ status }));
  return countUnits([buildOrderLine()], ours, handoffs)[0];
}

describe("counting the units of a line", () => {
  it("counts what stands open, over all open fulfillment orders", () => {
    expect(count([], ["OPEN", "IN_PROGRESS", "ON_HOLD", "SCHEDULED", "INCOMPLETE"])?.remaining).toBe(5);
    expect(count([], ["CLOSED", "CANCELLED"])?.remaining).toBe(0);
  });

  it("remembers units ever handed off, whatever became of them, but not those that were refused", () => {
    const cancelled = buildHandoff({ parcels: [buildParcel({ status: "CANCELLED" })] });
    expect(count([cancelled])).toMatchObject({ handedOff: 1, inOpenParcels: 0 });
    expect(count([buildHandoff({ state: "refused", parcels: [] })])).toMatchObject({
      ...{ handedOff: 0, inOpenParcels: 0 },
    });
    expect(count([cancelled, buildHandoff()])).toMatchObject({ handedOff: 2, inOpenParcels: 1 });
  });

  it.each([
    ["alive and not yet a fulfillment", buildParcel(), 1],
    ["a fulfillment already", buildParcel({ status: "SHIPPED", fulfillmentGid: "f" }), 0],
    ["shipped, its fulfillment still to come", buildParcel({ status: "SHIPPED" }), 1],
    ["cancelled", buildParcel({ status: "CANCELLED" }), 0],
    ["of unknown contents", buildParcel({ contents: null }), 1],
    ["of unreadable contents", buildParcel({ contents: [{ handoffItemId: "gone", quantity: 1 }] }), 1],
  ])("looks at what became of the parcel: one that is %s", (_, parcel, expected) => {
    expect(count([buildHandoff({ parcels: [parcel] })])?.inOpenParcels).toBe(expected);
  });

  it("counts everything while the placing is unsure, or no parcel is known", () => {
    expect(count([buildHandoff({ state: "sending", parcels: [] })])?.inOpenParcels).toBe(1);
    expect(count([buildHandoff({ parcels: [] })])?.inOpenParcels).toBe(1);
  });

  it("counts every unit while one of two parcels is of unknown contents, so that nothing goes twice", () => {
    const items = [{ id: "item_1", lineGid: "line_1", quantity: 3 }];
    const parcels = [
      buildParcel({ status: "SHIPPED", fulfillmentGid: "f" }),
      buildParcel({ contents: null }),
    ];
    expect(count([buildHandoff({ items, parcels })])?.inOpenParcels).toBe(3);
  });
});
