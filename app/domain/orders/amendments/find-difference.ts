import { countLineUnits, type PartUnits } from "#app/domain/orders/parcels/line-units.ts";
import type { LineUnits } from "#app/domain/orders/placement/gate/plan-gate.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import type { SourceSnapshot } from "./source-snapshot.ts";

const FIELDS = ["name", "phone", "address", "city"] as const;
/** What of a customer may be another than was sent; second phone and landmark stand in the parcel's notes. */
export type ChangedField = (typeof FIELDS)[number] | "secondPhone" | "landmark";

type ChangedItem = { readonly title: string; readonly sent: number; readonly now: number };

export type Difference = {
  readonly fields: readonly (typeof FIELDS)[number][];
  /** Lines whose order holds fewer units than were sent and have not left. */
  readonly items: readonly ChangedItem[];
};

type FindDifferenceInput = {
  readonly before: SourceSnapshot;
  readonly now: SourceSnapshot;
  /** Shopify hides the customer: nothing can be said of changed fields. */
  readonly customer: "shown" | "withheld";
  readonly sent: readonly PartUnits[];
  readonly units: readonly LineUnits[];
};

/**
 * What changed in Shopify after a handoff was sent (R40): the customer's words, and units of open parcels that the order
 * does not have any more. Units that were added are no difference: they are handed off by themselves.
 */
export function findDifference({
  before,
  now,
  customer,
  sent,
  units,
}: FindDifferenceInput): Difference | null {
  const fields =
    customer === "shown" ? FIELDS.filter((field) => before.customer[field] !== now.customer[field]) : [];
  const items = before.lines.flatMap((line) => {
    const total = countLineUnits(sent, line.id);
    const gone = Math.min(total, takenOff(line, now), missing(line.id, units));
    return gone > 0 ? [{ title: line.title, sent: total, now: total - gone }] : [];
  });
  return fields.length + items.length === 0 ? null : { fields, items };
}

function takenOff({ id, quantity }: SourceSnapshot["lines"][number], now: SourceSnapshot): number {
  return quantity - (now.lines.find((line) => line.id === id)?.quantity ?? 0);
}

/** Units in parcels that have not left and that the Shopify order no longer holds. */
function missing(lineId: LineItemGid, units: readonly LineUnits[]): number {
  const line = units.find((each) => each.lineId === lineId);
  return line ? line.inOpenParcels - line.remaining : 0;
}
