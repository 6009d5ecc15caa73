import type { Prisma } from "@prisma/client";
import type { ClaimedWork } from "#app/platform/work.server.ts";
import type { ShopifyFulfillmentOrder, ShopifyOrder } from "#app/shopify/order.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import type { HoldCode } from "./hold-codes.ts";
import type { OrderRecord } from "./order-record.server.ts";

/** Something about the order that a person has to see to, with the numbers and words of its sentence. */
export type Need = { readonly code: HoldCode; readonly params?: Prisma.InputJsonObject };

/** One leased pass over one order. Every write goes through the lease of `claim`. */
export type OrderRun = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  /** Our own rows; loaded again after each stage that changed them. */
  record: OrderRecord;
  /** Found in this pass; what is not found again is resolved at its end. */
  readonly needs: Need[];
};

/** A pass that also holds what Shopify says now. */
export type ReadRun = OrderRun & {
  /** Read once per pass; what we change in Shopify ourselves is noted here instead of being read again. */
  shopify: ShopifyOrder;
  readonly locationGid: string;
};

/** Notes what Shopify answered about a fulfillment order we acted on. */
export function noteFulfillmentOrder(
  run: ReadRun,
  id: string,
  change: Partial<Pick<ShopifyFulfillmentOrder, "status" | "requestStatus">>,
): void {
  const fulfillmentOrders = run.shopify.fulfillmentOrders.map((each) =>
    each.id === id ? { ...each, ...change } : each,
  );
  run.shopify = { ...run.shopify, fulfillmentOrders };
}

type FulfilledUnits = {
  readonly fulfillmentOrderId: string;
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
};

/** Notes that units became a fulfillment: what is left of a fulfillment order shrinks, and with nothing left it is closed. */
export function noteFulfilled(run: ReadRun, units: readonly FulfilledUnits[]): void {
  const fulfillmentOrders = run.shopify.fulfillmentOrders.map((each) => {
    const gone = units.filter((unit) => unit.fulfillmentOrderId === each.id).flatMap((unit) => unit.lines);
    if (gone.length === 0) return each;
    const lines = each.lines.map((line) => {
      const fulfilled = gone
        .filter(({ id }) => id === line.id)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      return { ...line, remainingQuantity: Math.max(0, line.remainingQuantity - fulfilled) };
    });
    const isOver = lines.every((line) => line.remainingQuantity === 0);
    return { ...each, lines, status: isOver ? "CLOSED" : each.status };
  });
  run.shopify = { ...run.shopify, fulfillmentOrders };
}

/** What one stage of a pass leaves behind. */
export type StageResult =
  | { readonly kind: "go_on" }
  /** Something changed in our rows: they are loaded again before the next stage. */
  | { readonly kind: "changed" }
  /** Something is not known yet, and nothing else may be decided before it is. */
  | { readonly kind: "come_again"; readonly delayMs: number };

export const goOn: StageResult = { kind: "go_on" };
export const changed: StageResult = { kind: "changed" };
