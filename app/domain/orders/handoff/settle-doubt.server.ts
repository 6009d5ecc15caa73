import { isSupplierError } from "#app/supplier/errors.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import { openSupplier } from "../open-supplier.ts";
import type { AttemptRecord, HandoffRecord } from "../order-record.server.ts";
import { changed, goOn, lookAgain, type OrderRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { parseFound, toFound } from "./found-at-service.ts";
import { giveBackOpenUnits } from "./note-open-units.server.ts";
import { areComplete, isWhatWeSent, readParcelsOf } from "./parcels-at-service.ts";
import { savePlaced } from "./save-placed.server.ts";
import { waitForAccount } from "./wait-for-account.ts";

/** Why only a person can settle a placing. */
export type Doubt = "duplicate_differs" | "idempotency_key_reused" | "answer_too_late";

const FIRST_LOOKS_MS = 15 * 60_000;
const LATER_LOOKS_MS = 6 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

type Placing = { readonly handoff: HandoffRecord; readonly attempt: AttemptRecord };

/** Leaves a placing to a person, with what the service holds under our external id beside what we sent. */
export async function raiseDoubt(
  run: OrderRun,
  { handoff }: Placing,
  doubt: Doubt,
  records: readonly SupplierOrder[] | null,
): Promise<StageResult> {
  await noteFound(run, handoff, doubt, records);
  return waitForPerson(run, handoff, doubt, records);
}

/** Our key with other bytes: a bug or tampering. Nothing is sent again before a person has seen what is there. */
export async function doubtKey(run: OrderRun, placing: Placing): Promise<StageResult> {
  const { handoff } = placing;
  const supplier = openSupplier(run, handoff);
  if (!supplier) return waitForAccount(run);
  const records = await readUnlessUsedUp(run, () => readParcelsOf(supplier, handoff.externalOrderId));
  return raiseDoubt(run, placing, "idempotency_key_reused", records);
}

/**
 * Looks again at a placing in doubt and does what a person chose: *Adopt* links what the service holds, *Place again*
 * gives the attempt up, but only while the service holds nothing under our id, which a new attempt carries again so
 * that `duplicate_order` still guards it. Parcels that turn out to be just what we sent are taken over without asking.
 */
export async function settleDoubt(run: OrderRun, placing: Placing, doubt: Doubt): Promise<StageResult> {
  const { handoff, attempt } = placing;
  if (!isDue(run, handoff)) return waitForPerson(run, handoff, doubt, null);
  const supplier = openSupplier(run, handoff);
  if (!supplier) return waitForAccount(run);
  const records = await readUnlessUsedUp(run, () => readParcelsOf(supplier, handoff.externalOrderId));
  if (!records) return waitForPerson(run, handoff, doubt, null);
  const isSure = doubt !== "idempotency_key_reused" && isWhatWeSent(handoff, records);
  if (areComplete(records) && (isSure || handoff.decision === "adopt")) {
    await savePlaced(run, handoff, attempt, { records, how: "adopted", replayed: false });
    return changed;
  }
  if (records.length === 0 && handoff.decision === "place_again") {
    await giveUpAttempt(run, placing, doubt);
    return changed;
  }
  // What was chosen cannot be done with what is there now: it is asked anew.
  return raiseDoubt(run, placing, doubt, records);
}

function isDue(run: OrderRun, { decision, foundAt, doubtedAt }: HandoffRecord): boolean {
  if (decision !== null || foundAt === null) return true;
  return run.ctx.clock.now().getTime() - foundAt.getTime() >= pauseMs(run, doubtedAt);
}

function pauseMs({ ctx }: OrderRun, doubtedAt: Date | null): number {
  const ageMs = ctx.clock.now().getTime() - (doubtedAt?.getTime() ?? 0);
  return ageMs < DAY_MS ? FIRST_LOOKS_MS : LATER_LOOKS_MS;
}

async function readUnlessUsedUp<T>(run: OrderRun, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isSupplierError(error) || error.code !== "daily_quota_exceeded") throw error;
    lookAgain(run, error.retryAfterMs ?? LATER_LOOKS_MS);
    return null;
  }
}

/** The rest of the order goes on, but for what must not be decided while an order of ours may be at the service. */
function waitForPerson(
  run: OrderRun,
  handoff: HandoffRecord,
  code: Doubt,
  records: readonly SupplierOrder[] | null,
): StageResult {
  const { externalOrderId, collectsPkr: sent } = handoff;
  const parcels = records ? toFound(records) : parseFound(handoff.found);
  const found = parcels.reduce((sum, { collectsPkr }) => sum + collectsPkr, 0);
  run.needs.push({ code, params: { externalOrderId, sent, found, parcels: parcels.length } });
  run.inDoubt = true;
  lookAgain(run, pauseMs(run, handoff.doubtedAt ?? run.ctx.clock.now()));
  return records ? changed : goOn;
}

async function noteFound(
  run: OrderRun,
  { id, doubtedAt }: HandoffRecord,
  doubt: Doubt,
  records: readonly SupplierOrder[] | null,
): Promise<void> {
  const now = run.ctx.clock.now();
  await writeUnderLease(run, async ({ tx }) => {
    await tx.handoff.update({
      where: { shopId_id: { shopId: run.ctx.shop.id, id } },
      data: {
        ...{
          doubt,
          doubtedAt: doubtedAt ?? now,
          ...(records ? { found: toFound(records), foundAt: now } : {}),
        },
        ...{ decision: null, decidedAt: null, decidedBy: null },
      },
    });
  });
}

async function giveUpAttempt(run: OrderRun, { handoff, attempt }: Placing, doubt: Doubt): Promise<void> {
  const now = run.ctx.clock.now();
  const shopId = run.ctx.shop.id;
  await writeUnderLease(run, async ({ tx }) => {
    await tx.handoffAttempt.update({
      where: { shopId_idempotencyKey: { shopId, idempotencyKey: attempt.idempotencyKey } },
      data: { state: "refused", errorCode: doubt, retryAt: now, settledAt: now },
    });
    await tx.handoff.update({
      where: { shopId_id: { shopId, id: handoff.id } },
      data: { state: "refused", doubt: null, decision: null },
    });
    await giveBackOpenUnits(tx, { shopId, orderId: run.record.id });
  });
}
