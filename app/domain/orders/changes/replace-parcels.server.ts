import { failpoint } from "#app/platform/failpoint.ts";
import { cancelParcel } from "../cancel/cancel-parcels.server.ts";
import type { HandoffRecord, ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, lookAgain, type ReadRun, type StageResult } from "../order-run.ts";
import { isParcelStatus, PARCEL_STATUSES } from "../parcels/parcel-status.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { replaceableParcels } from "./is-replaceable.ts";
import { noWish } from "./no-wish.ts";

const REASON = "The order was changed and is placed again";
const READ_AGAIN_MS = 15_000;

type Open = { readonly handoff: HandoffRecord; readonly parcel: ParcelRecord };

/**
 * *Cancel and place again*, its first half: every parcel that has not left is cancelled at the service. The wish stands
 * until the service has the replacement; while one parcel is not confirmed as cancelled its units are in a parcel, so
 * nothing of them can be placed. Once one turns out packed nothing is replaced.
 */
export async function replaceParcels(run: ReadRun): Promise<StageResult> {
  const asked = run.record.replaceRequestedAt;
  if (!asked) return goOn;
  if (run.shopify.cancelledAt) return dropWish(run);
  const open = listOpen(run);
  for (const { handoff, parcel } of open) {
    const outcome = await cancelParcel(run, handoff, parcel, {
      trigger: `replace:${asked.toISOString()}`,
      reason: REASON,
    });
    if (outcome === "late") return tellTooLate(run, parcel);
    if (typeof outcome !== "object") continue;
    if (!outcome.putOff) return { kind: "come_again", delayMs: outcome.retryInMs };
    lookAgain(run, outcome.retryInMs);
    return changed;
  }
  if (open.length > 0) return readUnconfirmed(run, open);
  failpoint("P8");
  return goOn;
}

/** What is furthest along is asked first: if it is packed, the others were not cancelled for nothing. */
function listOpen({ record }: ReadRun): readonly Open[] {
  const rank = (status: string) => (isParcelStatus(status) ? PARCEL_STATUSES.indexOf(status) : -1);
  return record.handoffs
    .filter(({ state }) => state === "placed")
    .flatMap((handoff) => replaceableParcels(handoff.parcels).map((parcel) => ({ handoff, parcel })))
    .toSorted((a, b) => rank(b.parcel.status) - rank(a.parcel.status));
}

/** The service said yes: its record has to say CANCELLED before anything is placed again. */
async function readUnconfirmed(run: ReadRun, open: readonly Open[]): Promise<StageResult> {
  const ids = open.map(({ parcel }) => parcel.id);
  const where = { shopId: run.ctx.shop.id, id: { in: ids }, status: { not: "CANCELLED" } };
  const { count } = await writeUnderLease(run, ({ tx }) =>
    tx.parcel.updateMany({ where, data: { readAt: null } }),
  );
  if (count > 0) return { kind: "come_again", delayMs: READ_AGAIN_MS };
  failpoint("P8");
  return changed;
}

async function tellTooLate(run: ReadRun, { part, of }: ParcelRecord): Promise<StageResult> {
  await writeUnderLease(run, async ({ tx, tell }) => {
    await tx.order.update({ where: whereOrder(run), data: noWish });
    await tell({ actor: "karwan", code: "replace_too_late", params: { part, of } });
  });
  return changed;
}

async function dropWish(run: ReadRun): Promise<StageResult> {
  await writeUnderLease(run, ({ tx }) => tx.order.update({ where: whereOrder(run), data: noWish }));
  return changed;
}

function whereOrder({ ctx, record }: ReadRun) {
  return { shopId_id: { shopId: ctx.shop.id, id: record.id } };
}
