import { openSupplier } from "../open-supplier.ts";
import type { AttemptRecord, HandoffRecord } from "../order-record.server.ts";
import { changed, type OrderRun, type StageResult } from "../order-run.ts";
import { areComplete, isWhatWeSent, readParcelsOf } from "./parcels-at-service.ts";
import { savePlaced } from "./save-placed.server.ts";
import { type Doubt, raiseDoubt } from "./settle-doubt.server.ts";
import { waitForAccount } from "./wait-for-account.ts";

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** About an hour of looking, twice as long apart each time. */
const MOST_LOOKS = 10;

type Adopting = {
  readonly handoff: HandoffRecord;
  readonly attempt: AttemptRecord;
  /** What is left to a person if the service shows nothing, or not all, under our id. */
  readonly otherwise: Doubt;
  /** Whether it may only not be shown yet. */
  readonly mayComeLater: boolean;
};

/**
 * Takes over an order the service already has under our externalOrderId (R9): all its parcels are read, and they must
 * be what we sent. Anything else needs a person; nothing is sent again.
 */
export async function adoptOrder(run: OrderRun, adopting: Adopting): Promise<StageResult> {
  const { handoff, attempt, otherwise, mayComeLater } = adopting;
  const supplier = openSupplier(run, handoff);
  if (!supplier) return waitForAccount(run);
  const records = await readParcelsOf(supplier, handoff.externalOrderId);
  if (!areComplete(records)) {
    if (mayComeLater && attempt.sends < MOST_LOOKS) return comeLater(attempt);
    return raiseDoubt(run, adopting, otherwise, records);
  }
  if (!isWhatWeSent(handoff, records)) return raiseDoubt(run, adopting, "duplicate_differs", records);
  await savePlaced(run, handoff, attempt, { records, how: "adopted", replayed: false });
  return changed;
}

function comeLater({ sends }: AttemptRecord): StageResult {
  return { kind: "come_again", delayMs: Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** sends) };
}
