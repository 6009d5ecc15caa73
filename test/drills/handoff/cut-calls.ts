import { asId } from "#test/support/as-id.ts";
import {
  problemsOfCancelled,
  problemsOfClosedFulfillmentOrders,
  problemsOfDelivered,
  problemsOfShipped,
} from "../core/kill-following.ts";
import { moveParcels, pressOnOrder, requestCancellation } from "../core/merchant-moves.ts";
import type { DrillOrder, OrderFacts } from "../core/order-facts.ts";
import type { OrderKind } from "../core/orders.ts";
import { problemsOfPlaced, problemsOfWaiting } from "../core/problems.ts";
import type { DrillStage } from "../core/stage.ts";
import { problemsOfPlacedOnce } from "./steps.ts";

/** A call that changes something at the other side, whose answer is lost after it did. */
export type Cut = {
  /** A request of the service with its path, or a mutation of Shopify's. */
  readonly call: string;
  readonly kinds: readonly OrderKind[];
  /** Where the order has to be first; at the service unless said otherwise. */
  readonly from?: "nothing" | "held" | "awaiting funds";
  readonly cause?: (stage: DrillStage, order: DrillOrder) => Promise<unknown>;
  readonly problemsAfter: (facts: OrderFacts, kind: OrderKind) => readonly string[];
};

const allKinds: readonly OrderKind[] = ["COD", "prepaid", "two parcels"];
const one: readonly OrderKind[] = ["COD"];

const placing = { kinds: allKinds, from: "nothing", problemsAfter: problemsOfPlacedOnce } as const;
const fulfillmentOrdersClosed = {
  kinds: allKinds,
  problemsAfter: problemsOfClosedFulfillmentOrders,
} as const;
const move = (to: Parameters<typeof moveParcels>[2]) => (stage: DrillStage, order: DrillOrder) =>
  moveParcels(stage, order, to);

/** Every change the app asks of either side for an order. */
export const cuts: readonly Cut[] = [
  { call: "POST /orders", ...placing },
  {
    call: "POST /orders/*/cancel",
    ...fulfillmentOrdersClosed,
    cause: requestCancellation,
    problemsAfter: problemsOfCancelled,
  },
  {
    call: "POST /orders/*/pay",
    ...{ kinds: ["prepaid"], from: "awaiting funds", cause: pressPay, problemsAfter: problemsOfPaidOnce },
  },
  { call: "fulfillmentOrderSubmitFulfillmentRequest", ...placing },
  { call: "fulfillmentOrderAcceptFulfillmentRequest", ...placing },
  {
    call: "fulfillmentOrderRejectFulfillmentRequest",
    ...{ kinds: one, from: "held", cause: pressCancel, problemsAfter: problemsOfRejected },
  },
  { call: "fulfillmentCreate", kinds: allKinds, cause: move("SHIPPED"), problemsAfter: problemsOfShipped },
  {
    call: "fulfillmentEventCreate",
    ...{ kinds: allKinds, cause: move("SHIPPED"), problemsAfter: problemsOfShipped },
  },
  {
    call: "orderMarkAsPaid",
    ...{ kinds: ["COD", "two parcels"], cause: move("DELIVERED"), problemsAfter: problemsOfDelivered },
  },
  { call: "fulfillmentOrderClose", ...fulfillmentOrdersClosed, cause: move("CANCELLED") },
  {
    call: "fulfillmentOrderAcceptCancellationRequest",
    ...fulfillmentOrdersClosed,
    cause: requestCancellation,
    problemsAfter: problemsOfCancelled,
  },
  {
    call: "fulfillmentOrderRejectCancellationRequest",
    ...{ kinds: allKinds, cause: cancelWhilePacked, problemsAfter: problemsOfUnchanged },
  },
  { call: "tagsAdd", kinds: allKinds, cause: move("RETURNED"), problemsAfter: problemsOfRefused },
];

export function getCut(call: string): Cut {
  const cut = cuts.find((each) => each.call === call);
  if (!cut) throw new Error(`No call is named ${call}`);
  return cut;
}

async function cancelWhilePacked(stage: DrillStage, order: DrillOrder): Promise<void> {
  await moveParcels(stage, order, "PROCESSING");
  await requestCancellation(stage, order);
}

function problemsOfUnchanged(facts: OrderFacts, kind: OrderKind): readonly string[] {
  const rejected = facts.fulfillmentOrders.filter(
    ({ requestStatus }) => requestStatus === "CANCELLATION_REJECTED",
  );
  return [
    ...problemsOfPlacedOnce(facts, kind),
    ...(rejected.length === 1 ? [] : [`${rejected.length} cancellations were rejected, not 1`]),
  ];
}

function problemsOfRefused(facts: OrderFacts, kind: OrderKind): readonly string[] {
  return problemsOfPlaced(facts, { kind, state: ["refused"] });
}

async function pressPay(stage: DrillStage, order: DrillOrder): Promise<void> {
  const parcel = await stage.db.parcel.findFirstOrThrow({
    where: { handoff: { order: { orderGid: asId(order.gid), shop: { domain: order.shop } } } },
    include: { handoff: true },
  });
  // The answer is lost on its way to us, so the page may say that it does not know.
  await stage.merchant
    .press("order", `/orders/${parcel.handoff.orderId}`, { intent: "pay", parcelId: parcel.id })
    .catch(() => null);
}

function problemsOfPaidOnce(facts: OrderFacts, kind: OrderKind): readonly string[] {
  const owed = facts.parcels.reduce((sum, parcel) => sum + parcel.wholesaleTotal + parcel.shippingCost, 0);
  const paid = facts.parcels.reduce((sum, parcel) => sum + parcel.walletPaid, 0);
  return [
    ...problemsOfPlacedOnce(facts, kind),
    ...(paid === owed ? [] : [`the wallet paid ${paid}, not ${owed}`]),
  ];
}

async function pressCancel(stage: DrillStage, order: DrillOrder): Promise<void> {
  await pressOnOrder(stage, order, "cancel");
}

function problemsOfRejected(facts: OrderFacts): readonly string[] {
  const states = facts.fulfillmentOrders.map(({ requestStatus }) => requestStatus);
  return [
    ...problemsOfWaiting(facts, { state: ["cancelled", "held", "to_place"], handoffs: 0 }),
    ...(states.includes("SUBMITTED") ? ["the request was not answered"] : []),
  ];
}
