import type { Prisma } from "@prisma/client";
import { settleDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { AttemptRecord, HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import {
  continued,
  joinResults,
  requeueAfter,
  type StepResult,
} from "#app/domain/orders/reconcile/step-result.ts";
import type { HandoffId } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import { findConflictChoice } from "./find-conflict-choice.ts";
import type { PlacementConflict } from "./handoff-state.ts";
import { areComplete, matchesSentOrder, readParcelsOf } from "./parcels-at-service.ts";
import { savePlaced } from "./save-placed.server.ts";
import { parseParcelSummaries, toParcelSummaries } from "./supplier-parcel-summary.ts";
import { releaseAllocations } from "./sync-open-units.server.ts";
import { waitingForAccount } from "./wait-for-account.ts";

const FIRST_RECHECK_MS = 15 * 60_000;
const LATER_RECHECK_MS = 6 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

type PlacementAttempt = { readonly handoff: HandoffRecord; readonly attempt: AttemptRecord };

/** Leaves a placing to a person, with what the service holds under our external id beside what we sent. */
export async function openPlacementConflict(
  run: OrderRun,
  { handoff }: PlacementAttempt,
  conflict: PlacementConflict,
  records: readonly SupplierOrder[] | null,
): Promise<StepResult> {
  await recordPlacementConflict(run, handoff, conflict, records);
  return toWaitForPerson(run, handoff, conflict, records);
}

/** Our key with other bytes: a bug or tampering. Nothing is sent again before a person has seen what is there. */
export async function openKeyConflict(run: OrderRun, placing: PlacementAttempt): Promise<StepResult> {
  const { handoff } = placing;
  const supplier = openSupplier(run, handoff);
  if (!supplier) return waitingForAccount;
  const { records, result } = await readUnlessUsedUp(supplier, handoff);
  const opened = await openPlacementConflict(run, placing, "idempotency_key_reused", records);
  return joinResults(result, opened);
}

/**
 * Reads a placement conflict again and does what a person chose: *Adopt* links what the service holds, *Place again*
 * gives the attempt up, but only while the service holds nothing under our id, which a new attempt carries again so
 * that `duplicate_order` still guards it. Parcels that turn out to be just what we sent are taken over without asking.
 */
export async function settlePlacementConflict(
  run: OrderRun,
  placing: PlacementAttempt,
  conflict: PlacementConflict,
): Promise<StepResult> {
  const { handoff, attempt } = placing;
  if (!isDue(run, handoff)) return toWaitForPerson(run, handoff, conflict, null);
  const supplier = openSupplier(run, handoff);
  if (!supplier) return waitingForAccount;
  const { records, result } = await readUnlessUsedUp(supplier, handoff);
  if (!records) return joinResults(result, toWaitForPerson(run, handoff, conflict, null));
  const isSure = conflict !== "idempotency_key_reused" && matchesSentOrder(handoff, records);
  const choice = findConflictChoice(run.record, handoff.id);
  if (areComplete(records) && (isSure || choice === "adopt")) {
    await savePlaced(run, handoff, attempt, { records, how: "adopted", replayed: false });
    return continued;
  }
  if (records.length === 0 && choice === "place_again") {
    await giveUpAttempt(run, placing, conflict);
    return continued;
  }
  // What was chosen cannot be done with what is there now: it is asked anew.
  return openPlacementConflict(run, placing, conflict, records);
}

function isDue(run: OrderRun, { id, foundAt, placementConflictAt }: HandoffRecord): boolean {
  if (foundAt === null || findConflictChoice(run.record, id) !== null) return true;
  return run.ctx.clock.now().getTime() - foundAt.getTime() >= pauseMs(run, placementConflictAt);
}

function pauseMs({ ctx }: OrderRun, placementConflictAt: Date | null): number {
  const ageMs = ctx.clock.now().getTime() - (placementConflictAt?.getTime() ?? 0);
  return ageMs < DAY_MS ? FIRST_RECHECK_MS : LATER_RECHECK_MS;
}

type ReadParcelsResult = { readonly records: readonly SupplierOrder[] | null; readonly result: StepResult };

/** Null when the day's reads are used up: they are asked again then. */
async function readUnlessUsedUp(
  supplier: SupplierClient,
  { externalOrderId }: HandoffRecord,
): Promise<ReadParcelsResult> {
  try {
    return { records: await readParcelsOf(supplier, externalOrderId), result: continued };
  } catch (error) {
    if (!isSupplierError(error) || error.code !== "daily_quota_exceeded") throw error;
    return { records: null, result: requeueAfter(error.retryAfterMs ?? LATER_RECHECK_MS) };
  }
}

/** The rest of the order goes on, but for what must not be decided while an order of ours may be at the service. */
function toWaitForPerson(
  run: OrderRun,
  handoff: HandoffRecord,
  code: PlacementConflict,
  records: readonly SupplierOrder[] | null,
): StepResult {
  const { externalOrderId, collectsPkr: sent } = handoff;
  const parcels = records ? toParcelSummaries(records) : parseParcelSummaries(handoff.found);
  const found = parcels.reduce((sum, { collectsPkr }) => sum + collectsPkr, 0);
  const hold = { code, params: { externalOrderId, sent, found, parcels: parcels.length } };
  const delayMs = pauseMs(run, handoff.placementConflictAt ?? run.ctx.clock.now());
  return { ...requeueAfter(delayMs), holds: [hold], hasPlacementConflict: true };
}

async function recordPlacementConflict(
  run: OrderRun,
  { id, placementConflictAt }: HandoffRecord,
  conflict: PlacementConflict,
  records: readonly SupplierOrder[] | null,
): Promise<void> {
  const now = run.ctx.clock.now();
  await writeInLeaseTransaction(run, async ({ tx }) => {
    await settleChoice(run, tx, id);
    await tx.handoff.update({
      where: { shopId_id: { shopId: run.ctx.shop.id, id } },
      data: {
        ...{
          placementConflict: conflict,
          placementConflictAt: placementConflictAt ?? now,
          ...(records ? { found: toParcelSummaries(records), foundAt: now } : {}),
        },
      },
    });
  });
}

async function giveUpAttempt(
  run: OrderRun,
  { handoff, attempt }: PlacementAttempt,
  conflict: PlacementConflict,
): Promise<void> {
  const now = run.ctx.clock.now();
  const shopId = run.ctx.shop.id;
  await writeInLeaseTransaction(run, async ({ tx }) => {
    await tx.handoffAttempt.update({
      where: { shopId_idempotencyKey: { shopId, idempotencyKey: attempt.idempotencyKey } },
      data: { state: "refused", errorCode: conflict, retryAt: now, settledAt: now },
    });
    await tx.handoff.update({
      where: { shopId_id: { shopId, id: handoff.id } },
      data: { state: "refused", placementConflict: null },
    });
    await settleChoice(run, tx, handoff.id);
    await releaseAllocations(tx, { shopId, orderId: run.record.id });
  });
}

/** What was chosen is done, or cannot be done with what is there now. */
async function settleChoice(
  { ctx, record }: OrderRun,
  tx: Prisma.TransactionClient,
  handoffId: HandoffId,
): Promise<void> {
  const choice = findDecision(record.decisions, "placement_conflict", handoffId);
  if (!choice) return;
  const { shopId, orderId, kind, at } = choice;
  await settleDecision(tx, { shopId, orderId, kind, at, handledAt: ctx.clock.now() });
}
