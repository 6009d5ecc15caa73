import { setTimeout as pause } from "node:timers/promises";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";

import { requestHold } from "#app/domain/orders/commands/decisions/request-command.server.ts";

import type { PlacingTimes, Weekday } from "#app/domain/orders/rules/placing-times.ts";
import { savePlacingTimes } from "#app/domain/orders/rules/save-placing-times.server.ts";

import { REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type ButtonShop, daysAgo } from "./button-shop.ts";
import { type HoldScenarios, scenarioTools } from "./hold-scenario.ts";

type Code =
  | "cancellation_pending"
  | "comes_back"
  | "grace_period"
  | "held_by_person"
  | "missing_scope"
  | "not_a_delivery"
  | "not_requestable"
  | "on_hold_in_shopify"
  | "order_nearly_too_old"
  | "order_too_old"
  | "order_waited_long"
  | "out_of_hours"
  | "placing_paused"
  | "scheduled"
  | "shopify_refused"
  | "shopify_test_order"
  | "test_connection"
  | "too_many_items"
  | "variant_not_linked"
  | "work_deadly"
  | "work_stopped";

type Row = { readonly id: string; readonly orderGid: string };

const SOON_MS = 3000;
/** Long enough that its order rests until somebody chooses another day. */
const SCHEDULED_MS = 600_000;

const ANY_TIME: PlacingTimes = { grace: { kind: "none" }, hours: null };

/** Holds for what the store, Shopify or this app says of an order. */
export function scenariosOfTheStore(shop: ButtonShop): Pick<HoldScenarios, Code> {
  const { cooker, held, nothing, shopify } = scenarioTools(shop);
  const { db } = shop.app;
  const wake = ({ orderGid }: Row) => shop.wake(orderGid);
  const cancelled = async (row: Row) => {
    shopify.cancelOrder({ orderId: row.orderGid });
    await wake(row);
  };
  const saveTimes = async (times: PlacingTimes) =>
    savePlacingTimes(await shop.context(), { times, by: "Ali" });
  const writtenWait = (code: "cancellation_pending" | "not_requestable") =>
    shop.writeHold(cooker(), code, "waiting");
  return {
    scheduled: {
      hold: () => held("scheduled", { fulfillAt: new Date(Date.now() + SCHEDULED_MS).toISOString() }),
      async mend(row) {
        const id = await shop.openFulfillmentOrder(row.orderGid);
        shopify.reschedule({ id, fulfillAt: new Date(Date.now() + SOON_MS).toISOString() });
      },
    },
    grace_period: {
      async hold() {
        await saveTimes({ grace: { kind: "minutes", minutes: 30 }, hours: null });
        return held("grace_period");
      },
      ...{ mend: cancelled, mended: "cancelled", restore: () => saveTimes(ANY_TIME) },
    },
    out_of_hours: {
      async hold() {
        // The day after tomorrow in UTC: it has begun in no zone.
        const later = (((new Date().getUTCDay() + 1) % 7) + 1) as Weekday;
        await saveTimes({ ...ANY_TIME, hours: { days: [later], fromMinute: 0, toMinute: 0 } });
        return held("out_of_hours");
      },
      ...{ mend: cancelled, mended: "cancelled", restore: () => saveTimes(ANY_TIME) },
    },
    on_hold_in_shopify: {
      async hold() {
        await shop.settings({ paused: true });
        const row = await shop.buy(cooker(), "waiting");
        shopify.hold({ id: await shop.openFulfillmentOrder(row.orderGid), notes: "Call first" });
        await shop.settings({ paused: false });
        await wake(row);
        return shop.reached(row.orderGid, "on_hold_in_shopify");
      },
      mend: async (row) => shopify.releaseHold({ id: await shop.openFulfillmentOrder(row.orderGid) }),
    },
    // Over before anybody could look: the request is answered by the same pass.
    cancellation_pending: {
      hold: () => writtenWait("cancellation_pending"),
      ...{ mend: wake, mendFirst: ["wait"] },
    },
    // A state of a fulfillment order Shopify describes nowhere, should it ever come.
    not_requestable: { hold: () => writtenWait("not_requestable"), mend: wake },
    placing_paused: {
      async hold() {
        await shop.settings({ paused: true });
        return held("placing_paused");
      },
      mend: () => shop.settings({ paused: false }),
      restore: () => shop.settings({ paused: false }),
    },
    not_a_delivery: {
      hold: () => held("not_a_delivery", { deliveryMethodType: "LOCAL" }),
      ...{ mend: cancelled, mended: "cancelled" },
    },
    shopify_test_order: {
      hold: () => held("shopify_test_order", { test: true }),
      ...{ mend: cancelled, mended: "cancelled" },
    },
    test_connection: {
      hold: () => held("test_connection"),
      async mend() {
        // Shopify tells creation in whole seconds: live a second later, it was surely ordered before.
        await pause(1_000);
        await shop.connect(DEMO_LIVE_KEY);
        await activateConnection(await shop.context(), { mode: "live", by: "Test" });
      },
      // It was ordered before the store went live (R36).
      mended: "to_place",
      restore: async () => {
        await activateConnection(await shop.context(), { mode: "test", by: "Test" });
      },
    },
    too_many_items: {
      hold: () =>
        held("too_many_items", { lines: Array.from({ length: 51 }, () => shop.line("cooker", 1600)) }),
      async mend(row) {
        const [line] = shop.inShopify(row.orderGid).lines;
        shopify.editOrder({ orderId: row.orderGid, set: [{ lineId: line?.id ?? "", quantity: 0 }] });
        await wake(row);
      },
    },
    variant_not_linked: {
      async hold() {
        const own = shopify.addOwnProduct({ title: "Own Stock Lamp", price: 1500 });
        const { gid } = await shop.place({ lines: [{ variantId: own.variantId, price: 1500, quantity: 1 }] });
        const routed = await shop.soon("the order to be routed", async () => {
          return shopify.fulfillmentOrdersOf({ orderId: gid })[0];
        });
        const { locationGid } = (await shop.context()).shop;
        shopify.rules({ set: { move_needs_stock: false } });
        shopify.moveFulfillmentOrder({ id: routed.id, locationId: locationGid ?? "" });
        shopify.rules({ set: { move_needs_stock: true } });
        await shop.wake(gid);
        return shop.reached(gid, "variant_not_linked");
      },
      ...{ mend: cancelled, mended: "cancelled" },
    },
    comes_back: {
      async hold() {
        const row = await shop.buy(cooker());
        await shop.moveParcels(row, "SHIPPED");
        const shipped = await shop.untilState(row.orderGid, "on_the_way");
        const [fulfillment] = shop.inShopify(row.orderGid).fulfillments;
        await shop.moveParcels(row, "RETURNED");
        await shop.untilState(shipped.orderGid, "refused");
        shopify.cancelFulfillment({ id: fulfillment?.id ?? "" });
        await wake(row);
        return shop.reached(row.orderGid, "comes_back");
      },
      ...{ mend: cancelled, mended: "refused", ends: { cancel: "refused", move_away: "refused" } },
    },
    held_by_person: {
      async hold() {
        await shop.settings({ paused: true });
        const row = await shop.buy(cooker(), "waiting");
        await requestHold(await shop.context(), { orderId: row.id, by: "Test" });
        const kept = await shop.reached(row.orderGid, "held_by_person");
        await shop.settings({ paused: false });
        return kept;
      },
      ...{ mend: cancelled, mended: "cancelled" },
    },
    order_waited_long: {
      hold: () => held("order_waited_long", { createdAt: daysAgo(11).toISOString() }),
      ...{ mend: cancelled, mended: "cancelled" },
    },
    order_nearly_too_old: {
      hold: () => held("order_nearly_too_old", { createdAt: daysAgo(51).toISOString() }),
      ends: { leave_it: "held" },
      ...{ mend: cancelled, mended: "cancelled" },
    },
    order_too_old: {
      async hold() {
        const createdAt = new Date(daysAgo(60).getTime() + SOON_MS).toISOString();
        const row = await held("order_nearly_too_old", { createdAt });
        return shop.soon("the order to be out of sight", async () => {
          await wake(row);
          const now = await shop.findOrder(row.orderGid);
          return now && shop.has("order_too_old")(await shop.pageOf(now)) ? now : null;
        });
      },
      // Shopify shows it no more: only a person can say that it is finished.
      mend: (row) => shop.press(row, { intent: "finished_in_shopify" }),
      mended: "finished_in_shopify",
      mendFirst: ["open_in_shopify"],
    },
    missing_scope: {
      async hold() {
        const row = await shop.buy(cooker());
        const scopes = REQUIRED_SCOPES.filter(
          (scope) => !/_orders$/.test(scope) || /fulfillment/.test(scope),
        );
        shopify.setScopes({ scopes });
        await shop.moveParcels(row, "SHIPPED");
        return shop.reached(row.orderGid, "missing_scope");
      },
      async mend(row) {
        shopify.setScopes({ scopes: REQUIRED_SCOPES });
        await wake(row);
      },
      mended: "on_the_way",
      restore: async () => shopify.setScopes({ scopes: REQUIRED_SCOPES }),
    },
    shopify_refused: {
      async hold() {
        const row = await shop.buy(cooker());
        shopify.faults({ requests: [{ kind: "refused", field: "fulfillmentCreate:run", times: 1000 }] });
        await shop.moveParcels(row, "SHIPPED");
        return shop.reached(row.orderGid, "shopify_refused");
      },
      ...{
        mend: async () => shop.clearFaults(),
        mended: "on_the_way",
        restore: async () => shop.clearFaults(),
      },
    },
    work_deadly: {
      async hold() {
        const row = await shop.buyPaused(cooker(), ({ orderGid }) =>
          db.work.updateMany({
            where: { kind: "order.reconcile", subject: orderGid },
            data: { unfinishedRuns: 5 },
          }),
        );
        return shop.reached(row.orderGid, "work_deadly");
      },
      ...{ mend: nothing, mendFirst: ["retry"] },
    },
    work_stopped: {
      async hold() {
        // The correction of its customer cannot be opened: no pass gets past it.
        const torn = {
          shopId: shop.shopId,
          kind: "customer",
          by: "Ali",
          detailEnc: Buffer.from("torn"),
        } as const;
        const row = await shop.buyPaused(cooker(), ({ id: orderId }) =>
          db.orderDecision.create({ data: { ...torn, orderId } }),
        );
        const stopped = await shop.soon("the order to be given up", async () => {
          const found = await shop.findOrder(row.orderGid);
          if (found?.holdCode === "work_stopped") return found;
          return wake(row).then(() => null);
        });
        await db.orderDecision.deleteMany({ where: { orderId: row.id } });
        return stopped;
      },
      ...{ mend: nothing, mendFirst: ["retry"] },
    },
  };
}
