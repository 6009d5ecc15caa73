import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { findConfirmationHold } from "#app/domain/orders/confirmation/require-confirmation.server.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import {
  decidePlacing,
  isPlaceRequested,
  type PlacingDecision,
  type PlacingInput,
} from "#app/domain/orders/placement/decide-placing.ts";
import type { Answers } from "#app/domain/orders/placement/load-answers.server.ts";
import {
  type PlacingResult,
  rests,
  SELF_ENDING_HOLD_MS,
} from "#app/domain/orders/placement/placing-result.ts";
import { saveQuotedTerms } from "#app/domain/orders/placement/quoted-terms.server.ts";
import { admitToDailyCapQueue } from "#app/domain/orders/placement/waiting/daily-cap-queue.server.ts";
import { drawTurn } from "#app/domain/orders/placement/waiting/find-duplicate-order.server.ts";
import {
  planWithoutStopping,
  type WholePlan,
} from "#app/domain/orders/preview/plan-without-stopping.server.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { findPlacingStop } from "#app/domain/orders/rules/find-placing-stop.server.ts";
import {
  findShadowDecision,
  type NewShadowDecision,
  saveShadowDecision,
} from "./save-shadow-decision.server.ts";
import { shadowSince } from "./shadow-mode.ts";

type GoDecision = Extract<PlacingDecision, { kind: "go" }>;
type RestDecision = Extract<PlacingDecision, { kind: "rest" }>;

/** Where an order of the shadow days stands: nobody has asked for it. */
const LEFT = { kind: "to_place", code: "shadow_mode" } as const;

const nothingPlanned = {
  paymentMode: null,
  holds: [],
  collectsPkr: null,
  deliveredPkr: null,
  refusedPkr: null,
};

/** Whether what becomes of the order is only written down: shadow mode is on, and nobody has asked for it. */
export function isLeftToShadow(run: ReadRun): boolean {
  return shadowSince(run.ctx.shop) !== null && !isBegun(run);
}

/** What a person said of the order itself. */
const DECIDED = ["replace", "hold"] as const;

/** Somebody asked for it here or in Shopify (R8), put it on hold, or something of it was sent: that goes on as ever. */
function isBegun(run: ReadRun): boolean {
  const { decisions, handoffs } = run.record;
  const isRequested = ourFulfillmentOrders(run).some(({ requestStatus }) => requestStatus !== "UNSUBMITTED");
  const isAsked = isPlaceRequested(run) || DECIDED.some((kind) => requestedAt(decisions, kind) !== null);
  return handoffs.length > 0 || isRequested || isAsked;
}

/**
 * Decides about an order as if both automatic switches had been on since shadow mode began, writes down what would have
 * happened, and leaves the order to be placed by hand. Nothing is sent but reads and quotes, and no hold is opened.
 */
export async function decideInShadow(run: ReadRun, answers: Answers): Promise<PlacingResult> {
  const decision = decidePlacing(withBothSwitches(run), answers);
  if (decision.kind === "rest" && isNobodysBusiness(decision)) return rests(toPlacement(decision));
  const known = await findShadowDecision(run);
  const left = decision.kind === "rest" ? restOf(decision) : rests(LEFT);
  // It would have been sent then: what changes afterwards would have changed at the supplier.
  if (known?.verdict === "place") return left;
  if (decision.kind === "rest") {
    await saveShadowDecision(run, known, toRestVerdict(decision));
    return left;
  }
  const planned = await planInShadow(run, { ...decision, answers });
  await saveShadowDecision(run, known, planned.verdict);
  return rests(LEFT, planned.againMs);
}

function withBothSwitches(run: ReadRun): PlacingInput {
  const { shop } = run.ctx;
  const since = shadowSince(shop);
  const switched = { ...shop, autoCodSince: since, autoPrepaidSince: since, shadowSince: null };
  return { ...run, ctx: { ...run.ctx, shop: switched } };
}

/** Nothing of ours is open, or the order is older than shadow mode. */
function isNobodysBusiness({ placement }: RestDecision): boolean {
  return placement.kind === "not_ours" || placement.kind === "nothing_open" || placement.kind === "to_place";
}

function toPlacement({ placement }: RestDecision) {
  return placement.kind === "to_place" ? LEFT : placement;
}

/** What Shopify, a payment or a pause keeps waiting waits as ever. */
function restOf({ placement, requeueAfterMs }: RestDecision): PlacingResult {
  return placement.kind === "waiting" ? rests(placement, requeueAfterMs) : rests(LEFT);
}

function toRestVerdict({ placement, hold }: RestDecision): NewShadowDecision {
  const code = "code" in placement ? placement.code : null;
  const verdict = placement.kind === "held" ? "hold" : "wait";
  return { ...nothingPlanned, verdict, code, holds: hold ? [hold] : [] };
}

type Planned = { readonly verdict: NewShadowDecision; readonly againMs: number | null };
type PlanInShadowInput = GoDecision & { readonly answers: Answers };

async function planInShadow(run: ReadRun, decision: PlanInShadowInput): Promise<Planned> {
  const { mode, paymentMode } = decision;
  const admission = await admitToDailyCapQueue(run, mode);
  if (admission.kind === "queued") {
    const { hold, requeueAfterMs } = admission;
    const wait = { ...nothingPlanned, verdict: "wait", code: hold.code, holds: [hold], paymentMode } as const;
    return { verdict: wait, againMs: requeueAfterMs };
  }
  const whole = await planWithoutStopping(run, { ...decision, refused: null }, drawTurn(run));
  const { goods, quoted } = whole.plan;
  if (quoted.quote) await saveQuotedTerms(run, { mode, quote: quoted.quote, lines: goods.lines });
  const sums = {
    paymentMode,
    collectsPkr: goods.money?.collects ?? null,
    deliveredPkr: quoted.expected?.deliveredNet ?? null,
    refusedPkr: quoted.expected?.refusedNet ?? null,
  };
  const stop = await findPlacingStop(run, decision);
  const asking = await findConfirmationHold(run, decision);
  const holds = [...(stop ? [stop.hold] : []), ...listHolds(whole), ...(asking ? [asking] : [])];
  const first = holds.find(({ code }) => needsPerson(code)) ?? holds[0];
  if (!first) return { verdict: { ...sums, verdict: "place", code: null, holds }, againMs: null };
  const verdict = needsPerson(first.code) ? "hold" : "wait";
  const endsByItself = holds.some(({ code }) => !needsPerson(code));
  return {
    verdict: { ...sums, verdict, code: first.code, holds },
    againMs: stop?.until ? msUntil(run, stop.until) : endsByItself ? SELF_ENDING_HOLD_MS : null,
  };
}

function msUntil({ ctx }: ReadRun, until: Date): number {
  return Math.max(1000, until.getTime() - ctx.clock.now().getTime());
}

/** A service that did not answer would have been asked again by itself. */
function listHolds({ plan, holds }: WholePlan): readonly Hold[] {
  const { skipped } = plan.quoted;
  const isAway = skipped !== null || plan.goods.stockSkipped === "rate_limited";
  return isAway && holds.length === 0 ? [{ code: "placing_delayed" }] : holds;
}
