import type { Shop } from "@prisma/client";
import { findDecision, isDismissed } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { isPrepaid } from "#app/domain/orders/money/spends-wallet.ts";
import { isUnplaced } from "#app/domain/orders/page/order-actions.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import { currentHandoffs } from "../tracked-parcels.ts";
import type { TrackedOrder } from "../tracked-rows.server.ts";

/** How far an order is, as it decides what its customer may still choose. */
const choiceSteps = [
  "before_placing",
  /** It is being sent at this moment: what is chosen now is done once that is known. */
  "placing",
  "before_packing",
  "packed",
  "on_the_way",
  "delivered",
  "returned",
  "cancelled",
  /** The shop has sent it itself. */
  "by_shop",
] as const;
export type ChoiceStep = (typeof choiceSteps)[number];

export type Choices = {
  readonly step: ChoiceStep;
  /** It is too late, though not all parcels have come as far. */
  readonly isLateInPart: boolean;
  /** `open`: the customer may say that they mean the order; `closed`: nobody asks them. */
  readonly confirm: "open" | "given" | "closed";
  /** The order is not sent before they have said so. */
  readonly isAwaited: boolean;
  readonly canCorrect: boolean;
  readonly canCancel: boolean;
  /** Who has cancelled it; null where nobody has. */
  readonly cancelledBy: "customer" | "shop" | null;
};

type AskingShop = Pick<Shop, "confirmationAsker">;

/** What a customer may still choose: nothing once a parcel is packed, as it does not reach the service any more. */
export function planChoices(order: TrackedOrder, shop: AskingShop): Choices {
  const step = stepOf(order);
  const cancelledBy = cancelledByOf(order, step);
  const isOpen = cancelledBy === null && isBeforePacking(step);
  const confirm = isOpen ? confirmOf(order, step, shop) : "closed";
  const state = order.confirmation?.state;
  const isPlaceable = confirm === "open" && step === "before_placing";
  return {
    ...{ step, confirm, cancelledBy },
    isLateInPart: !isBeforePacking(step) && liveParcels(order).some(isReachable),
    isAwaited: isPlaceable && (state === "awaiting" || state === "not_confirmed"),
    canCorrect: isOpen && isCorrectable(order, step),
    canCancel: isOpen,
  };
}

/**
 * What an order does not say yet is not corrected; and whoever has a prepaid one sent spends the shop's wallet (R55), which
 * is not the customer's.
 */
function isCorrectable(order: TrackedOrder, step: ChoiceStep): boolean {
  return order.customerEnc !== null && !(isPrepaid(order) && step === "before_placing");
}

/** Whether what is chosen still reaches the parcel, as far as we know. */
export function isBeforePacking(step: ChoiceStep): boolean {
  return step === "before_placing" || step === "placing" || step === "before_packing";
}

const STEPS: Readonly<Record<string, ChoiceStep>> = {
  PROCESSING: "packed",
  SHIPPED: "on_the_way",
  DELIVERED: "delivered",
  RETURNED: "returned",
};

function isReachable({ status }: { readonly status: string }): boolean {
  return STEPS[status] === undefined;
}

/** Of several parcels the one that is furthest counts. */
function stepOf(order: TrackedOrder): ChoiceStep {
  const live = liveParcels(order);
  if (live.length > 0) {
    const steps = live.map(({ status }) => STEPS[status] ?? "before_packing");
    return steps.reduce((a, b) => (choiceSteps.indexOf(b) > choiceSteps.indexOf(a) ? b : a));
  }
  if (order.cancelledAt !== null || order.state === "cancelled") return "cancelled";
  // Also where a person has to look at what became of it: until they have, the service may hold it.
  if (order.state === "placing" || order.handoffs.some(({ state }) => state === "sending")) return "placing";
  return isUnplaced(order.state) ? "before_placing" : "by_shop";
}

export function liveParcels(order: TrackedOrder) {
  return currentHandoffs(order).flatMap(({ parcels }) =>
    parcels.filter(({ status }) => status !== "CANCELLED"),
  );
}

function cancelledByOf({ decisions, cancelledAt }: TrackedOrder, step: ChoiceStep): Choices["cancelledBy"] {
  const decision = findDecision(decisions, "cancel");
  if (step !== "cancelled" && !(isBeforePacking(step) && (decision || cancelledAt))) return null;
  return decision?.by === CUSTOMER ? "customer" : "shop";
}

/** Nobody is asked twice (R16), what is paid needs no word, and of what was not read yet nobody knows what they would confirm. */
function confirmOf(order: TrackedOrder, step: ChoiceStep, shop: AskingShop): Choices["confirm"] {
  if (step === "before_packing") return confirmAtService(order);
  if (isPrepaid(order)) return "closed";
  if (order.confirmation?.state === "confirmed") return "given";
  const isAskable = shop.confirmationAsker === "shop" && order.readAt !== null;
  return step === "before_placing" && isAskable ? "open" : "closed";
}

/** The service asks customers itself: only where it could not reach them, their word is wanted here. */
function confirmAtService(order: TrackedOrder): Choices["confirm"] {
  if (order.confirmation?.state === "confirmed" || isDismissed(order, "confirmation_failed")) return "given";
  return liveParcels(order).some(({ confirmation }) => confirmation === "FAILED") ? "open" : "closed";
}
