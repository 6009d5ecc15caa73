import { Prisma } from "@prisma/client";
import { isPausing } from "#app/domain/connection/pause-connection.server.ts";
import type { Words } from "#app/domain/context/sealed-words.ts";
import { isHoldCode, needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import { isCancelledByUs } from "#app/domain/orders/cancellation/cancel-parcels.server.ts";
import { findMoveRequest } from "#app/domain/orders/commands/decisions/move-away.server.ts";
import { acceptRequests } from "#app/domain/orders/fulfillment/accept-requests.server.ts";
import { lastRequest } from "#app/domain/orders/fulfillment/answer-held-requests.server.ts";
import { foldEvents } from "#app/domain/orders/parcels/fold-events.server.ts";
import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import type { PlacementState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import {
  writeInLeaseStatement,
  writeInLeaseTransaction,
} from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import {
  type Hold,
  type ReadRun,
  requeueAfter,
  updateFulfillmentOrder,
} from "#app/domain/orders/reconcile/order-run.ts";
import { reloadRecord } from "#app/domain/orders/reconcile/reload-record.server.ts";
import { isCancelRequested } from "#app/domain/orders/returns/refused-keys.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { submitFulfillmentRequest } from "#app/shopify/operations/fulfillment/submit-fulfillment-request.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { isAccountLimit } from "./account-limits.ts";
import { commitIntent } from "./commit-intent.server.ts";
import { isPlaceRequested, type PlacingDecision } from "./decide-placing.ts";
import { decidePlacingWithRights } from "./decide-placing-with-rights.server.ts";
import { loadAnswers } from "./load-answers.server.ts";
import { findOwnHold, prepareIntent } from "./prepare-intent.server.ts";
import { openRefusal } from "./refusal-words.ts";
import { sendCommitted } from "./settle-unknown-outcome.server.ts";
import {
  type Admission,
  admitToDailyCapQueue,
  reopenDailyCapQueue,
} from "./waiting/daily-cap-queue.server.ts";

export type PlacingResult =
  | { readonly kind: "rests"; readonly placement: PlacementState; readonly requeueAfterMs: number | null }
  | { readonly kind: "requeue_after"; readonly delayMs: number };

type GoDecision = Extract<PlacingDecision, { kind: "go" }>;
type RestDecision = Extract<PlacingDecision, { kind: "rest" }>;

/** How often a hold that ends by itself is checked again, should no event report its end. */
const SELF_ENDING_HOLD_MS = 10 * 60_000;

/** A hold with a known end is checked then; this interval is for events that never came. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

const REFUSED_REQUEST_MS = 2000;

/** Places the open units once everything about them is certain; else says what they wait for. */
export async function placeOpenUnits(run: ReadRun): Promise<PlacingResult> {
  if (run.record.cancelRequestedAt && !isPlaceRequested(run)) return rests({ kind: "nothing_open" });
  if (isCancelRequested(run.record.effects)) return rests({ kind: "nothing_open" });
  if (findMoveRequest(run.record)) return rests({ kind: "held", code: "shopify_refused" });
  const answers = await loadAnswers(run.ctx);
  const decision = await decidePlacingWithRights(run, answers);
  if (decision.kind === "rest") {
    const rejectedRequest = findRejectedRequestHold(run, decision);
    if (rejectedRequest) return rejectedRequest;
    if (decision.hold?.code === "comes_back") return holdReopened(run, decision.hold);
    if (!decision.hold) return { ...rests(decision.placement), requeueAfterMs: decision.requeueAfterMs };
    run.holds.push(decision.hold);
    return { ...rests(toPlacementState(decision.hold)), requeueAfterMs: decision.requeueAfterMs };
  }
  await recordRoute(run, decision.paymentMode);
  openSupplier(run, { mode: decision.mode, accountId: null });
  const refused = lastRefused(run, decision.mode);
  // Before its turn of the day: what a person has to look at first goes in none.
  if (refused && !mayTryAgain(run, refused)) return heldByRefusal(run, refused);
  const admission = await admitToDailyCapQueue(run, decision.mode);
  if (admission.kind === "queued") {
    const ownHold = await findOwnHold(run, { ...decision, answers, refused });
    return ownHold ? heldBy(run, ownHold) : waitInQueue(run, admission);
  }
  const prepared = await prepareIntent(run, { ...decision, answers, refused });
  if (prepared.kind === "held") return heldBy(run, ...prepared.holds);
  await submitRequests(run, decision);
  failpoint("S1");
  await commitIntent(run, prepared.intent, refused);
  failpoint("S2");
  await reloadRecord(run);
  const settled = await sendCommitted(run);
  if (settled.kind === "requeue_after") return settled;
  if (run.hasPlacementConflict) return { kind: "requeue_after", delayMs: LONGEST_WAIT_MS };
  await reloadRecord(run);
  const stillRefused = lastRefused(run, decision.mode);
  if (stillRefused) return afterRefusal(run, stillRefused);
  if (admission.isAwaited) await reopenDailyCapQueue(run, decision.mode);
  await acceptRequests(run);
  // The service reports its first steps while this run continues: they need no run of their own.
  await foldEvents(run);
  return rests({ kind: "nothing_open" });
}

/**
 * What Shopify offers again is asked about once: a parcel the service cancelled has said so already, and of one that was
 * cancelled on the merchant's word nothing is asked (R57).
 */
function holdReopened(run: ReadRun, hold: Hold): PlacingResult {
  if (run.holds.some(({ code }) => code === "cancelled_by_supplier"))
    return rests({ kind: "held", code: "cancelled_by_supplier" });
  if (isCancelledByMerchant(run)) return rests({ kind: "nothing_open" });
  run.holds.push(hold);
  return rests({ kind: "held", code: hold.code });
}

/** Every parcel that ended was cancelled by us, and all it was made from as the merchant asked in Shopify. */
function isCancelledByMerchant(run: ReadRun): boolean {
  const { handoffs, fulfillmentOrders } = run.record;
  const ended = handoffs.filter(({ parcels }) => parcels.some(({ status }) => ENDED.has(status)));
  // Nobody but us accepts there: whoever died before writing the answer down has given it all the same.
  const accepted = new Set([
    ...fulfillmentOrders.filter(({ cancelAnswer }) => cancelAnswer === "accepted").map(({ gid }) => gid),
    ...run.shopify.fulfillmentOrders
      .filter(({ requestStatus }) => requestStatus === "CANCELLATION_ACCEPTED")
      .map(({ id }) => id),
  ]);
  const isRequested = ended.every(({ fulfillmentOrderGids }) =>
    fulfillmentOrderGids.every((gid) => accepted.has(gid)),
  );
  const parcels = ended.flatMap((handoff) => handoff.parcels).filter(({ status }) => ENDED.has(status));
  return (
    ended.length > 0 &&
    isRequested &&
    parcels.every((parcel) => parcel.status === "CANCELLED" && isCancelledByUs(run, parcel))
  );
}

const ENDED: ReadonlySet<string> = new Set(["CANCELLED", "RETURNED"]);

/** A refused order whose request was closed keeps its reason; it is placed again only when a person asks (R8). */
function findRejectedRequestHold(run: ReadRun, { placement }: RestDecision): PlacingResult | null {
  const isRejectedByUs = placement.kind === "to_place" && placement.code === "rejected_by_us";
  const refused = isRejectedByUs
    ? run.record.handoffs.findLast(({ state }) => state === "refused")
    : undefined;
  if (!refused) return null;
  const hold = toRefusalHold(run, refused);
  run.holds.push(hold);
  return rests({ kind: "held", code: hold.code });
}

function rests(placement: PlacementState): Extract<PlacingResult, { kind: "rests" }> {
  return { kind: "rests", placement, requeueAfterMs: null };
}

function heldBy(run: ReadRun, ...holds: readonly [Hold, ...Hold[]]): PlacingResult {
  run.holds.push(...holds);
  const first = holds.find(({ code }) => needsPerson(code)) ?? holds[0];
  const endsByItself = holds.some(({ code }) => !needsPerson(code));
  return { ...rests(toPlacementState(first)), requeueAfterMs: endsByItself ? SELF_ENDING_HOLD_MS : null };
}

/** What ends by itself is waited for; the rest is held until a person decides. */
function toPlacementState({ code }: Hold): PlacementState {
  return { kind: needsPerson(code) ? "held" : "waiting", code };
}

function waitInQueue(
  run: ReadRun,
  { hold, requeueAfterMs }: Extract<Admission, { kind: "queued" }>,
): PlacingResult {
  run.holds.push(hold);
  return { ...rests(toPlacementState(hold)), requeueAfterMs };
}

/** What ends for all orders in one place wakes them itself: the probe of a connection, the head of the day's queue. */
async function afterRefusal(run: ReadRun, refused: HandoffRecord): Promise<PlacingResult> {
  const { errorCode } = refused.attempts.at(-1) ?? { errorCode: null };
  if (errorCode === "daily_cap_reached") {
    const admission = await admitToDailyCapQueue(run, refused.mode);
    if (admission.kind === "queued") return waitInQueue(run, admission);
  }
  const held = heldByRefusal(run, refused);
  return held.kind === "rests" && isPausing(errorCode ?? "")
    ? { ...held, requeueAfterMs: LONGEST_WAIT_MS }
    : held;
}

/** After a refusal: when a person asks for it, while the attempt was on its way or later, or when its time has come. */
function mayTryAgain(run: ReadRun, refused: HandoffRecord): boolean {
  const { retryAt, createdAt } = refused.attempts.at(-1) ?? { retryAt: null, createdAt: null };
  const retryRequestedAt = run.record.retryRequestedAt;
  const isRetryRequested = retryRequestedAt !== null && (createdAt === null || retryRequestedAt > createdAt);
  return isPlaceRequested(run) || isRetryRequested || (retryAt !== null && retryAt <= run.ctx.clock.now());
}

function heldByRefusal(run: ReadRun, refused: HandoffRecord): PlacingResult {
  const { retryAt, errorCode } = refused.attempts.at(-1) ?? { retryAt: null, errorCode: null };
  const held = isAccountLimit(errorCode)
    ? rests({ kind: "waiting", code: errorCode })
    : heldBy(run, toRefusalHold(run, refused));
  if (held.kind !== "rests" || !retryAt) return held;
  return { ...held, requeueAfterMs: Math.max(1000, retryAt.getTime() - run.ctx.clock.now().getTime()) };
}

/** A refused handoff keeps its place in the order of handoffs: its correction is its next attempt. */
function lastRefused({ record }: ReadRun, mode: Mode): HandoffRecord | null {
  const last = record.handoffs.filter((handoff) => handoff.mode === mode).at(-1);
  return last?.state === "refused" ? last : null;
}

function toRefusalHold({ ctx }: ReadRun, { attempts }: HandoffRecord): Hold {
  // One of which nothing was sent was refused by nobody.
  const attempt = attempts.findLast(({ sends }) => sends > 0) ?? attempts.at(-1);
  const code = attempt?.errorCode ?? "validation_error";
  const params = attempt ? openRefusal(ctx, attempt) : {};
  const unnamed = attempt?.retryAt ? "placing_delayed" : "validation_error";
  return { code: isHoldCode(code) ? code : unnamed, params: { ...withoutNulls(params), because: code } };
}

function withoutNulls(params: Words): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(params));
}

/** How the customer pays is known, and shown, before everything else about the order is. */
async function recordRoute(run: ReadRun, route: PaymentMode): Promise<void> {
  if (run.record.route === route) return;
  const { ctx, record } = run;
  const decided = Prisma.sql`
    update "order" set route = ${route}, updated_at = now() from held
    where shop_id = ${ctx.shop.id}::uuid and id = ${record.id}::uuid`;
  const fact = { actor: "karwan", code: "route_decided", params: { route } } as const;
  await writeInLeaseStatement(run, { changes: { decided }, facts: [fact], record: { ...record, route } });
}

/** Automatic handoff speaks in the merchant's name, and only after everything was checked (R8, R27). */
async function submitRequests(run: ReadRun, { toSubmit, mode }: GoDecision): Promise<void> {
  for (const gid of toSubmit) {
    const submitted = Prisma.sql`
      update fulfillment_order set submitted_by_us_at = ${run.ctx.clock.now()} from held
      where shop_id = ${run.ctx.shop.id}::uuid and gid = ${gid}`;
    await writeInLeaseStatement(run, {
      changes: { submitted },
      facts: [{ actor: "karwan", code: "request_submitted" }],
    });
    const notifyCustomer =
      mode === "live" && (wantsCustomerNotified(run, gid) ?? run.ctx.shop.notifyCustomers);
    try {
      await submitFulfillmentRequest(run.ctx.admin, { id: gid, notifyCustomer });
    } catch (error) {
      if (isShopifyError(error, "user_errors")) await recordNotSubmitted(run, gid);
      throw error;
    }
    updateFulfillmentOrder(run, gid, { status: "OPEN", requestStatus: "SUBMITTED" });
  }
}

/**
 * A request that Shopify refused has no echo: later events of the fulfillment order are somebody else's. One of those
 * may have come first and passed for our echo, so the order is read again soon (D-39).
 */
async function recordNotSubmitted(run: ReadRun, gid: string): Promise<void> {
  await writeInLeaseTransaction(run, async ({ tx }) => {
    const where = { shopId: run.ctx.shop.id, gid };
    await tx.fulfillmentOrder.updateMany({ where, data: { submittedByUsAt: null } });
  });
  if (run.record.holdCode !== "shopify_refused") requeueAfter(run, REFUSED_REQUEST_MS);
}

/** A request that was closed is made again as the merchant made it (R8). */
function wantsCustomerNotified(run: ReadRun, gid: string): boolean | null {
  const before = run.shopify.fulfillmentOrders.find(({ id }) => id === gid);
  return (before && lastRequest(before)?.notifyCustomer) ?? null;
}
