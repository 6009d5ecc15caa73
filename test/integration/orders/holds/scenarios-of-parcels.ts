import { rupees } from "#app/domain/money/rupees.ts";
import { type ButtonShop, daysAgo } from "./button-shop.ts";
import { type HoldScenarios, scenarioTools } from "./hold-scenario.ts";

type Code =
  | "awaiting_funds"
  | "cancel_delayed"
  | "cancelled_by_supplier"
  | "changed_after_placing"
  | "confirmation_failed"
  | "courier_will_collect_too_much"
  | "fulfillment_cancelled"
  | "margin_reversed"
  | "mark_paid_by_hand"
  | "parcel_refused"
  | "parcel_returned"
  | "parcel_stands_still"
  | "rider_asked_other_sum"
  | "too_late_to_cancel"
  | "units_not_open"
  | "unknown_contents";

/** Holds of orders that were placed. */
export function scenariosOfParcels(shop: ButtonShop): Pick<HoldScenarios, Code> {
  const { cooker, service, shopify } = scenarioTools(shop);
  type Row = Awaited<ReturnType<typeof shop.buy>>;
  const cancelledInShopify = async (row: Row) => {
    shopify.cancelOrder({ orderId: row.orderGid, refund: true });
    await shop.wake(row.orderGid);
  };
  const refunded = async (row: Row) => {
    shopify.refund({ orderId: row.orderGid, amount: 1800 });
    await shop.wake(row.orderGid);
  };
  const confirm = async (row: Row, confirmation: "FAILED" | "CONFIRMED") => {
    for (const { id } of await shop.atService(row)) await service.setConfirmation({ id, confirmation });
    await shop.readAgain(row);
  };
  const shipped = async (order = cooker()) => {
    const row = await shop.buy(order);
    await shop.moveParcels(row, "SHIPPED");
    return shop.untilState(row.orderGid, "on_the_way");
  };
  return {
    awaiting_funds: {
      async hold() {
        await shop.emptyWallet();
        const row = await shop.buy(cooker({ payment: "paid" }), "awaiting_funds");
        return shop.reached(row.orderGid, "awaiting_funds");
      },
      mend: () => service.topUp({ amount: 1_000_000 }),
      ...{ mendFirst: ["pay_from_wallet"], restore: () => service.topUp({ amount: 1_000_000 }) },
    },
    cancel_delayed: {
      async hold() {
        const row = await shop.buy(cooker());
        await service.armFault({
          ...{ kind: "refused", code: "not_found", method: "POST", path: "/orders/*/cancel", times: 1000 },
        });
        await shop.press(row, { intent: "cancel" });
        return shop.reached(row.orderGid, "cancel_delayed");
      },
      ...{ mend: () => service.clearFaults(), mended: "cancelled", restore: () => service.clearFaults() },
    },
    cancelled_by_supplier: {
      async hold() {
        const row = await shop.buy(cooker());
        await shop.moveParcels(row, "CANCELLED");
        return shop.reached(row.orderGid, "cancelled_by_supplier");
      },
      ...{ mend: cancelledInShopify, mended: "cancelled" },
    },
    changed_after_placing: {
      async hold() {
        const row = await shop.buy(cooker());
        shopify.editAddress({ orderId: row.orderGid, address: { address1: "House 99, Newer Street 3" } });
        return shop.reached(row.orderGid, "changed_after_placing");
      },
      ...{ mend: cancelledInShopify, mended: "cancelled" },
    },
    courier_will_collect_too_much: {
      async hold() {
        const row = await shop.buy(cooker());
        shopify.payOrder({ orderId: row.orderGid, amount: 300, gateway: "bank" });
        return shop.reached(row.orderGid, "courier_will_collect_too_much");
      },
      ...{ mend: cancelledInShopify, mended: "cancelled" },
    },
    confirmation_failed: {
      async hold() {
        const row = await shop.buy(cooker());
        await confirm(row, "FAILED");
        return shop.reached(row.orderGid, "confirmation_failed");
      },
      mend: (row) => confirm(row, "CONFIRMED"),
    },
    unknown_contents: {
      async hold() {
        await service.setUndefined({ itemFields: "nothing" });
        const lines = [shop.line("earbuds", 1000, 2), shop.line("speaker", 2000)];
        const row = await shop.buy({ lines });
        await shop.moveParcels(row, "SHIPPED");
        const isNumbered = (found: Row) => shop.parcels(found).every(({ trackingNumber }) => trackingNumber);
        await shop.until(row.orderGid, isNumbered, "both parcels to have their numbers");
        return shop.reached(row.orderGid, "unknown_contents");
      },
      async mend(row) {
        const id = await shop.openFulfillmentOrder(row.orderGid);
        const [first, second] = shop.parcels((await shop.findOrder(row.orderGid)) ?? row);
        const [one, other] = (await shop.ours(row.orderGid)).at(-1)?.lines ?? [];
        const number = (parcel: typeof first) => ({ company: "TCS", number: parcel?.trackingNumber ?? "" });
        shopify.fulfill({ id, lines: [{ id: one?.id ?? "", quantity: 2 }], ...number(first) });
        shopify.fulfill({ id, lines: [{ id: other?.id ?? "", quantity: 1 }], ...number(second) });
        await shop.wake(row.orderGid);
      },
      mended: "on_the_way",
      ends: { say_contents: "on_the_way" },
      restore: () => service.setUndefined({ itemFields: "full" }),
    },
    fulfillment_cancelled: {
      async hold() {
        const row = await shipped();
        const [fulfillment] = shop.inShopify(row.orderGid).fulfillments;
        shopify.cancelFulfillment({ id: fulfillment?.id ?? "" });
        return shop.reached(row.orderGid, "fulfillment_cancelled");
      },
      ...{ mend: (row) => shop.press(row, { intent: "leave_undone" }), mended: "on_the_way" },
      ends: { fulfil_again: "on_the_way" },
    },
    units_not_open: {
      async hold() {
        const row = await shop.buy(cooker());
        shopify.fulfill({ id: await shop.openFulfillmentOrder(row.orderGid) });
        await shop.moveParcels(row, "SHIPPED");
        return shop.reached(row.orderGid, "units_not_open");
      },
      ends: { leave_it: "on_the_way" },
      async mend(row) {
        const [fulfillment] = shop.inShopify(row.orderGid).fulfillments;
        shopify.cancelFulfillment({ id: fulfillment?.id ?? "" });
      },
      mended: "on_the_way",
    },
    too_late_to_cancel: {
      async hold() {
        const row = await shop.buy(cooker());
        await service.armFault({ kind: "webhook_lost", times: 2 });
        await shop.moveParcels(row, "PROCESSING");
        await shop.press(row, { intent: "cancel" });
        return shop.reached(row.orderGid, "too_late_to_cancel");
      },
      ...{ mend: (row) => shop.moveParcels(row, "SHIPPED", "RETURNED"), mended: "refused" },
      ...{ ends: { leave_it: "placed" }, restore: () => service.clearFaults() },
    },
    parcel_refused: {
      async hold() {
        const row = await shipped(cooker({ payment: "paid" }));
        await shop.moveParcels(row, "RETURNED");
        return shop.reached(row.orderGid, "parcel_refused");
      },
      ...{ mend: refunded, mended: "refused", ends: { leave_refused: "refused" } },
    },
    parcel_returned: {
      async hold() {
        const row = await shipped();
        await shop.moveParcels(row, "DELIVERED");
        await shop.soon("it to be paid", async () => shop.inShopify(row.orderGid).financialStatus === "PAID");
        await shop.moveParcels(row, "RETURNED");
        return shop.reached(row.orderGid, "parcel_returned");
      },
      ...{ mend: refunded, mended: "refused", ends: { leave_refused: "refused" } },
    },
    parcel_stands_still: {
      async hold() {
        const row = await shipped();
        const still = { stillSince: new Date(), stillUsualDays: 7, stillBasis: "default" as const };
        await shop.app.db.parcel.updateMany({
          where: { handoff: { orderId: row.id } },
          data: { movedAt: daysAgo(9), ...still },
        });
        await shop.wake(row.orderGid);
        return shop.reached(row.orderGid, "parcel_stands_still");
      },
      ...{ mend: (row) => shop.moveParcels(row, "DELIVERED"), mended: "delivered" },
      ends: { leave_it: "on_the_way" },
    },
    rider_asked_other_sum: {
      async hold() {
        const row = await shipped();
        await shop.app.db.parcel.updateMany({
          where: { handoff: { orderId: row.id } },
          data: { riderAskedPkr: rupees(2500), riderAskedAt: new Date() },
        });
        await shop.wake(row.orderGid);
        return shop.reached(row.orderGid, "rider_asked_other_sum");
      },
      // What a customer said stands until somebody has answered it.
      ...{ mend: (row) => shop.press(row, { intent: "customer_answered" }), mended: "on_the_way" },
      ends: { customer_answered: "on_the_way" },
    },
    margin_reversed: {
      async hold() {
        await shop.settings({ markPaidOnDelivery: false });
        await service.setTerms({ payoutHoldDays: 0 });
        const row = await shipped();
        await shop.moveParcels(row, "DELIVERED");
        await service.clock.advance({ seconds: 1 });
        const isReleased = (found: Row) =>
          shop.parcels(found).every(({ marginStatus }) => marginStatus === "RELEASED");
        await shop.until(row.orderGid, isReleased, "its margin to be released");
        await shop.moveParcels(row, "RETURNED");
        return shop.reached(row.orderGid, "margin_reversed");
      },
      // What was taken back does not come again; it only has to be known.
      ...{ mend: (row) => shop.press(row, { intent: "leave_it" }), mended: "refused" },
      ends: { leave_it: "refused" },
      async restore() {
        await shop.settings({ markPaidOnDelivery: true });
        await service.setTerms({ payoutHoldDays: 20 });
      },
    },
    mark_paid_by_hand: {
      async hold() {
        const own = shopify.addOwnProduct({ title: "Own Stock Lamp", price: 550 });
        const lines = [shop.line("cooker", 1600), { variantId: own.variantId, price: 550, quantity: 1 }];
        const row = await shipped({ lines });
        await shop.moveParcels(row, "DELIVERED");
        return shop.reached(row.orderGid, "mark_paid_by_hand");
      },
      async mend(row) {
        shopify.payOrder({ orderId: row.orderGid });
        await shop.wake(row.orderGid);
      },
      ...{ mended: "delivered", ends: { mark_as_paid: "delivered" } },
    },
  };
}
