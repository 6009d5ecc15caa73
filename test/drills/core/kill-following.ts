import { armApp, awaitDeath, recover } from "./kill-placing.ts";
import { moveParcels, requestCancellation } from "./merchant-moves.ts";
import { type DrillOrder, type OrderFacts, settleInto } from "./order-facts.ts";
import { type OrderKind, parcelsOf, placeOrder } from "./orders.ts";
import { problemsOfFulfillments, problemsOfPlaced, problemsOfWaiting } from "./problems.ts";
import type { DrillStage } from "./stage.ts";

/** A step after placing at which the process is killed: what leads to it, and what must come of it. */
type Step = {
  readonly point: string;
  readonly title: string;
  readonly before?: (stage: DrillStage, order: DrillOrder, kind: OrderKind) => Promise<readonly string[]>;
  readonly cause: (stage: DrillStage, order: DrillOrder) => Promise<unknown>;
  readonly problemsAfter: (facts: OrderFacts, kind: OrderKind) => readonly string[];
};

const ship = (stage: DrillStage, order: DrillOrder) => moveParcels(stage, order, "SHIPPED");
const deliver = (stage: DrillStage, order: DrillOrder) => moveParcels(stage, order, "DELIVERED");
const cancel = (stage: DrillStage, order: DrillOrder) => moveParcels(stage, order, "CANCELLED");

export function problemsOfShipped(facts: OrderFacts, kind: OrderKind): string[] {
  return [
    ...problemsOfPlaced(facts, { kind, state: ["on_the_way"] }),
    ...problemsOfFulfillments(facts, { count: parcelsOf(kind), events: ["IN_TRANSIT"] }),
  ];
}

export function problemsOfDelivered(facts: OrderFacts, kind: OrderKind): string[] {
  return [
    ...problemsOfPlaced(facts, { kind, state: ["delivered"] }),
    ...problemsOfFulfillments(facts, {
      count: parcelsOf(kind),
      events: ["DELIVERED"],
      maybe: ["IN_TRANSIT"],
    }),
    ...(facts.financialStatus === "PAID" ? [] : [`Shopify says ${facts.financialStatus}`]),
  ];
}

/** The service cancelled it of its own accord: a person decides, once. */
export function problemsOfClosedFulfillmentOrders(facts: OrderFacts): string[] {
  return problemsOfWaiting(facts, { state: ["held"], handoffs: 1, code: "cancelled_by_supplier" });
}

/** The merchant asked for it: nothing is left to decide (R57). */
export function problemsOfCancelled(facts: OrderFacts): string[] {
  return [
    ...problemsOfWaiting(facts, { state: ["cancelled"], handoffs: 1 }),
    ...facts.holds.map((hold) => `it still asks ${hold}`),
  ];
}

async function shipFirst(stage: DrillStage, order: DrillOrder, kind: OrderKind): Promise<readonly string[]> {
  await ship(stage, order);
  return settleInto(stage, order, (facts) => problemsOfShipped(facts, kind));
}

const steps: readonly Step[] = [
  { point: "P1", title: "fulfillment intended", cause: ship, problemsAfter: problemsOfShipped },
  { point: "P2", title: "fulfillment created", cause: ship, problemsAfter: problemsOfShipped },
  {
    ...{ point: "P3", title: "event intended" },
    ...{ before: shipFirst, cause: deliver, problemsAfter: problemsOfDelivered },
  },
  {
    ...{ point: "P4", title: "event reported" },
    ...{ before: shipFirst, cause: deliver, problemsAfter: problemsOfDelivered },
  },
  { point: "P5", title: "payment intended", cause: deliver, problemsAfter: problemsOfDelivered },
  { point: "P6", title: "marked as paid", cause: deliver, problemsAfter: problemsOfDelivered },
  { point: "P7", title: "request closed", cause: cancel, problemsAfter: problemsOfClosedFulfillmentOrders },
  {
    ...{ point: "C1", title: "cancellation accepted" },
    ...{ cause: requestCancellation, problemsAfter: problemsOfCancelled },
  },
];

export const followingPoints: readonly string[] = steps.map(({ point }) => point);

/** Kills the process at one step after placing, and looks at what became of the order and its fulfillments. */
export async function killWhileFollowing(stage: DrillStage, point: string, kind: OrderKind): Promise<void> {
  const step = steps.find((each) => each.point === point);
  if (!step) throw new Error(`No step is called ${point}`);
  await stage.play(`killed at ${point} (${step.title}), ${kind}`, async () => {
    const order = placeOrder(stage, kind);
    const placed = await settleInto(stage, order, (facts) => problemsOfPlaced(facts, { kind }));
    const ready = [...placed, ...((await step.before?.(stage, order, kind)) ?? [])];
    if (ready.length > 0) return ready;
    await armApp(stage, point);
    await step.cause(stage, order);
    await awaitDeath(stage, point);
    return recover(stage, order, (facts) => step.problemsAfter(facts, kind));
  });
}
