import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import type { AttemptRecord, HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, endRunFor, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import type { PlacementConflict } from "./handoff-state.ts";
import { areComplete, matchesSentOrder, readParcelsOf } from "./parcels-at-service.ts";
import { savePlaced } from "./save-placed.server.ts";
import { openPlacementConflict } from "./settle-placement-conflict.server.ts";
import { waitingForAccount } from "./wait-for-account.ts";

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** About an hour of looking, twice as long apart each time. */
const MAX_READS = 10;

type AdoptOrderInput = {
  readonly handoff: HandoffRecord;
  readonly attempt: AttemptRecord;
  /** What is left to a person if the service shows nothing, or not all, under our id. */
  readonly otherwise: PlacementConflict;
  /** Whether it may only not be shown yet. */
  readonly mayAppearLater: boolean;
};

/**
 * Takes over an order the service already has under our externalOrderId (R9): all its parcels are read, and they must
 * be what we sent. Anything else needs a person; nothing is sent again.
 */
export async function adoptOrder(run: OrderRun, input: AdoptOrderInput): Promise<StepResult> {
  const { handoff, attempt, otherwise, mayAppearLater } = input;
  const supplier = openSupplier(run, handoff);
  if (!supplier) return waitingForAccount;
  const records = await readParcelsOf(supplier, handoff.externalOrderId);
  if (!areComplete(records)) {
    if (mayAppearLater && attempt.sends < MAX_READS) return requeueUntilAllAppear(attempt);
    return openPlacementConflict(run, input, otherwise, records);
  }
  if (!matchesSentOrder(handoff, records))
    return openPlacementConflict(run, input, "duplicate_differs", records);
  await savePlaced(run, handoff, attempt, { records, how: "adopted", replayed: false });
  return continued;
}

function requeueUntilAllAppear({ sends }: AttemptRecord): StepResult {
  return endRunFor(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** sends));
}
