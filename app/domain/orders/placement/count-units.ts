import { type CountedHandoff, contentsByLine } from "#app/domain/orders/parcels/contents-by-line.ts";
import { countLineUnits } from "#app/domain/orders/parcels/line-units.ts";
import type { FulfillmentGid, FulfillmentOrderLineGid, LineItemGid, LocationGid } from "#app/platform/ids.ts";
import type { ShopifyFulfillmentOrder, ShopifyOrder } from "#app/shopify/order.ts";
import type { LineUnits } from "./gate/plan-gate.ts";

type CountedOrder = {
  readonly shopify: Pick<ShopifyOrder, "lines" | "fulfillmentOrders" | "fulfillments">;
  readonly locationGid: LocationGid;
};

/** Counts, for each order line, the units open at our location and those handed off before (R34). */
export function countUnits(
  { shopify, locationGid }: CountedOrder,
  handoffs: readonly CountedHandoff[],
): readonly LineUnits[] {
  const open = shopify.fulfillmentOrders.filter(
    (each) => each.locationId === locationGid && !["CLOSED", "CANCELLED"].includes(each.status),
  );
  const counted = handoffs.filter((handoff) => handoff.state !== "refused");
  const undone = idsOf(shopify, "CANCELLED");
  return shopify.lines.map((line) => {
    const remaining = sum(linesAtOurLocation(open, line.id).map((each) => each.remainingQuantity));
    const inOpenParcels = sum(counted.map((handoff) => unitsInOpenParcels(handoff, line.id, undone)));
    return {
      ...{ lineId: line.id, currentQuantity: line.currentQuantity, remaining, inOpenParcels },
      handedOff: sum(counted.map(({ items }) => countLineUnits(items, line.id))),
      atOtherLocations:
        Math.max(0, line.unfulfilledQuantity - remaining) + fulfilledByOthers(shopify, counted, line.id),
      unallocated: findUnallocated(open, counted, line.id, inOpenParcels),
    };
  });
}

function linesAtOurLocation(open: readonly ShopifyFulfillmentOrder[], lineGid: LineItemGid) {
  return open.flatMap((each) => each.lines).filter((line) => line.lineId === lineGid);
}

function idsOf({ fulfillments }: CountedOrder["shopify"], status: string): ReadonlySet<FulfillmentGid> {
  return new Set(fulfillments.filter((each) => each.status === status).map(({ id }) => id));
}

/** Units that left without a parcel of ours: from another location, or fulfilled by hand. */
function fulfilledByOthers(
  { fulfillments }: CountedOrder["shopify"],
  counted: readonly CountedHandoff[],
  lineGid: LineItemGid,
): number {
  const parcels = counted.flatMap((handoff) => handoff.parcels);
  const byOthers = fulfillments.filter(
    ({ id, status }) => status === "SUCCESS" && parcels.every((parcel) => parcel.fulfillmentGid !== id),
  );
  return sum(
    byOthers
      .flatMap(({ lines }) => lines)
      .filter(({ lineId }) => lineId === lineGid)
      .map(({ quantity }) => quantity),
  );
}

/** Which open units are in no parcel: parcels count against the fulfillment orders they were made from first. */
function findUnallocated(
  open: readonly ShopifyFulfillmentOrder[],
  counted: readonly CountedHandoff[],
  lineGid: LineItemGid,
  inOpenParcels: number,
): LineUnits["unallocated"] {
  const named = new Set(counted.flatMap(({ fulfillmentOrderGids }) => fulfillmentOrderGids));
  const rank = ({ id, status }: ShopifyFulfillmentOrder) =>
    (status === "IN_PROGRESS" ? 0 : 2) + (named.has(id) ? 0 : 1);
  let taken = inOpenParcels;
  const unallocated: { fulfillmentOrderLineId: FulfillmentOrderLineGid; quantity: number }[] = [];
  for (const line of linesAtOurLocation(
    open.toSorted((a, b) => rank(a) - rank(b)),
    lineGid,
  )) {
    const quantity = Math.max(0, line.remainingQuantity - taken);
    taken = Math.max(0, taken - line.remainingQuantity);
    if (quantity > 0) unallocated.push({ fulfillmentOrderLineId: line.id, quantity });
  }
  return unallocated;
}

/** Alive at the service and not a fulfillment in Shopify. While contents are unknown every unit counts: nothing goes twice. */
function unitsInOpenParcels(
  handoff: CountedHandoff,
  lineGid: LineItemGid,
  undone: ReadonlySet<FulfillmentGid>,
): number {
  const all = countLineUnits(handoff.items, lineGid);
  if (handoff.state === "sending" || handoff.parcels.length === 0) return all;
  const open = handoff.parcels.filter((parcel) => isOpen(parcel, undone));
  const contents = open.map((parcel) => contentsByLine(handoff, parcel));
  if (contents.some((units) => units === null)) return all;
  return sum(
    contents
      .flatMap((units) => units ?? [])
      .filter((unit) => unit.lineGid === lineGid)
      .map((unit) => unit.quantity),
  );
}

/** A fulfillment that was cancelled in Shopify does not call its parcel back: until it is returned, it has the units. */
function isOpen(parcel: CountedHandoff["parcels"][number], undone: ReadonlySet<FulfillmentGid>): boolean {
  if (parcel.status === "CANCELLED") return false;
  if (!parcel.fulfillmentGid) return true;
  return undone.has(parcel.fulfillmentGid) && parcel.status !== "RETURNED";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
