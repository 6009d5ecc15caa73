import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { FulfillmentOrderUnits } from "#app/domain/orders/fulfillment/plan-fulfillment.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { ObservedRequests } from "#app/platform/queue/work-result.ts";
import type { ShopifyFulfillmentOrder, ShopifyOrder } from "#app/shopify/order.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { OrderRecord } from "./order-record.server.ts";

/** Something about the order that a person has to see to, with the numbers and words of its sentence. */
export type Hold = { readonly code: HoldCode; readonly params?: Prisma.InputJsonObject };

/** One leased pass over one order. Every write goes through the lease of `claim`. */
export type OrderRun = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  /** Our own rows; loaded again after each stage that changed them. */
  record: OrderRecord;
  /** The pass has written since `record` was loaded. */
  needsReload: boolean;
  /** What had been marked when the service's events were last folded in: a pass may serve more than it was begun for. */
  observed: ObservedRequests;
  /** Found in this pass; what is not found again is resolved at its end. */
  readonly holds: Hold[];
  /** Delays after which something put off in this pass wants another one. */
  readonly requeueDelaysMs: number[];
  /** A placement waits for a person: nothing may be placed, cancelled or closed as if we knew all parcels. */
  hasPlacementConflict: boolean;
  /** The mode the service was last asked in. */
  lastCalledMode?: Mode;
};

/** Something is put off, and the rest of the pass goes on without it. */
export function requeueAfter({ requeueDelaysMs }: Pick<OrderRun, "requeueDelaysMs">, delayMs: number): void {
  requeueDelaysMs.push(delayMs);
}

const REOPENED_DELAY_MS = 2000;

/** Fulfillment orders that Shopify opens after a close are not in this run's read, and their webhook may be lost. */
export function requeueForReopened(run: Pick<OrderRun, "requeueDelaysMs">): void {
  requeueAfter(run, REOPENED_DELAY_MS);
}

/** A pass that also holds what Shopify says now. */
export type ReadRun = OrderRun & {
  /** Read once per pass; what we change in Shopify ourselves is noted here instead of being read again. */
  shopify: ShopifyOrder;
  readonly locationGid: string;
};

/** Notes what Shopify answered about a fulfillment order we acted on. */
export function updateFulfillmentOrder(
  run: ReadRun,
  id: string,
  change: Partial<Pick<ShopifyFulfillmentOrder, "status" | "requestStatus">>,
): void {
  const fulfillmentOrders = run.shopify.fulfillmentOrders.map((each) =>
    each.id === id ? { ...each, ...change } : each,
  );
  run.shopify = { ...run.shopify, fulfillmentOrders };
}

/** Notes that units became a fulfillment: what is left to ship shrinks, and with nothing left a fulfillment order is closed. */
export function updateFulfilledUnits(
  run: Pick<ReadRun, "shopify">,
  units: readonly FulfillmentOrderUnits[],
): void {
  const gone = units.flatMap((unit) => unit.lines);
  const before = run.shopify.fulfillmentOrders;
  const touched = before.filter((each) => units.some((unit) => unit.fulfillmentOrderId === each.id));
  const fulfillmentOrders = before.map((each) => {
    if (!touched.includes(each)) return each;
    const lines = each.lines.map((line) => ({
      ...line,
      remainingQuantity: Math.max(0, line.remainingQuantity - unitsOfLine(gone, line.id)),
    }));
    const isOver = lines.every((line) => line.remainingQuantity === 0);
    return { ...each, lines, status: isOver ? "CLOSED" : each.status };
  });
  const lines = run.shopify.lines.map((line) => {
    const places = touched.flatMap((each) => each.lines).filter((place) => place.lineId === line.id);
    const fulfilled = places.reduce((sum, place) => sum + unitsOfLine(gone, place.id), 0);
    return { ...line, unfulfilledQuantity: Math.max(0, line.unfulfilledQuantity - fulfilled) };
  });
  run.shopify = { ...run.shopify, fulfillmentOrders, lines };
}

function unitsOfLine(gone: FulfillmentOrderUnits["lines"], id: string): number {
  return gone.filter((line) => line.id === id).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What one stage of a pass leaves behind. */
export type StepResult =
  | { readonly kind: "continue" }
  /** Something changed in our rows: they are loaded again before the next stage. */
  | { readonly kind: "changed" }
  /** Something is not known yet, and nothing else may be decided before it is. */
  | { readonly kind: "requeue_after"; readonly delayMs: number };

export const continued: StepResult = { kind: "continue" };
export const changed: StepResult = { kind: "changed" };
