import { isDismissed, requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { isFinal } from "#app/domain/orders/parcels/parcel-status.ts";
import { countUnits } from "#app/domain/orders/placement/count-units.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { findLateCorrection, type LateCorrection } from "./corrected-fields.server.ts";
import { type ChangedField, type Difference, findDifference } from "./find-difference.ts";
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
    const change = changeOf(run, handoff);
    if (!change) continue;
    const { difference, late } = change;
    const shown = run.ctx.crypto.hash(
      JSON.stringify([handoff.id, difference, nowOf(run, difference), ...(late ? [late.at] : [])]),
      "change",
    );
    if (isDismissed(run.record, "changed_after_placing", shown)) continue;
    const isEmpty = isNothingLeft(run);
    const replaceable = canReplace(run) && !isEmpty;
    const corrected = late?.fields ?? [];
    const fields = [...difference.fields, ...corrected.filter((field) => !isAmong(difference.fields, field))];
    const params = {
      ...{ fields, items: difference.items, corrected, byCustomer: late?.byCustomer ?? false },
      ...{ shown, handoffId: handoff.id, replaceable, isEmpty },
    };
    return { code: "changed_after_placing", params: JSON.parse(JSON.stringify(params)) };
  }
  return null;
}

function isAmong(fields: readonly ChangedField[], field: ChangedField): boolean {
  return fields.includes(field);
}

type Change = {
  /** In Shopify. */
  readonly difference: Difference;
  /** In the app, by the customer themselves or by somebody of the staff. */
  readonly late: LateCorrection | null;
};

const NO_DIFFERENCE: Difference = { fields: [], items: [] };

function changeOf(run: ReadRun, handoff: HandoffRecord): Change | null {
  const { ctx, shopify, record } = run;
  if (!handoff.sourceSnapshotEnc) return null;
  const before = parseSourceSnapshot(
    ctx.crypto.openText(handoff.sourceSnapshotEnc, sourceSnapshotPlace(handoff.id)),
  );
  if (!before) return null;
  const difference = findDifference({
    before,
    now: toSourceSnapshot(shopify, null),
    customer: shopify.withheld.length > 0 ? "withheld" : "shown",
    sent: handoff.items,
    units: countUnits(run, record.handoffs),
  });
  const late = findLateCorrection(run, handoff, before);
  return difference || late ? { difference: difference ?? NO_DIFFERENCE, late } : null;
}

/** The new words themselves are part of what is shown, so that another change asks again; only their keyed hash is kept. */
function nowOf({ shopify }: ReadRun, { fields }: Difference): readonly string[] {
  const { customer } = toSourceSnapshot(shopify, null);
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
  const isRequested = requestedAt(record.decisions, "replace") !== null;
  if (isRequested || isDismissed(record, hold.code, String(hold.params?.shown))) return [];
  const replaceable = isReplaceable(record.handoffs.flatMap(({ parcels }) => parcels));
  return [{ ...hold, params: { ...hold.params, replaceable } }];
}
