import { isPausing, pauseConnection } from "#app/domain/connection/pause-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { holdEnds, isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { AttemptRecord, HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, endRunFor, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { isSupplierError, type SupplierError } from "#app/supplier/errors.ts";
import { adoptOrder } from "./adopt-order.server.ts";
import { hideCustomer } from "./hide-customer.ts";
import { toRefusalParams } from "./refusal-params.ts";
import { sealRefusal } from "./refusal-words.ts";
import { openKeyConflict } from "./settle-placement-conflict.server.ts";
import { releaseAllocations } from "./sync-open-units.server.ts";
import { closeDailyCapQueue } from "./waiting/daily-cap-queue.server.ts";
import { isWatched, recordWalletTooLow } from "./waiting/watch-wallet.server.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const OUTAGE_MS = 5 * 60_000;
const SELF_ENDING_MS = 10 * 60_000;
const LONGEST_RETRY_MS = 3 * 60 * 60_000;

/** What a failed sending means for its attempt: settled as refused, taken over, or still to be settled. */
export async function settleRefusal(
  run: OrderRun,
  handoff: HandoffRecord,
  attempt: AttemptRecord,
  error: unknown,
): Promise<StepResult> {
  if (!isSupplierError(error)) throw error;
  const placing = { handoff, attempt };
  if (error.code === "duplicate_order") {
    return adoptOrder(run, { ...placing, otherwise: "duplicate_differs", mayAppearLater: true });
  }
  if (error.code === "idempotency_key_reused") return openKeyConflict(run, placing);
  if (isSurelyNotTaken(attempt, error)) {
    await refuse(run, handoff, attempt, error);
    await pauseIfRefused(run, handoff, error);
    if (error.code === "daily_cap_reached") await closeDailyCapQueue(run, handoff.mode);
    if (isWatched(error.code)) await recordWalletTooLow(run.ctx, handoff.mode);
    return continued;
  }
  switch (error.kind) {
    case "definite":
    case "connection":
      await pauseIfRefused(run, handoff, error);
      return { ...endRunFor(LONGEST_RETRY_MS), holds: [toWaitHold(run, handoff, error)] };
    case "wait":
    case "unknown_outcome": {
      const isShown = attempt.sends > 1 || error.kind === "wait";
      const holds = isShown ? [toWaitHold(run, handoff, error)] : [];
      return { ...endRunFor(error.retryAfterMs ?? pauseMs(attempt.sends)), holds };
    }
  }
}

async function pauseIfRefused(
  { ctx }: OrderRun,
  handoff: HandoffRecord,
  error: SupplierError,
): Promise<void> {
  if (error.kind !== "connection" || !isPausing(error.code)) return;
  await pauseConnection(ctx, handoff.mode, { code: error.code, message: wordsOf(ctx, handoff, error) });
}

/**
 * Whether the service cannot have the order: it refused for good, or it refused to look at the only sending there
 * was. The next attempt is then decided from a fresh read, not from bytes that have grown old.
 */
function isSurelyNotTaken({ sends }: AttemptRecord, { kind }: SupplierError): boolean {
  return kind === "definite" || (sends === 0 && (kind === "wait" || kind === "connection"));
}

/** When a refusal that ends by itself is tried again: as the service asks, else less and less often. */
function retryAt({ number }: AttemptRecord, error: SupplierError, now: Date): Date | null {
  const ends = error.kind !== "definite" || (isHoldCode(error.code) && holdEnds(error.code) === "by_itself");
  if (!ends) return null;
  // These wait in one place for all orders, and go on as soon as that place lets them.
  if (error.kind === "connection" || error.code === "daily_cap_reached") return now;
  const usual = error.kind === "definite" ? SELF_ENDING_MS : OUTAGE_MS;
  const waitMs = error.retryAfterMs ?? Math.min(LONGEST_RETRY_MS, usual * 2 ** Math.min(number - 1, 6));
  return new Date(now.getTime() + waitMs);
}

function pauseMs(sends: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(sends, 6));
}

function toWaitHold({ ctx }: OrderRun, handoff: HandoffRecord, error: SupplierError): Hold {
  const code = isHoldCode(error.code) ? error.code : "placing_delayed";
  return { code, params: { because: error.code, message: wordsOf(ctx, handoff, error) } };
}

/** The service's own words, which may name the customer it was sent. */
function wordsOf(ctx: ShopContext, handoff: HandoffRecord, { message }: SupplierError): string {
  return hideCustomer(message, openSentCustomer(ctx, handoff));
}

/** A definite refusal: nothing was placed. A corrected body will be a new attempt with a new key. */
async function refuse(
  run: OrderRun,
  handoff: HandoffRecord,
  attempt: AttemptRecord,
  error: SupplierError,
): Promise<void> {
  const shopId = run.ctx.shop.id;
  const message = wordsOf(run.ctx, handoff, error);
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    await tx.handoffAttempt.update({
      where: { shopId_idempotencyKey: { shopId, idempotencyKey: attempt.idempotencyKey } },
      data: {
        state: "refused",
        errorCode: error.code,
        ...sealRefusal(run.ctx, attempt.id, { ...toRefusalParams(error, handoff), message }),
        blockedPhoneHash: error.code === "customer_blocked" ? sentPhoneHash(run.ctx, handoff) : null,
        retryAt: retryAt(attempt, error, run.ctx.clock.now()),
        settledAt: run.ctx.clock.now(),
      },
    });
    await tx.handoff.update({ where: { shopId_id: { shopId, id: handoff.id } }, data: { state: "refused" } });
    await releaseAllocations(tx, { shopId, orderId: run.record.id });
    // With the refusal itself: a process that dies here leaves nobody unwatched.
    if (isWatched(error.code))
      await requestReconcile(tx, [{ shopId, kind: "wallet.watch", subject: { mode: handoff.mode } }]);
    await addFact({
      actor: "supplier",
      code: "handoff_refused",
      params: { code: error.code, message },
    });
  });
}

/** Null where the customer was erased meanwhile. */
function sentPhoneHash(ctx: ShopContext, handoff: HandoffRecord): string | null {
  const phone = openSentCustomer(ctx, handoff)?.phone;
  return phone ? hashPhone(ctx, phone) : null;
}
