import { isUnsettled } from "../../wallet/payment-state.ts";
import type { HoldAction } from "../hold-rule.ts";
import { planOrderActions } from "../order-actions.ts";
import { waitingSentence } from "../waiting-sentence.ts";

/** What can be done to many orders with one press. */
export const bulkActions = ["place", "retry", "cancel", "resume", "pay", "choose_city"] as const;

export type BulkAction = (typeof bulkActions)[number];

type NeedOfItem = { readonly code: string; readonly action: HoldAction; readonly sentence: string };

export type BulkOrder = {
  readonly state: string;
  readonly holdCode: string | null;
  readonly placeRequestedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly needs: readonly NeedOfItem[];
  readonly parcels: Acted["parcels"];
};

type Acted = Parameters<typeof planOrderActions>[0];

export type BulkVerdict =
  | { readonly kind: "press" }
  /** Why not, as the merchant reads it. */
  | { readonly kind: "refused"; readonly reason: string };

const press: BulkVerdict = { kind: "press" };
const refused = (reason: string): BulkVerdict => ({ kind: "refused", reason });

/** Whether an action fits one of many orders as it stands now; each order is judged when its turn comes. */
export function planBulkItem(action: BulkAction, order: BulkOrder): BulkVerdict {
  switch (action) {
    case "place":
      return planPlace(order);
    case "retry":
      return actionsOf(order).retry ? press : refused(overWords(order) ?? "There is nothing to try again.");
    case "cancel":
      return planCancel(order);
    case "resume":
      return planResume(order);
    case "pay":
      return planPay(order);
    case "choose_city":
      return order.needs.some(({ action: fix }) => fix === "choose_city")
        ? press
        : refused("Its city is not asked any more.");
  }
}

function actionsOf(order: BulkOrder) {
  return planOrderActions({ order, parcels: order.parcels, mode: null });
}

/** These a press on *Place* answers; *Place anyway* is a decision about one order, never about many. */
const PLACEABLE: ReadonlySet<HoldAction> = new Set(["place", "end_test_connection"]);

function planPlace(order: BulkOrder): BulkVerdict {
  const inTheWay = order.needs.find((need) => !PLACEABLE.has(need.action));
  if (inTheWay) return refused(inTheWay.sentence);
  // Sending a cancelled order again is a decision about that one.
  if (order.state !== "cancelled" && actionsOf(order).place) return press;
  const waits = waitingSentence(order.state, order.holdCode);
  return refused(overWords(order) ?? waits ?? "It cannot be placed now.");
}

function planPay(order: BulkOrder): BulkVerdict {
  if (actionsOf(order).pay.length > 0) return press;
  const isUnderWay = order.parcels.some(({ payment }) => payment && isUnsettled(payment.state));
  return refused(isUnderWay ? "It is being paid already." : "It does not wait for funds.");
}

function planCancel(order: BulkOrder): BulkVerdict {
  if (order.cancelRequestedAt !== null) return refused("It was cancelled before.");
  if (actionsOf(order).cancel) return press;
  return refused(
    order.state === "placed" || order.state === "on_the_way"
      ? "It is packed or on its way. The customer can refuse it at the door."
      : (overWords(order) ?? "It cannot be cancelled now."),
  );
}

function planResume({ cancelRequestedAt, parcels }: BulkOrder): BulkVerdict {
  if (cancelRequestedAt === null) return refused("It was not cancelled here.");
  return parcels.length === 0
    ? press
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
