import type { ShopifyFulfillmentOrder, ShopifyOrderLine } from "#app/shopify/order.ts";
import type { LineUnits } from "../gate/plan-gate.ts";
import { type CountedHandoff, contentsByLine } from "../parcels/contents-by-line.ts";

/** Counts, for each order line, what stands open at our location and what was handed off before (R34). */
export function countUnits(
  lines: readonly Pick<ShopifyOrderLine, "id" | "currentQuantity">[],
  ours: readonly Pick<ShopifyFulfillmentOrder, "status" | "lines">[],
  handoffs: readonly CountedHandoff[],
): readonly LineUnits[] {
  const open = ours.filter((each) => !["CLOSED", "CANCELLED"].includes(each.status));
  const counted = handoffs.filter((handoff) => handoff.state !== "refused");
  return lines.map(({ id, currentQuantity }) => ({
    lineId: id,
    currentQuantity,
    remaining: sum(
      open
        .flatMap((each) => each.lines)
        .filter((line) => line.lineId === id)
        .map((line) => line.remainingQuantity),
    ),
    handedOff: sum(counted.flatMap((handoff) => unitsOf(handoff, id))),
    inOpenParcels: sum(counted.map((handoff) => unitsInOpenParcels(handoff, id))),
  }));
}

function unitsOf(handoff: CountedHandoff, lineGid: string): number[] {
  return handoff.items.filter((item) => item.lineGid === lineGid).map((item) => item.quantity);
}

/** Alive at the service and not yet a fulfillment. While contents are unknown every unit counts: nothing goes twice. */
function unitsInOpenParcels(handoff: CountedHandoff, lineGid: string): number {
  const all = sum(unitsOf(handoff, lineGid));
  if (handoff.state === "sending" || handoff.parcels.length === 0) return all;
  const open = handoff.parcels.filter((parcel) => parcel.status !== "CANCELLED" && !parcel.fulfillmentGid);
  const contents = open.map((parcel) => contentsByLine(handoff, parcel));
  if (contents.some((units) => units === null)) return all;
  return sum(
    contents
      .flatMap((units) => units ?? [])
      .filter((unit) => unit.lineGid === lineGid)
      .map((unit) => unit.quantity),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
