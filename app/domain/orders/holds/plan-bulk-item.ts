import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { isUnsettled } from "#app/domain/money/payment-state.ts";
import { planOrderActions } from "#app/domain/orders/page/order-actions.ts";
import { waitingSentence } from "./waiting-sentence.ts";

/** The bulk actions on orders. */
export const bulkActions = ["place", "retry", "cancel", "resume", "pay", "choose_city"] as const;

export type BulkAction = (typeof bulkActions)[number];

type HoldOfItem = { readonly code: string; readonly action: HoldAction; readonly sentence: string };

export type BulkOrder = {
  readonly state: string;
  readonly holdCode: string | null;
  readonly placeRequestedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly holds: readonly HoldOfItem[];
  readonly parcels: OrderActionsInput["parcels"];
};

type OrderActionsInput = Parameters<typeof planOrderActions>[0];

export type BulkVerdict =
  | { readonly kind: "press" }
  /** Why not, as the merchant reads it. */
  | { readonly kind: "refused"; readonly reason: string };

const applicable: BulkVerdict = { kind: "press" };
const refused = (reason: string): BulkVerdict => ({ kind: "refused", reason });

/** Whether an action fits one of the chosen orders in its present state; each order is checked when its turn comes. */
export function planBulkItem(action: BulkAction, order: BulkOrder): BulkVerdict {
  switch (action) {
    case "place":
      return planPlace(order);
    case "retry":
      return actionsOf(order).retry
        ? applicable
        : refused(overWords(order) ?? "There is nothing to try again.");
    case "cancel":
      return planCancel(order);
    case "resume":
      return planResume(order);
    case "pay":
      return planPay(order);
    case "choose_city":
      return order.holds.some(({ action: fix }) => fix === "choose_city")
        ? applicable
        : refused("Its city is not asked any more.");
  }
}

function actionsOf(order: BulkOrder) {
  return planOrderActions({ order, parcels: order.parcels, mode: null });
}

/** The holds that *Place* ends; *Place anyway* is a decision about one order, never about many. */
const PLACEABLE: ReadonlySet<HoldAction> = new Set(["place", "end_test_connection"]);

function planPlace(order: BulkOrder): BulkVerdict {
  const inTheWay = order.holds.find((hold) => !PLACEABLE.has(hold.action));
  if (inTheWay) return refused(inTheWay.sentence);
  // Sending a cancelled order again is a decision about that one.
  if (order.state !== "cancelled" && actionsOf(order).place) return applicable;
  const waits = waitingSentence(order.state, order.holdCode);
  return refused(overWords(order) ?? waits ?? "It cannot be placed now.");
}

function planPay(order: BulkOrder): BulkVerdict {
  if (actionsOf(order).pay.length > 0) return applicable;
  const isUnderWay = order.parcels.some(({ payment }) => payment && isUnsettled(payment.state));
  return refused(isUnderWay ? "It is being paid already." : "It does not wait for funds.");
}

function planCancel(order: BulkOrder): BulkVerdict {
  if (order.cancelRequestedAt !== null) return refused("It was cancelled before.");
  if (actionsOf(order).cancel) return applicable;
  return refused(
    order.state === "placed" || order.state === "on_the_way"
      ? "It is packed or on its way. The customer can refuse it at the door."
      : (overWords(order) ?? "It cannot be cancelled now."),
  );
}

function planResume({ cancelRequestedAt, parcels }: BulkOrder): BulkVerdict {
  if (cancelRequestedAt === null) return refused("It was not cancelled here.");
  return parcels.length === 0
    ? applicable
    : refused("It was sent and cancelled at the supplier. Press Place to send it again.");
}

const OVER: Readonly<Record<string, string>> = {
  new: "It has just arrived and is being looked at.",
  placing: "It is being placed already.",
  placed: "It is placed already.",
  awaiting_funds: "It is placed and waits for funds.",
  on_the_way: "It is on its way already.",
  delivered: "It is delivered already.",
  refused: "Its parcel was refused or returned.",
  cancelled: "It was cancelled.",
};

function overWords({ state }: BulkOrder): string | null {
  return OVER[state] ?? null;
}
