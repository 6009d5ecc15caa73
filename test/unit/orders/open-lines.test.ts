import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { countUnits } from "#app/domain/orders/placement/count-units.ts";
import { collectOpenLines, type MappedVariant } from "#app/domain/orders/placement/open-lines.ts";
import type { VariantGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { buildPart } from "./build-order-money.ts";
import {
  buildFulfillmentOrder,
  buildHandoff,
  buildItem,
  buildOrderLine,
  buildParcel,
  buildShopifyOrder,
  OUR_LOCATION,
} from "./build-shopify-order.ts";

const mapped: MappedVariant = {
  ...{ variantGid: asId("variant_1"), supplierStoreId: "store_1", title: "Cooker – Red" },
  parts: [{ ...buildPart({ wholesalePrice: rupees(1000) }), title: null }],
};
const variants = new Map([[mapped.variantGid, mapped]]);

function collect(
  remaining: readonly number[],
  inOpenParcels = 0,
  lines = [buildOrderLine()],
  known: ReadonlyMap<VariantGid, MappedVariant> = variants,
) {
  const fulfillmentOrders = remaining.map((remainingQuantity, index) =>
    buildFulfillmentOrder({
      id: asId(`fo_${index + 1}`),
      lines: [{ id: asId(`at_${index + 1}`), lineId: asId("line_1"), totalQuantity: 9, remainingQuantity }],
    }),
  );
  const parcels = [buildParcel({ contents: [{ handoffItemId: "item_1", quantity: inOpenParcels }] })];
  const items = [buildItem({ quantity: inOpenParcels })];
  const handoffs = inOpenParcels > 0 ? [buildHandoff({ items, parcels })] : [];
  const shopify = buildShopifyOrder({ fulfillmentOrders, lines });
  const units = countUnits({ shopify, locationGid: OUR_LOCATION }, handoffs);
  return collectOpenLines(fulfillmentOrders, lines, known, units);
}

describe("the lines of a handoff", () => {
  it("carry quantity, title, store, cost and where they stand", () => {
    expect(collect([2])).toEqual({
      kind: "mapped",
      lines: [
        {
          ...{
            lineGid: "line_1",
            variantGid: asId("variant_1"),
            quantity: 2,
            title: "Cooker – Red",
            supplierStoreId: "store_1",
          },
          parts: mapped.parts,
          sources: [{ fulfillmentOrderGid: "fo_1", lineId: "at_1", quantity: 2 }],
        },
      ],
    });
  });

  it("are one over several fulfillment orders", () => {
    expect(collect([1, 2])).toMatchObject({
      lines: [{ quantity: 3, sources: [{ fulfillmentOrderGid: "fo_1" }, { fulfillmentOrderGid: "fo_2" }] }],
    });
  });

  it("leave out what is in a parcel already", () => {
    expect(collect([1, 2], 1)).toMatchObject({
      lines: [{ quantity: 2, sources: [{ fulfillmentOrderGid: "fo_2", quantity: 2 }] }],
    });
    expect(collect([1, 2], 2)).toMatchObject({ lines: [{ quantity: 1 }] });
    expect(collect([1, 2], 3)).toEqual({ kind: "mapped", lines: [] });
  });

  it.each([
    ["is not linked", buildOrderLine(), new Map<VariantGid, MappedVariant>()],
    ["was deleted", buildOrderLine({ variantId: null }), variants],
  ])("stop it all when a variant %s", (_, line, known) => {
    expect(collect([1], 0, [line], known)).toMatchObject({
      kind: "not_linked",
      unlinked: [{ title: "Cooker", variantId: line.variantId }],
    });
  });

  it("do not need a variant nothing of which is open", () => {
    const gone = buildOrderLine({ id: asId("line_2"), variantId: null });
    expect(collect([1], 0, [buildOrderLine(), gone])).toMatchObject({ kind: "mapped", lines: [{}] });
  });

  it("fall back to Shopify's title", () => {
    const untitled = new Map([[mapped.variantGid, { ...mapped, title: "" }]]);
    expect(collect([1], 0, [buildOrderLine()], untitled)).toMatchObject({ lines: [{ title: "Cooker" }] });
  });
});
