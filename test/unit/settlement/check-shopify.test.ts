import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  checkShopify,
  type ShopifyCheckedOrder,
  type ShopifyCheckedParcel,
} from "#app/domain/settlement/check-shopify.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { asId } from "#test/support/as-id.ts";
import { buildParcelMoney } from "../orders/build-parcel-money.ts";

const NOW = new Date("2026-11-21T08:00:00Z");
const marking = { isAutomatic: true, now: NOW };

const unitsOf = (lineGid: string, quantity: number) => ({ lineGid: asId<LineItemGid>(lineGid), quantity });

const parcelOf = (status: string, lineGid = "line-1"): ShopifyCheckedParcel => ({
  ...buildParcelMoney({ status }),
  units: [unitsOf(lineGid, 2)],
});

type Given = Partial<ShopifyCheckedOrder> & {
  readonly parcels: readonly ShopifyCheckedParcel[];
  readonly paymentMode?: PaymentMode;
  readonly mode?: Mode;
};

function buildOrder({ parcels, paymentMode = "COD", mode = "live", ...more }: Given): ShopifyCheckedOrder {
  return {
    ...{
      state: "delivered",
      outstandingPkr: rupees(0),
      netPaymentPkr: rupees(1800),
      isCancelled: false,
      isLeftAsItIs: false,
    },
    lines: parcels.flatMap(({ units }) => units ?? []),
    handoffs: [{ mode, paymentMode, parcels }],
    ...more,
  };
}

const unpaid = { outstandingPkr: rupees(1800), netPaymentPkr: rupees(0) };

describe("checkShopify", () => {
  it.each<[string, Given]>([
    ["a delivered order that is paid", { parcels: [parcelOf("DELIVERED")] }],
    ["a refused order that nobody paid", { parcels: [parcelOf("RETURNED")], ...unpaid, state: "refused" }],
    [
      "a cancelled order that nobody paid",
      { parcels: [parcelOf("CANCELLED")], ...unpaid, state: "cancelled" },
    ],
    [
      "a refused prepaid order that the merchant left as it is",
      { parcels: [parcelOf("RETURNED")], paymentMode: "PREPAID", state: "refused", isLeftAsItIs: true },
    ],
    [
      "an order whose goods the merchant sent",
      { parcels: [parcelOf("CANCELLED")], paymentMode: "PREPAID", state: "finished_in_shopify" },
    ],
    [
      "one of two refused, its items removed, the rest paid",
      {
        parcels: [parcelOf("DELIVERED"), parcelOf("RETURNED", "line-2")],
        lines: [unitsOf("line-1", 2)],
      },
    ],
  ])("agrees with %s", (_, given) => {
    expect(checkShopify(buildOrder(given), marking)).toEqual({ kind: "agrees" });
  });

  it.each<[string, Given, object]>([
    [
      "collected by the courier, not paid in Shopify",
      { parcels: [parcelOf("DELIVERED")], ...unpaid },
      { kind: "unpaid", sumPkr: rupees(1800), outstandingPkr: rupees(1800) },
    ],
    [
      "refused items that keep the order from being marked as paid",
      {
        parcels: [parcelOf("DELIVERED"), parcelOf("RETURNED", "line-2")],
        outstandingPkr: rupees(3600),
        netPaymentPkr: rupees(0),
      },
      { kind: "items_left", sumPkr: rupees(1800), outstandingPkr: rupees(3600) },
    ],
    [
      "half of the refused items still there",
      {
        parcels: [parcelOf("DELIVERED"), parcelOf("RETURNED", "line-2")],
        ...{ outstandingPkr: rupees(2700), netPaymentPkr: rupees(0) },
        lines: [unitsOf("line-1", 2), unitsOf("line-2", 1)],
      },
      { kind: "items_left", sumPkr: rupees(900) },
    ],
    [
      "a refused prepaid order whose customer is still to get the money back",
      { parcels: [parcelOf("RETURNED")], paymentMode: "PREPAID", state: "refused" },
      { kind: "refund_due", sumPkr: rupees(1800) },
    ],
    [
      "one of two prepaid parcels refused, paid and still in the order",
      {
        parcels: [parcelOf("DELIVERED"), parcelOf("RETURNED", "line-2")],
        ...{ paymentMode: "PREPAID", netPaymentPkr: rupees(3600) },
      },
      { kind: "items_left", sumPkr: rupees(1800) },
    ],
    [
      "money Shopify shows as owed to the customer",
      {
        parcels: [parcelOf("CANCELLED")],
        paymentMode: "PREPAID",
        state: "cancelled",
        outstandingPkr: rupees(-1800),
      },
      { kind: "owed_back", sumPkr: rupees(1800) },
    ],
  ])("tells of %s", (_, given, difference) => {
    expect(checkShopify(buildOrder(given), marking)).toMatchObject({ kind: "differs", difference });
  });

  describe("where the merchant sends a part of the order himself", () => {
    const lines = [unitsOf("line-1", 2), unitsOf("own-line", 1)];

    it("asks for no money back that may be for what he sent", () => {
      const removed = lines.slice(1);
      const given = {
        parcels: [parcelOf("RETURNED")],
        paymentMode: "PREPAID" as const,
        state: "refused" as const,
      };
      expect(checkShopify(buildOrder({ ...given, lines: removed }), marking)).toEqual({ kind: "agrees" });
      expect(
        checkShopify(buildOrder({ ...given, lines, netPaymentPkr: rupees(2300) }), marking),
      ).toMatchObject({
        difference: { kind: "items_left", sumPkr: 1800 },
      });
    });

    it("takes the couriers' cash for recorded once payments by hand hold it", () => {
      const given = { parcels: [parcelOf("DELIVERED")], lines, outstandingPkr: rupees(550) };
      const recorded = { ...given, netPaymentPkr: rupees(1800), manualPaidPkr: rupees(1800) };
      expect(checkShopify(buildOrder(recorded), marking)).toEqual({ kind: "agrees" });
      const byCard = { ...given, netPaymentPkr: rupees(1800), manualPaidPkr: rupees(0) };
      expect(checkShopify(buildOrder(byCard), marking)).toMatchObject({ difference: { kind: "unpaid" } });
    });
  });

  it("waits for a marking that comes by itself, and for the margin where the merchant marks", () => {
    const order = buildOrder({ parcels: [parcelOf("DELIVERED")], ...unpaid });
    const justNow = new Date("2026-11-20T08:30:00Z");
    const waits = { kind: "not_yet", because: "marking_comes" };
    expect(checkShopify(order, { ...marking, now: justNow })).toEqual(waits);
    expect(checkShopify(order, { ...marking, isAutomatic: false })).toEqual(waits);
    const released = { ...parcelOf("DELIVERED"), marginStatus: "RELEASED" };
    const reported = checkShopify(buildOrder({ parcels: [released], ...unpaid }), {
      ...marking,
      isAutomatic: false,
    });
    expect(reported).toMatchObject({ kind: "differs", difference: { kind: "unpaid" } });
  });

  it("says nothing of an order that is not over, or was not read", () => {
    const open = buildOrder({ parcels: [parcelOf("DELIVERED"), parcelOf("SHIPPED", "line-2")], ...unpaid });
    expect(checkShopify(open, marking)).toEqual({ kind: "not_yet", because: "order_open" });
    const back = buildOrder({ parcels: [parcelOf("CANCELLED")], paymentMode: "PREPAID", state: "held" });
    expect(checkShopify(back, marking)).toEqual({ kind: "not_yet", because: "order_open" });
    const unread = buildOrder({ parcels: [parcelOf("DELIVERED")], outstandingPkr: null });
    expect(checkShopify(unread, marking)).toEqual({ kind: "unknown", why: "order_unread" });
  });

  it("leaves the money of a test out", () => {
    const other = { mode: "test" as const, paymentMode: "COD" as const, parcels: [parcelOf("DELIVERED")] };
    const order = buildOrder({ parcels: [parcelOf("DELIVERED")] });
    expect(checkShopify({ ...order, handoffs: [...order.handoffs, other] }, marking)).toEqual({
      kind: "agrees",
    });
  });
});
