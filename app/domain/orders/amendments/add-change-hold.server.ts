import { isDismissed, requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { isFinal } from "#app/domain/orders/parcels/parcel-status.ts";
import { countUnits } from "#app/domain/orders/placement/count-units.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { type Difference, findDifference } from "./find-difference.ts";
import { isReplaceable } from "./is-replaceable.ts";
import { parseSourceSnapshot, sourceSnapshotPlace, toSourceSnapshot } from "./source-snapshot.ts";

/** What changed in Shopify after placing, while a parcel is under way, until a person decides (R40). */
export function findChangeHold(run: ReadRun): Hold | null {
  const { decisions } = run.record;
  const isEnding = requestedAt(decisions, "cancel") ?? requestedAt(decisions, "replace");
  if (run.shopify.cancelledAt || isEnding) return null;
  const open = run.record.handoffs.filter(
    ({ state, parcels }) => state === "placed" && parcels.some(({ status }) => !isFinal(status)),
  );
  for (const handoff of open) {
    const difference = differenceOf(run, handoff);
    if (!difference) continue;
    const shown = run.ctx.crypto.hash(
      JSON.stringify([handoff.id, difference, nowOf(run, difference)]),
      "change",
    );
    if (isDismissed(run.record, "changed_after_placing", shown)) continue;
    const isEmpty = isNothingLeft(run);
    const replaceable = canReplace(run) && !isEmpty;
    const params = { ...difference, shown, handoffId: handoff.id, replaceable, isEmpty };
    return { code: "changed_after_placing", params: JSON.parse(JSON.stringify(params)) };
  }
  return null;
}

function differenceOf(run: ReadRun, handoff: HandoffRecord): Difference | null {
  const { ctx, shopify, record } = run;
  if (!handoff.sourceSnapshotEnc) return null;
  const before = parseSourceSnapshot(
    ctx.crypto.openText(handoff.sourceSnapshotEnc, sourceSnapshotPlace(handoff.id)),
  );
  if (!before) return null;
  return findDifference({
    before,
    now: toSourceSnapshot(shopify),
    customer: shopify.withheld.length > 0 ? "withheld" : "shown",
    sent: handoff.items,
    units: countUnits(run, record.handoffs),
  });
}

/** The new words themselves are part of what is shown, so that another change asks again; only their keyed hash is kept. */
function nowOf({ shopify }: ReadRun, { fields }: Difference): readonly string[] {
  const { customer } = toSourceSnapshot(shopify);
  return fields.map((field) => customer[field]);
}

/** All units of ours were taken off the order: nothing could be placed again. */
function isNothingLeft(run: ReadRun): boolean {
  const units = countUnits(run, run.record.handoffs).filter(({ handedOff }) => handedOff > 0);
  return units.every(({ remaining, currentQuantity }) => remaining === 0 && currentQuantity === 0);
}

function canReplace({ record }: ReadRun): boolean {
  return isReplaceable(record.handoffs.flatMap(({ parcels }) => parcels));
}

/**
 * The alert that the courier collects too much says what can be done. It ends once the merchant confirms that the
 * courier knows these sums.
 */
export function completeCourierHold({ record }: Pick<ReadRun, "record">, hold: Hold): readonly Hold[] {
  if (hold.code !== "courier_will_collect_too_much") return [hold];
  const { courierCollects, outstandingPaisa } = hold.params ?? {};
  const shown = `${courierCollects}:${outstandingPaisa}`;
  const isRequested = requestedAt(record.decisions, "replace") !== null;
  if (isRequested || isDismissed(record, hold.code, shown)) return [];
  const replaceable = isReplaceable(record.handoffs.flatMap(({ parcels }) => parcels));
  return [{ ...hold, params: { ...hold.params, shown, replaceable } }];
}
