import {
  findDecision,
  type RequestRow,
  requestedAt,
} from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import type { CountedHandoff } from "#app/domain/orders/parcels/contents-by-line.ts";
import type { PlacementState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { isRequestedInShopify } from "#app/domain/orders/rules/goes-by-itself.ts";
import { shadowSince } from "#app/domain/orders/shadow/shadow-mode.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { countUnits } from "./count-units.ts";
import { pendingCancellation } from "./gate/pending-cancellation.ts";
import { type AutomaticSwitch, type GatePlan, planGate } from "./gate/plan-gate.ts";
import type { Answers } from "./load-answers.server.ts";
import { type HowPaid, planRoute, type RoutePlan } from "./routing/plan-route.ts";

export type PlacingDecision =
  | {
      readonly kind: "rest";
      readonly placement: PlacementState;
      readonly hold: Hold | null;
      readonly requeueAfterMs: number | null;
    }
  | {
      readonly kind: "go";
      readonly mode: Mode;
      readonly paymentMode: PaymentMode;
      readonly fulfillmentOrders: readonly ShopifyFulfillmentOrder[];
      /** Those to be requested in the merchant's name first. */
      readonly toSubmit: readonly FulfillmentOrderGid[];
    };

/** What the decision is made from: our rows, what Shopify says, and the shop's own switches. */
export type PlacingInput = Pick<ReadRun, "shopify" | "locationGid"> & {
  readonly record: {
    readonly decisions: readonly RequestRow[];
    readonly fulfillmentOrders: readonly Pick<
      KnownFulfillmentOrder,
      "gid" | "cancelAnsweredAt" | "rejectedAt" | "rejectedFor" | "submittedByUsAt"
    >[];
    readonly handoffs: readonly (CountedHandoff & {
      readonly fulfillmentOrderGids: readonly FulfillmentOrderGid[];
      readonly attempts: readonly { readonly createdAt: Date; readonly sends: number }[];
    })[];
  };
  readonly ctx: Pick<ReadRun["ctx"], "clock"> & {
    /** Left out: the installation is not paused. */
    readonly env?: Pick<ReadRun["ctx"]["env"], "PLACING_PAUSED">;
    readonly shop: Pick<
      ReadRun["ctx"]["shop"],
      | "autoCodSince"
      | "autoPrepaidSince"
      | "codGateways"
      | "developmentStore"
      | "installedAt"
      | "placingPausedAt"
      | "shadowSince"
      | "shadowUntil"
    >;
    readonly connection: Pick<Connection, "mode" | "connectedAt" | "activatedAt"> | null;
  };
};

type KnownFulfillmentOrder = ReadRun["record"]["fulfillmentOrders"][number];
type Connection = NonNullable<ReadRun["ctx"]["connection"]>;
type Rest = Extract<PlacingDecision, { kind: "rest" }>;

/** One of our fulfillment orders with what its gate says. */
export type Gated = { readonly fulfillmentOrder: ShopifyFulfillmentOrder; readonly plan: GatePlan };

/** Whether, and which of, an order's open units are placed now; else what they wait for. */
export function decidePlacing(run: PlacingInput, answers: Answers): PlacingDecision {
  const { connection } = run.ctx;
  const ours = ourFulfillmentOrders(run);
  if (ours.length === 0) return rest({ kind: "not_ours" });
  if (run.shopify.cancelledAt !== null) return rest({ kind: "nothing_open" });
  const beforeRoute = planGates(run, { kind: "off" });
  const candidates = beforeRoute.filter(({ plan }) => plan.kind === "go" || plan.kind === "to_place");
  if (candidates.length === 0) return restOf(run, beforeRoute);
  if (!connection) return rest({ kind: "waiting", code: "not_connected" });
  const route = findRoute(run, answers);
  if (route.kind === "wait") return rest({ kind: "waiting", code: route.code });
  if (route.kind === "held") return held({ code: route.code, params: { ...route.params } });
  const gated = planGates(run, switchOf(run, route.route));
  const going = gated.filter(({ plan }) => plan.kind === "go");
  if (going.length === 0) return restOf(run, gated);
  return {
    kind: "go",
    mode: connection.mode,
    paymentMode: route.route,
    fulfillmentOrders: going.map(({ fulfillmentOrder }) => fulfillmentOrder),
    toSubmit: going.flatMap(({ fulfillmentOrder, plan }) =>
      plan.kind === "go" && plan.submitRequest ? [fulfillmentOrder.id] : [],
    ),
  };
}

type PlaceRequestInput = {
  readonly decisions: readonly RequestRow[];
  readonly handoffs: readonly {
    readonly attempts: readonly { readonly createdAt: Date; readonly sends: number }[];
  }[];
};

/** A placement request stays open until an attempt built on it was sent. */
export function isPlaceRequested({ record }: { readonly record: PlaceRequestInput }): boolean {
  const placeRequestedAt = requestedAt(record.decisions, "place");
  const attempts = record.handoffs.flatMap((handoff) => handoff.attempts).filter(({ sends }) => sends > 0);
  return placeRequestedAt !== null && attempts.every((attempt) => attempt.createdAt < placeRequestedAt);
}

/** How the customer pays, or why that is not known. */
export function findRoute(run: PlacingInput, answers: Answers): RoutePlan {
  return planRoute(toRouteInput(run, answers));
}

/** Whether orders paid this way go by themselves, and since when. In shadow mode none does. */
export function switchOf({ ctx: { shop } }: PlacingInput, paymentMode: PaymentMode): AutomaticSwitch {
  if (shadowSince(shop)) return { kind: "off" };
  const since = paymentMode === "COD" ? shop.autoCodSince : shop.autoPrepaidSince;
  return since ? { kind: "on", since } : { kind: "off" };
}

/** What the gate of each of our fulfillment orders says. */
export function planGates(run: PlacingInput, automatic: AutomaticSwitch): Gated[] {
  const { ctx, shopify, record, locationGid } = run;
  const ours = ourFulfillmentOrders(run);
  const units = countUnits(run, record.handoffs);
  const isReplaced = requestedAt(record.decisions, "replace") !== null;
  return ours.map((fulfillmentOrder) => ({
    fulfillmentOrder,
    plan: planGate({
      now: ctx.clock.now(),
      ourLocationId: locationGid,
      order: shopify,
      fulfillmentOrder,
      destinationAccess: destinationAccess(run),
      units,
      cancellation: findCancellation(run, fulfillmentOrder),
      automatic,
      connectedSince: connectedSince(run),
      connectionMode: ctx.connection?.mode === "test" ? "test" : "live",
      store: ctx.shop.developmentStore ? "development" : "real",
      placing: ctx.env?.PLACING_PAUSED || ctx.shop.placingPausedAt ? "paused" : "open",
      rejectedByUs: findRejectedByUs(run, fulfillmentOrder),
      isFormerRequest: isFormerRequest(run, fulfillmentOrder),
      placeRequest: isPlaceRequested(run) || isReplaced ? "place" : "nothing",
      isPutOnHold: isPutOnHold(record, fulfillmentOrder),
    }),
  }));
}

/** *Place* takes a *Hold* back; *Cancel and place again*, and a request in Shopify, go on in spite of it. */
function isPutOnHold(record: PlacingInput["record"], fulfillmentOrder: ShopifyFulfillmentOrder): boolean {
  const heldAt = requestedAt(record.decisions, "hold");
  const replacedAt = requestedAt(record.decisions, "replace");
  if (heldAt === null || (replacedAt !== null && replacedAt >= heldAt)) return false;
  return !isRequestedInShopify(record, fulfillmentOrder);
}

/** Only Pakistani phones and cities can be typed, so that what a person filled in is in Pakistan. */
function destinationAccess({ shopify, record }: PlacingInput): "granted" | "withheld" | "typed" {
  if (!shopify.withheld.some((path) => /destination|shippingAddress/.test(path))) return "granted";
  return findDecision(record.decisions, "customer") ? "typed" : "withheld";
}

function findCancellation({ record }: PlacingInput, fulfillmentOrder: ShopifyFulfillmentOrder) {
  const ours = record.fulfillmentOrders.find((each) => each.gid === fulfillmentOrder.id);
  return pendingCancellation({
    ...fulfillmentOrder,
    lastAnswerAt: ours?.cancelAnsweredAt?.toISOString() ?? null,
  });
}

/** While our own rejection is the last word on it: what was sent before goes again only on a person's word (R8). */
function findRejectedByUs(run: PlacingInput, fulfillmentOrder: ShopifyFulfillmentOrder) {
  const { record } = run;
  const { id, requestStatus } = fulfillmentOrder;
  const ours = record.fulfillmentOrders.find((each) => each.gid === id);
  if (requestStatus !== "REJECTED" || !ours?.rejectedFor) return "no";
  // Whatever became of it under another connection, under this one nobody has asked for it.
  if (isFormerRequest(run, fulfillmentOrder)) return "sent";
  const sent = record.handoffs
    .filter(({ fulfillmentOrderGids }) => fulfillmentOrderGids.includes(id))
    .flatMap((handoff) => handoff.attempts)
    .filter(({ sends }) => sends > 0);
  const retryRequestedAt = requestedAt(record.decisions, "retry");
  return sent.every(({ createdAt }) => retryRequestedAt !== null && createdAt < retryRequestedAt)
    ? "unsent"
    : "sent";
}

/**
 * Whether we made its request ourselves before the connection in use was put to use: it repeats a word that was given for
 * another one, as a test or for real, and is none for this one (R37).
 */
function isFormerRequest({ ctx, record }: PlacingInput, fulfillmentOrder: ShopifyFulfillmentOrder): boolean {
  const ours = record.fulfillmentOrders.find(({ gid }) => gid === fulfillmentOrder.id);
  const askedAt = ours?.submittedByUsAt ?? null;
  const inUseSince = ctx.connection?.activatedAt ?? null;
  if (askedAt === null || inUseSince === null || askedAt >= inUseSince) return false;
  return !isRequestedInShopify(record, fulfillmentOrder);
}

/** From when on the automatic switches count (R36). */
function connectedSince({ ctx: { shop, connection } }: PlacingInput): Date {
  const moments = [shop.installedAt, connection?.connectedAt, connection?.activatedAt];
  return new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)));
}

function toRouteInput({ shopify, ctx, record }: PlacingInput, answers: Answers) {
  return {
    financialStatus: shopify.financialStatus,
    hasPaymentTerms: shopify.hasPaymentTerms,
    transactions: shopify.transactions,
    totalOutstanding: shopify.totalOutstanding,
    netPayment: shopify.netPayment,
    salesApp: shopify.app?.name ?? shopify.sourceName,
    codGateways: ctx.shop.codGateways,
    rememberedAnswers: new Map(
      [...answers.routes].filter((entry): entry is [string, HowPaid] => isHowPaid(entry[1])),
    ),
    isConfirmedPaid: findDecision(record.decisions, "how_paid") !== null,
  };
}

function isHowPaid(answer: string): answer is HowPaid {
  return answer === "cod" || answer === "bank_transfer" || answer === "wait";
}

/** The most urgent of the gates' results: a hold, then a wait, then a request, then nothing. */
function restOf(run: PlacingInput, gated: readonly Gated[]): Rest {
  const plans = gated.map(({ plan }) => plan);
  const hold = plans.find((plan) => plan.kind === "held");
  if (hold) return held({ code: hold.code, params: hold.params });
  const wait = plans.find((plan) => plan.kind === "wait");
  if (wait) {
    const requeueAfterMs = wait.until
      ? Math.max(1000, wait.until.getTime() - run.ctx.clock.now().getTime())
      : null;
    return { ...rest({ kind: "waiting", code: wait.code }), requeueAfterMs };
  }
  const toPlace = plans.find((plan) => plan.kind === "to_place");
  if (toPlace) {
    const isShadowed = toPlace.because === "automatic_off" && shadowSince(run.ctx.shop) !== null;
    return rest({ kind: "to_place", code: isShadowed ? "shadow_mode" : toPlace.because });
  }
  return rest({ kind: "nothing_open" });
}

function rest(placement: PlacementState): Rest {
  return { kind: "rest", placement, hold: null, requeueAfterMs: null };
}

function held(hold: Hold): Rest {
  return { ...rest({ kind: "held", code: hold.code }), hold };
}
