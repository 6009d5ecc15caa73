import { describe, expect, it } from "vitest";
import type { OpenLine } from "#app/domain/orders/placement/open-lines.ts";
import { toMoneyInput } from "#app/domain/orders/placement/to-money-input.ts";
import type { LineItemGid, ParcelId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { buildPart } from "./build-order-money.ts";
import { buildHandoff, buildOrderLine, buildParcel, buildShopifyOrder } from "./build-shopify-order.ts";

type Question = Parameters<typeof toMoneyInput>[0];

const open: OpenLine = {
  lineGid: asId("line_1"),
  ...{ variantGid: asId("variant_1"), quantity: 1, title: "Cooker", supplierStoreId: null },
  ...{ parts: [{ ...buildPart(), title: null }], sources: [] },
};

function ask(overrides: Partial<Question> = {}) {
  return toMoneyInput({
    ...{ deliveryCharge: "as_it_is", mode: "live" },
    ...{ shopify: buildShopifyOrder(), paymentMode: "COD", openLines: [open], handoffs: [] },
    ...{
      ourLineIds: new Set([asId<LineItemGid>("line_1")]),
      shippingShare: "by_value",
      markedParcels: new Set(),
    },
    ...overrides,
  });
}

describe("the numbers of an order's money", () => {
  it("come over as Shopify wrote them", () => {
    expect(ask()).toMatchObject({
      ...{ shopCurrency: "PKR", paymentMode: "COD", taxesIncluded: true, tips: "0.00", duties: "0" },
      ...{ currentTotalPrice: "1800.00", totalOutstanding: "1800.00", earlierParcels: [], fees: "0" },
      lines: [{ owner: "ours", unitPrice: "1600.00", handoffQuantity: 1, settledQuantity: 0 }],
      shippingLines: [{ price: "200.00", refunded: "0" }],
    });
  });

  it("tell whose each line is", () => {
    const lines = [
      buildOrderLine(),
      buildOrderLine({ id: asId("line_2") }),
      buildOrderLine({ id: asId("line_3"), requiresShipping: false }),
    ];
    const { lines: reported } = ask({ shopify: buildShopifyOrder({ lines }) });
    expect(reported.map(({ owner }) => owner)).toEqual(["ours", "foreign", "unshippable"]);
  });

  it("hand nothing off of a line of ours that stands open no more", () => {
    expect(ask({ openLines: [] }).lines).toMatchObject([{ handoffQuantity: 0, parts: [] }]);
  });

  it("add fees with their taxes, and refunds of shipping with theirs", () => {
    const fee = { name: "COD fee", price: "100.00", taxLines: [{ amount: "18.00" }] };
    const refunds = [
      { shippingLineId: "shipping_1", subtotal: "50.00", tax: "9.00" },
      { shippingLineId: "shipping_2", subtotal: "11.00", tax: "0.00" },
    ];
    const shopify = buildShopifyOrder({ additionalFees: [fee], shippingRefunds: refunds });
    expect(ask({ shopify })).toMatchObject({ fees: "118", shippingLines: [{ refunded: "59" }] });
  });

  it.each([
    ["RECEIVED", 1, [1800]],
    ["DELIVERED", 1, [1800]],
    ["CANCELLED", 0, []],
    ["RETURNED", 0, []],
  ])("know that an earlier parcel that is %s settles %i units", (status, settled, collecting) => {
    const reported = ask({ handoffs: [buildHandoff({ parcels: [buildParcel({ status })] })] });
    expect(reported.lines).toMatchObject([{ settledQuantity: settled }]);
    expect(reported.earlierParcels).toEqual(collecting);
  });

  it("count no parcel of the other mode: a test parcel collects nothing", () => {
    const reported = ask({ handoffs: [buildHandoff({ mode: "test" })] });
    expect(reported.lines).toMatchObject([{ settledQuantity: 0 }]);
    expect(reported.earlierParcels).toEqual([]);
    expect(ask({ mode: "test", handoffs: [buildHandoff({ mode: "test" })] }).earlierParcels).toEqual([1800]);
  });

  it("count no parcel of a handoff that was refused, and no cash of a parcel that is marked paid", () => {
    expect(ask({ handoffs: [buildHandoff({ state: "refused" })] }).earlierParcels).toEqual([]);
    const parcels = [buildParcel(), buildParcel({ id: asId("parcel_2") })];
    const paid = ask({
      handoffs: [buildHandoff({ parcels })],
      markedParcels: new Set([asId<ParcelId>("parcel_1")]),
    });
    expect(paid.earlierParcels).toEqual([1800]);
    const one = ask({ handoffs: [buildHandoff()], markedParcels: new Set([asId<ParcelId>("parcel_1")]) });
    expect(one.earlierParcels).toEqual([]);
    expect(one.lines).toMatchObject([{ settledQuantity: 1 }]);
  });
});
