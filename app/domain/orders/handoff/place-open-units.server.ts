import { Prisma } from "@prisma/client";
import { failpoint } from "#app/platform/failpoint.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { submitFulfillmentRequest } from "#app/shopify/operations/submit-fulfillment-request.ts";
import type { Words } from "../../privacy/sealed-words.ts";
import { isPausing } from "../../shops/pause-connection.server.ts";
import { isAccountLimit } from "../account-limits.ts";
import { isCancelledByUs } from "../cancel/cancel-parcels.server.ts";
import { findMoveWish } from "../decisions/move-away.server.ts";
import type { PlacementState } from "../derive-order-state.ts";
import { acceptRequests } from "../fulfillment/accept-requests.server.ts";
import { lastRequest } from "../fulfillment/answer-held-requests.server.ts";
import { isHoldCode, needsPerson } from "../hold-codes.ts";
import { openSupplier } from "../open-supplier.ts";
import type { HandoffRecord } from "../order-record.server.ts";
import { lookAgain, type Need, noteFulfillmentOrder, type ReadRun } from "../order-run.ts";
import { foldEvents } from "../parcels/fold-events.server.ts";
import { wantsCancel } from "../refused/refused-keys.ts";
import { reloadRecord } from "../reload-record.server.ts";
import { openDay, type Place, takePlace } from "../waiting/cap-queue.server.ts";
import { writeAtOnce, writeUnderLease } from "../write-under-lease.server.ts";
import { commitIntent } from "./commit-intent.server.ts";
import { decideAsGranted } from "./decide-as-granted.server.ts";
import { isPressed, type PlacingDecision } from "./decide-placing.ts";
import { loadAnswers } from "./load-answers.server.ts";
import { findOwnHold, prepareIntent } from "./prepare-intent.server.ts";
import { openRefusal } from "./refusal-words.ts";
import { sendCommitted } from "./settle-unsure.server.ts";

export type Placing =
  | { readonly kind: "rests"; readonly placement: PlacementState; readonly lookAgainInMs: number | null }
  | { readonly kind: "come_again"; readonly delayMs: number };

type Going = Extract<PlacingDecision, { kind: "go" }>;
type Resting = Extract<PlacingDecision, { kind: "rest" }>;

/** A hold that ends by itself is looked at again this often, should no news of its end arrive. */
const SELF_ENDING_HOLD_MS = 10 * 60_000;

/** What has a moment of its own is looked at then; this is for news that never came. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

const REFUSED_REQUEST_MS = 2000;

/** Places what stands open, once everything about it is certain; else says what it waits for. */
export async function placeOpenUnits(run: ReadRun): Promise<Placing> {
  if (run.record.cancelRequestedAt && !isPressed(run)) return rests({ kind: "nothing_open" });
  if (wantsCancel(run.record.effects)) return rests({ kind: "nothing_open" });
  if (findMoveWish(run.record)) return rests({ kind: "held", code: "shopify_refused" });
  const answers = await loadAnswers(run.ctx);
  const decision = await decideAsGranted(run, answers);
  if (decision.kind === "rest") {
    const givenBack = findGivenBackHold(run, decision);
    if (givenBack) return givenBack;
    if (decision.need?.code === "comes_back") return comesBack(run, decision.need);
    if (!decision.need) return { ...rests(decision.placement), lookAgainInMs: decision.lookAgainInMs };
    run.needs.push(decision.need);
    return { ...rests(standing(decision.need)), lookAgainInMs: decision.lookAgainInMs };
  }
  await noteRoute(run, decision.paymentMode);
  openSupplier(run, { mode: decision.mode, accountId: null });
  const refused = lastRefused(run, decision.mode);
  // Before its turn of the day: what a person has to look at first goes in none.
  if (refused && !mayTryAgain(run, refused)) return heldByRefusal(run, refused);
  const place = await takePlace(run, decision.mode);
  if (place.kind === "queued") {
    const own = await findOwnHold(run, { ...decision, answers, refused });
    return own ? heldBy(run, own) : waitsInQueue(run, place);
  }
  const prepared = await prepareIntent(run, { ...decision, answers, refused });
  if (prepared.kind === "held") return heldBy(run, ...prepared.needs);
  await submitRequests(run, decision);
  failpoint("S1");
  await commitIntent(run, prepared.intent, refused);
  failpoint("S2");
  await reloadRecord(run);
  const settled = await sendCommitted(run);
  if (settled.kind === "come_again") return settled;
  if (run.inDoubt) return { kind: "come_again", delayMs: LONGEST_WAIT_MS };
  await reloadRecord(run);
  const stillRefused = lastRefused(run, decision.mode);
  if (stillRefused) return afterRefusal(run, stillRefused);
  if (place.isAwaited) await openDay(run, decision.mode);
  await acceptRequests(run);
  // The service tells of its first steps while we do ours: that needs no pass of its own.
  await foldEvents(run);
  return rests({ kind: "nothing_open" });
}

/**
 * What Shopify offers again is asked about once: a parcel the service cancelled has said so already, and of one that was
 * cancelled on the merchant's word nothing is asked (R57).
 */
function comesBack(run: ReadRun, need: Need): Placing {
  if (run.needs.some(({ code }) => code === "cancelled_by_supplier"))
    return rests({ kind: "held", code: "cancelled_by_supplier" });
  if (isCancelledByMerchant(run)) return rests({ kind: "nothing_open" });
  run.needs.push(need);
  return rests({ kind: "held", code: need.code });
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
  const isAsked = ended.every(({ fulfillmentOrderGids }) =>
    fulfillmentOrderGids.every((gid) => accepted.has(gid)),
  );
  const parcels = ended.flatMap((handoff) => handoff.parcels).filter(({ status }) => ENDED.has(status));
  return (
    ended.length > 0 &&
    isAsked &&
    parcels.every((parcel) => parcel.status === "CANCELLED" && isCancelledByUs(run, parcel))
  );
}

const ENDED: ReadonlySet<string> = new Set(["CANCELLED", "RETURNED"]);

/** A refused order whose request was given back keeps saying why; it goes again only on a person's word (R8). */
function findGivenBackHold(run: ReadRun, { placement }: Resting): Placing | null {
  const isGivenBack = placement.kind === "to_place" && placement.code === "given_back";
  const refused = isGivenBack ? run.record.handoffs.findLast(({ state }) => state === "refused") : undefined;
  if (!refused) return null;
  const need = toRefusalNeed(run, refused);
  run.needs.push(need);
  return rests({ kind: "held", code: need.code });
}

function rests(placement: PlacementState): Extract<Placing, { kind: "rests" }> {
  return { kind: "rests", placement, lookAgainInMs: null };
}

function heldBy(run: ReadRun, ...needs: readonly [Need, ...Need[]]): Placing {
  run.needs.push(...needs);
  const first = needs.find(({ code }) => needsPerson(code)) ?? needs[0];
  const endsByItself = needs.some(({ code }) => !needsPerson(code));
  return { ...rests(standing(first)), lookAgainInMs: endsByItself ? SELF_ENDING_HOLD_MS : null };
}

/** What ends by itself is waited for; the rest is held until a person decides. */
function standing({ code }: Need): PlacementState {
  return { kind: needsPerson(code) ? "held" : "waiting", code };
}

function waitsInQueue(run: ReadRun, { need, lookAgainInMs }: Extract<Place, { kind: "queued" }>): Placing {
  run.needs.push(need);
  return { ...rests(standing(need)), lookAgainInMs };
}

/** What ends for all orders in one place wakes them itself: the probe of a connection, the head of the day's queue. */
async function afterRefusal(run: ReadRun, refused: HandoffRecord): Promise<Placing> {
  const { errorCode } = refused.attempts.at(-1) ?? { errorCode: null };
  if (errorCode === "daily_cap_reached") {
    const place = await takePlace(run, refused.mode);
    if (place.kind === "queued") return waitsInQueue(run, place);
  }
  const held = heldByRefusal(run, refused);
  return held.kind === "rests" && isPausing(errorCode ?? "")
    ? { ...held, lookAgainInMs: LONGEST_WAIT_MS }
    : held;
}

/** After a refusal: when a person asks for it, while the attempt was on its way or later, or when its time has come. */
function mayTryAgain(run: ReadRun, refused: HandoffRecord): boolean {
  const { retryAt, createdAt } = refused.attempts.at(-1) ?? { retryAt: null, createdAt: null };
  const asked = run.record.retryRequestedAt;
  const isAsked = asked !== null && (createdAt === null || asked > createdAt);
  return isPressed(run) || isAsked || (retryAt !== null && retryAt <= run.ctx.clock.now());
}

function heldByRefusal(run: ReadRun, refused: HandoffRecord): Placing {
  const { retryAt, errorCode } = refused.attempts.at(-1) ?? { retryAt: null, errorCode: null };
  const held = isAccountLimit(errorCode)
    ? rests({ kind: "waiting", code: errorCode })
    : heldBy(run, toRefusalNeed(run, refused));
  if (held.kind !== "rests" || !retryAt) return held;
  return { ...held, lookAgainInMs: Math.max(1000, retryAt.getTime() - run.ctx.clock.now().getTime()) };
}

/** A refused handoff keeps its place in the order of handoffs: its correction is its next attempt. */
function lastRefused({ record }: ReadRun, mode: string): HandoffRecord | null {
  const last = record.handoffs.filter((handoff) => handoff.mode === mode).at(-1);
  return last?.state === "refused" ? last : null;
}

function toRefusalNeed({ ctx }: ReadRun, { attempts }: HandoffRecord): Need {
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
async function noteRoute(run: ReadRun, route: "COD" | "PREPAID"): Promise<void> {
  if (run.record.route === route) return;
  const { ctx, record } = run;
  const decided = Prisma.sql`
    update "order" set route = ${route}, updated_at = now() from held
    where shop_id = ${ctx.shop.id}::uuid and id = ${record.id}::uuid`;
  const fact = { actor: "karwan", code: "route_decided", params: { route } } as const;
  await writeAtOnce(run, { changes: { decided }, facts: [fact], record: { ...record, route } });
}

/** Automatic handoff speaks in the merchant's name, and only after everything was checked (R8, R27). */
async function submitRequests(run: ReadRun, { toSubmit, mode }: Going): Promise<void> {
  for (const gid of toSubmit) {
    const submitted = Prisma.sql`
      update fulfillment_order set submitted_by_us_at = ${run.ctx.clock.now()} from held
      where shop_id = ${run.ctx.shop.id}::uuid and gid = ${gid}`;
    await writeAtOnce(run, {
      changes: { submitted },
      facts: [{ actor: "karwan", code: "request_submitted" }],
    });
    const notifyCustomer = mode === "live" && (asksToTell(run, gid) ?? run.ctx.shop.notifyCustomers);
    try {
      await submitFulfillmentRequest(run.ctx.admin, { id: gid, notifyCustomer });
    } catch (error) {
      if (isShopifyError(error, "user_errors")) await noteNotSubmitted(run, gid);
      throw error;
    }
    noteFulfillmentOrder(run, gid, { status: "OPEN", requestStatus: "SUBMITTED" });
  }
}

/**
 * A request that Shopify did not take has no echo: what is heard of the place from here on is another's. Another's may
 * have come first, and its news passed for our echo: one look soon finds it (D-39).
 */
async function noteNotSubmitted(run: ReadRun, gid: string): Promise<void> {
  await writeUnderLease(run, async ({ tx }) => {
    const where = { shopId: run.ctx.shop.id, gid };
    await tx.fulfillmentOrder.updateMany({ where, data: { submittedByUsAt: null } });
  });
  if (run.record.holdCode !== "shopify_refused") lookAgain(run, REFUSED_REQUEST_MS);
}

/** A request that was given back is made again as the merchant made it (R8). */
function asksToTell(run: ReadRun, gid: string): boolean | null {
  const before = run.shopify.fulfillmentOrders.find(({ id }) => id === gid);
  return (before && lastRequest(before)?.notifyCustomer) ?? null;
}
