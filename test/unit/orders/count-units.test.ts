import { describe, expect, it } from "vitest";
import { type CountedHandoff, contentsByLine } from "#app/domain/orders/parcels/contents-by-line.ts";
import { countUnits } from "#app/domain/orders/placement/count-units.ts";
import type { FulfillmentOrderGid, FulfillmentOrderLineGid, LineItemGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import {
  buildFulfillment,
  buildFulfillmentOrder,
  buildHandoff,
  buildItem,
  buildOrderLine,
  buildParcel,
  buildShopifyOrder,
  OTHER_LOCATION,
  OUR_LOCATION,
} from "./build-shopify-order.ts";

function count(
  handoffs: readonly CountedHandoff[],
  statuses: readonly string[] = ["OPEN"],
  order: Parameters<typeof buildShopifyOrder>[0] = {},
) {
  const fulfillmentOrders = statuses.map((status, index) => {
    const id = asId<FulfillmentOrderGid>(`fo_${index + 1}`);
    const line = { id: asId<FulfillmentOrderLineGid>(`${id}_line_1`), lineId: asId<LineItemGid>("line_1") };
    return buildFulfillmentOrder({
      ...{ id, status },
      lines: [{ ...line, totalQuantity: 1, remainingQuantity: 1 }],
    });
  });
  const shopify = buildShopifyOrder({ fulfillmentOrders, ...order });
  return countUnits({ shopify, locationGid: OUR_LOCATION }, handoffs)[0];
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
    ["a fulfillment already", buildParcel({ status: "SHIPPED", fulfillmentGid: asId("f") }), 0],
    ["shipped, its fulfillment still to come", buildParcel({ status: "SHIPPED" }), 1],
    ["cancelled", buildParcel({ status: "CANCELLED" }), 0],
    ["of unknown contents", buildParcel({ contents: null }), 1],
    ["of unreadable contents", buildParcel({ contents: [{ handoffItemId: "gone", quantity: 1 }] }), 1],
  ])("looks at what became of the parcel: one that is %s", (_, parcel, expected) => {
    expect(count([buildHandoff({ parcels: [parcel] })])?.inOpenParcels).toBe(expected);
  });

  it("counts everything while the outcome of the placing is unknown, or no parcel is known", () => {
    expect(count([buildHandoff({ state: "sending", parcels: [] })])?.inOpenParcels).toBe(1);
    expect(count([buildHandoff({ parcels: [] })])?.inOpenParcels).toBe(1);
  });

  it("counts every unit while one of two parcels is of unknown contents, so that nothing goes twice", () => {
    const items = [buildItem({ quantity: 3 })];
    const parcels = [
      buildParcel({ status: "SHIPPED", fulfillmentGid: asId("f") }),
      buildParcel({ contents: null }),
    ];
    expect(count([buildHandoff({ items, parcels })])?.inOpenParcels).toBe(3);
  });

  it("counts bundles, not the pieces in them", () => {
    const bundle = [
      buildItem({ id: asId("lamps"), supplierVariantId: asId("var_lamp"), quantity: 6, quantityPerUnit: 2 }),
      buildItem({ id: asId("cables"), supplierVariantId: asId("var_cable"), quantity: 2 }),
      buildItem({ id: asId("dearer_cables"), supplierVariantId: asId("var_cable"), quantity: 1 }),
    ];
    const all = bundle.map(({ id, quantity }) => ({ handoffItemId: id, quantity }));
    const whole = buildHandoff({ items: bundle, parcels: [buildParcel({ contents: all })] });
    expect(count([whole])).toMatchObject({ handedOff: 3, inOpenParcels: 3 });
    const torn = buildHandoff({ items: bundle, parcels: [buildParcel({ contents: all.slice(1) })] });
    expect(contentsByLine(torn, torn.parcels[0] ?? buildParcel())).toBeNull();
    expect(count([torn])).toMatchObject({ inOpenParcels: 3 });
    expect(contentsByLine(whole, whole.parcels[0] ?? buildParcel())).toEqual([
      { lineGid: "line_1", quantity: 3 },
    ]);
    const uneven = buildHandoff({ items: bundle, parcels: [buildParcel({ contents: all.slice(0, 2) })] });
    expect(contentsByLine(uneven, uneven.parcels[0] ?? buildParcel())).toBeNull();
    expect(count([uneven])).toMatchObject({ inOpenParcels: 3 });
  });

  it("takes a travelling parcel's units for its own although its fulfillment was cancelled in Shopify", () => {
    const undone = { fulfillments: [buildFulfillment({ id: asId("f"), status: "CANCELLED" })] };
    const inParcel = (status: string) =>
      count(
        [buildHandoff({ parcels: [buildParcel({ status, fulfillmentGid: asId("f") })] })],
        ["OPEN"],
        undone,
      );
    expect(inParcel("SHIPPED")).toMatchObject({ inOpenParcels: 1, unallocated: [] });
    expect(inParcel("DELIVERED")).toMatchObject({ inOpenParcels: 1 });
    expect(inParcel("RETURNED")).toMatchObject({ inOpenParcels: 0 });
  });

  it("knows what stands, or left, elsewhere", () => {
    const lines = [buildOrderLine({ quantity: 4, unfulfilledQuantity: 3 })];
    const byMerchant = buildFulfillment({ locationId: OTHER_LOCATION });
    expect(count([], ["OPEN"], { lines, fulfillments: [byMerchant] })?.atOtherLocations).toBe(3);
    const ours = buildHandoff({
      parcels: [buildParcel({ status: "SHIPPED", fulfillmentGid: byMerchant.id })],
    });
    expect(count([ours], ["OPEN"], { lines, fulfillments: [byMerchant] })?.atOtherLocations).toBe(2);
  });

  it("takes the units of parcels from the fulfillment orders they were made from", () => {
    const handoff = buildHandoff({ fulfillmentOrderGids: [asId("fo_2")] });
    const free = (statuses: readonly string[]) => count([handoff], statuses)?.unallocated;
    expect(free(["OPEN", "IN_PROGRESS"])).toEqual([{ fulfillmentOrderLineId: "fo_1_line_1", quantity: 1 }]);
    expect(free(["OPEN", "OPEN"])).toEqual([{ fulfillmentOrderLineId: "fo_1_line_1", quantity: 1 }]);
    expect(free(["IN_PROGRESS", "OPEN"])).toEqual([{ fulfillmentOrderLineId: "fo_2_line_1", quantity: 1 }]);
    expect(free(["OPEN", "CLOSED"])).toEqual([]);
  });
});
