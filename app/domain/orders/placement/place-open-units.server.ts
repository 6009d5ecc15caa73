import { findMoveRequest } from "#app/domain/orders/commands/decisions/move-away.server.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { requireConfirmation } from "#app/domain/orders/confirmation/require-confirmation.server.ts";
import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import type { PlacementState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { reloadRecord, rowsOf } from "#app/domain/orders/reconcile/reload-record.server.ts";
import {
  continued,
  endRunFor,
  joinResults,
  mergeResult,
  requeueAfter,
  type StepResult,
} from "#app/domain/orders/reconcile/step-result.ts";
import { isCancelRequested } from "#app/domain/orders/returns/refused-keys.ts";
import { findPlacingStop, type PlacingStop } from "#app/domain/orders/rules/find-placing-stop.server.ts";
import { decideInShadow, isLeftToShadow } from "#app/domain/orders/shadow/decide-in-shadow.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { type CommitIntentInput, commitIntent } from "./commit-intent.server.ts";
import { isPlaceRequested, type PlacingDecision } from "./decide-placing.ts";
import { decidePlacingWithRights } from "./decide-placing-with-rights.server.ts";
import { holdReopened } from "./hold-reopened.server.ts";
import { type Answers, loadAnswers } from "./load-answers.server.ts";
import { heldBy, heldFor, type PlacingResult, rests } from "./placing-result.ts";
import { findOwnObstacles } from "./plan-handoff.server.ts";
import { prepareIntent } from "./prepare-intent.server.ts";
import { recordRoute, recordRouteBeforePlacing } from "./record-route.server.ts";
import {
  findRejectedRequestHold,
  heldByRefusal,
  holdAfterRefusal,
  lastRefused,
  mayTryAgain,
} from "./refused-handoff.server.ts";
import { sendCommitted } from "./settle-unknown-outcome.server.ts";
import { submitRequests } from "./submit-requests.server.ts";
import {
  type Admission,
  admitToDailyCapQueue,
  reopenDailyCapQueue,
} from "./waiting/daily-cap-queue.server.ts";
import type { KnownObstacle } from "./waiting/find-known-obstacle.server.ts";

type RestDecision = Extract<PlacingDecision, { kind: "rest" }>;
type GoDecision = Extract<PlacingDecision, { kind: "go" }> & { readonly answers: Answers };
type Attempt = GoDecision & { readonly refused: HandoffRecord | null };
type Admitted = Extract<Admission, { kind: "go" }>;

/** Longer than a run takes that reads the rules before they are changed. */
const SECOND_LOOK_MS = 60_000;

/** How long a placement conflict that this run found keeps the order, should no event report its end. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** Places the open units once everything about them is certain; else says what they wait for. */
export async function placeOpenUnits(run: ReadRun): Promise<PlacingResult> {
  const unwanted = findUnwanted(run);
  if (unwanted) return rests(unwanted);
  const answers = await loadAnswers(run.ctx);
  const routed = await recordRouteBeforePlacing(run, answers);
  return joinResults(routed, await decideAndPlace(mergeResult(run, routed), answers));
}

async function decideAndPlace(run: ReadRun, answers: Answers): Promise<PlacingResult> {
  if (isLeftToShadow(run)) return decideInShadow(run, answers);
  const { decision, result } = await decidePlacingWithRights(run, answers);
  const now = mergeResult(run, result);
  const placing =
    decision.kind === "rest" ? toRest(now, decision) : await placeRouted(now, { ...decision, answers });
  return joinResults(result, placing);
}

/** What the merchant asked for instead: nothing is placed of an order that is cancelled or moved away. */
function findUnwanted(run: ReadRun): PlacementState | null {
  const { decisions, effects } = run.record;
  if (requestedAt(decisions, "cancel") && !isPlaceRequested(run)) return { kind: "nothing_open" };
  if (isCancelRequested(effects)) return { kind: "nothing_open" };
  return findMoveRequest(run.record) ? { kind: "held", code: "shopify_refused" } : null;
}

function toRest(run: ReadRun, { placement, hold, requeueAfterMs }: RestDecision): PlacingResult {
  const isRejectedByUs = placement.kind === "to_place" && placement.code === "rejected_by_us";
  const refusal = isRejectedByUs ? findRejectedRequestHold(run) : null;
  if (refusal) return { ...rests({ kind: "held", code: refusal.code }), holds: [refusal] };
  if (hold?.code === "comes_back") return holdReopened(run, hold);
  return hold ? heldFor(hold, requeueAfterMs) : rests(placement, requeueAfterMs);
}

async function placeRouted(run: ReadRun, decision: GoDecision): Promise<PlacingResult> {
  const routed = await recordRoute(run, decision.paymentMode);
  const now = mergeResult(run, routed);
  openSupplier(now, { mode: decision.mode, accountId: null });
  const attempt = { ...decision, refused: lastRefused(now, decision.mode) };
  return joinResults(routed, await placeInTurn(now, attempt));
}

async function placeInTurn(run: ReadRun, attempt: Attempt): Promise<PlacingResult> {
  const { refused, mode } = attempt;
  // Before its turn of the day: what a person has to look at first goes in none.
  if (refused && !mayTryAgain(run, refused)) return heldByRefusal(run, refused);
  const stop = await findPlacingStop(run, attempt);
  if (stop) return keepBack(run, attempt, stop);
  const admission = await admitToDailyCapQueue(run, mode);
  if (admission.kind === "go") return prepareAndSend(run, attempt, admission);
  const { hold, known } = await findOwnObstacles(run, attempt);
  return hold ? heldBy(hold) : heldFor(withObstacle(admission.hold, known), admission.requeueAfterMs);
}

/**
 * Who decides about an order that a rule holds sees what else it needs, as far as our own rows tell; and what needs a
 * person is not put off until a wait is over.
 */
async function keepBack(
  run: ReadRun,
  attempt: Attempt,
  { hold, until }: PlacingStop,
): Promise<PlacingResult> {
  const { hold: own } = await findOwnObstacles(run, attempt);
  if (until === null) return joinResults(lookedAtTwice(run), own ? heldBy(own, hold) : heldBy(hold));
  return own ? heldBy(own) : heldFor(hold, Math.max(1000, until.getTime() - run.ctx.clock.now().getTime()));
}

/** Whoever removed the rule while this run was reading it has had the held orders looked at before this one was held. */
function lookedAtTwice({ record }: ReadRun): StepResult {
  return record.holdCode === "held_by_rule" ? continued : requeueAfter(SECOND_LOOK_MS);
}

/** Where something else keeps the order back as well, the words name no day. */
function withObstacle(hold: Hold, because: KnownObstacle | null): Hold {
  return because === null ? hold : { ...hold, params: { ...hold.params, because } };
}

async function prepareAndSend(run: ReadRun, attempt: Attempt, admission: Admitted): Promise<PlacingResult> {
  const prepared = await prepareIntent(run, attempt);
  if (prepared.kind === "held") return heldBy(...prepared.holds);
  const confirmation = await requireConfirmation(run, attempt, prepared.intent);
  if (confirmation.kind === "kept") return confirmation.result;
  const submitted = await submitRequests(run, attempt);
  const { placement, ...asked } = submitted;
  if (placement) return { ...asked, placement };
  const { refused } = attempt;
  const { confirmedHash } = confirmation;
  const sent = await commitAndSend(mergeResult(run, asked), {
    intent: prepared.intent,
    refused,
    confirmedHash,
  });
  const { end } = sent;
  if (end) return joinResults(asked, { ...sent, end });
  const now = await reloadRecord(mergeResult(mergeResult(run, asked), sent));
  const placed = await finishPlacing(now, attempt, admission);
  return joinResults(joinResults(asked, sent), joinResults(rowsOf(now), placed));
}

async function commitAndSend(run: ReadRun, input: CommitIntentInput): Promise<StepResult> {
  failpoint("S1");
  // Somebody has pressed meanwhile: the next run, which is due at once, goes by that.
  if (!(await commitIntent(run, input))) return endRunFor(0);
  failpoint("S2");
  const settled = await sendCommitted(await reloadRecord(run));
  if (settled.end || !settled.hasPlacementConflict) return settled;
  return joinResults(settled, endRunFor(LONGEST_WAIT_MS));
}

async function finishPlacing(run: ReadRun, { mode }: Attempt, admission: Admitted): Promise<PlacingResult> {
  const refused = lastRefused(run, mode);
  if (refused) return holdAfterRefusal(run, refused);
  if (admission.isAwaited) await reopenDailyCapQueue(run, mode);
  return rests({ kind: "nothing_open" });
}
