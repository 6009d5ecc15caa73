import {
  problemsOfCancelled,
  problemsOfClosedFulfillmentOrders,
  problemsOfDelivered,
  problemsOfShipped,
} from "../core/kill-following.ts";
import { moveParcels, requestCancellation } from "../core/merchant-moves.ts";
import type { DrillOrder, OrderFacts } from "../core/order-facts.ts";
import type { OrderKind } from "../core/orders.ts";
import { problemsOfPlaced } from "../core/problems.ts";
import type { DrillStage } from "../core/stage.ts";
import {
  changeAndReplace,
  changeTracking,
  problemsOfEnded,
  problemsOfNewTracking,
  problemsOfReplaced,
  refuseAndCancel,
} from "./later-steps.ts";

/** A moment in an order's life at which something happens to the process that works on it. */
export type Step = {
  readonly point: string;
  readonly title: string;
  /** Which process passes it: the one that takes deliveries, or the one that works. */
  readonly at: "web" | "worker";
  readonly kinds: readonly OrderKind[];
  /** What leads to it, of an order that is placed; without it placing itself does. */
  readonly cause?: (stage: DrillStage, order: DrillOrder, kind: OrderKind) => Promise<readonly string[]>;
  readonly problemsAfter: (facts: OrderFacts, kind: OrderKind) => readonly string[];
};

const allKinds: readonly OrderKind[] = ["COD", "prepaid", "two parcels"];
/** A prepaid order is nothing to mark as paid. */
const collected: readonly OrderKind[] = ["COD", "two parcels"];

const intake = { at: "web", kinds: allKinds, problemsAfter: problemsOfPlacedOnce } as const;
const placing = { at: "worker", kinds: allKinds, problemsAfter: problemsOfPlacedOnce } as const;
const shipping = { at: "worker", kinds: allKinds, cause: ship, problemsAfter: problemsOfShipped } as const;
const telling = { at: "worker", kinds: allKinds, cause: deliver } as const;
const paying = { at: "worker", kinds: collected, cause: deliver } as const;
const later = { at: "worker", kinds: allKinds } as const;
const replacing = { ...later, cause: changeAndReplace, problemsAfter: problemsOfReplaced };
const tracking = { ...later, cause: changeTracking, problemsAfter: problemsOfNewTracking };
/** What was paid before is the merchant's to give back: such an order is not ended for them. */
const ending = {
  ...later,
  ...{ kinds: collected, cause: refuseAndCancel, problemsAfter: problemsOfEnded },
};
const cancelling = { at: "worker", kinds: allKinds, problemsAfter: problemsOfCancelled } as const;

/** Every failpoint of the handoff and of the parcels, in the order an order passes them. */
export const steps: readonly Step[] = [
  { point: "W0", title: "delivery received", ...intake },
  { point: "W1", title: "its signature is right", ...intake },
  { point: "W2", title: "it is in the inbox", ...intake },
  { point: "W3", title: "it was answered", ...intake },
  { point: "W4", title: "the worker was notified", ...intake },
  { point: "H1", title: "lease taken", ...placing },
  { point: "H2", title: "read and decided", ...placing },
  { point: "S1", title: "request submitted", ...placing },
  {
    ...{ point: "S2", title: "intent committed, nothing sent", ...placing },
    problemsAfter: problemsOfPlacedAnew,
  },
  { point: "H3", title: "about to be sent", ...placing },
  { point: "H4", title: "request going out", ...placing },
  { point: "H5", title: "service committed", ...placing },
  { point: "H6", title: "answer in memory", ...placing },
  { point: "H7", title: "parcels saved", ...placing },
  { point: "H8", title: "request accepted", ...placing },
  { point: "H9", title: "order at rest, not marked", ...placing },
  { point: "H10", title: "marked as done", ...placing },
  { point: "P1", title: "fulfillment intended", ...shipping },
  { point: "P2", title: "fulfillment created", ...shipping },
  { point: "P3", title: "event intended", ...telling, problemsAfter: problemsOfArrived },
  { point: "P4", title: "event reported", ...telling, problemsAfter: problemsOfArrived },
  { point: "P5", title: "payment intended", ...paying, problemsAfter: problemsOfDelivered },
  { point: "P6", title: "marked as paid", ...paying, problemsAfter: problemsOfDelivered },
  {
    point: "P7",
    title: "request closed",
    ...cancelling,
    cause: cancelAtService,
    problemsAfter: problemsOfClosedFulfillmentOrders,
  },
  { point: "P8", title: "cancelled, not placed again yet", ...replacing },
  { point: "P10", title: "new tracking intended", ...tracking },
  { point: "P11", title: "new tracking sent on", ...tracking },
  { point: "P12", title: "end of a refused order intended", ...ending },
  { point: "P13", title: "its fulfillment cancelled", ...ending },
  { point: "P14", title: "its order cancelled", ...ending },
  { point: "C2", title: "cancelling intended", ...cancelling, cause: cancelInShopify },
  { point: "C3", title: "cancelled at the service", ...cancelling, cause: cancelInShopify },
  { point: "C1", title: "cancellation accepted", ...cancelling, cause: cancelInShopify },
];

export function getStep(point: string): Step {
  const step = steps.find((each) => each.point === point);
  if (!step) throw new Error(`No step is called ${point}`);
  return step;
}

async function ship(stage: DrillStage, order: DrillOrder): Promise<readonly string[]> {
  await moveParcels(stage, order, "SHIPPED");
  return [];
}

async function deliver(stage: DrillStage, order: DrillOrder): Promise<readonly string[]> {
  await moveParcels(stage, order, "DELIVERED");
  return [];
}

async function cancelAtService(stage: DrillStage, order: DrillOrder): Promise<readonly string[]> {
  await moveParcels(stage, order, "CANCELLED");
  return [];
}

async function cancelInShopify(stage: DrillStage, order: DrillOrder): Promise<readonly string[]> {
  await requestCancellation(stage, order);
  return [];
}

/** At the service once, and sent with one key: anything else would be found as a duplicate there. */
export function problemsOfPlacedOnce(facts: OrderFacts, kind: OrderKind): readonly string[] {
  const attempts = facts.app?.handoffs.flatMap((handoff) => handoff.attempts) ?? [];
  return [
    ...problemsOfPlaced(facts, { kind }),
    ...(attempts.length === 1 ? [] : [`${attempts.length} attempts were made, not 1`]),
    ...attempts.filter(({ state }) => state !== "accepted").map(({ state }) => `its attempt was ${state}`),
  ];
}

/** Taken back and decided anew: what was committed before is known not to have been sent. */
function problemsOfPlacedAnew(facts: OrderFacts, kind: OrderKind): readonly string[] {
  const attempts = facts.app?.handoffs.flatMap((handoff) => handoff.attempts) ?? [];
  const became = attempts
    .map(({ state, errorCode, sends }) => `${errorCode ?? state} after ${sends}`)
    .join(", ");
  return [
    ...problemsOfPlaced(facts, { kind }),
    ...(became === "not_sent after 0, accepted after 1" ? [] : [`its attempts were ${became}`]),
  ];
}

/** As delivered; a prepaid order was paid from the start. */
function problemsOfArrived(facts: OrderFacts, kind: OrderKind): readonly string[] {
  return problemsOfDelivered(facts, kind);
}
