import type { LineUnitCount } from "#app/domain/orders/parcels/line-units.ts";
import type {
  FulfillmentGid,
  FulfillmentOrderGid,
  FulfillmentOrderLineGid,
  LineItemGid,
  LocationGid,
  ParcelId,
} from "#app/platform/ids.ts";
import type { ShopifyFulfillment, ShopifyFulfillmentOrder, ShopifyOrder } from "#app/shopify/order.ts";

/** A parcel that left the warehouse and has no fulfillment yet, with its units by Shopify order line. */
export type ShippedParcel = {
  readonly id: ParcelId;
  readonly trackingNumber: string | null;
  /** Null while it is unknown what the parcel holds (R10). */
  readonly lines: readonly LineUnitCount[] | null;
};

export type FulfillmentPlan =
  | { readonly kind: "adopt"; readonly fulfillment: ShopifyFulfillment }
  | { readonly kind: "create"; readonly fulfillmentOrders: readonly FulfillmentOrderUnits[] }
  | { readonly kind: "accept_first"; readonly fulfillmentOrderId: FulfillmentOrderGid }
  | { readonly kind: "held"; readonly code: "unknown_contents" | "units_not_open" };

export type FulfillmentOrderUnits = {
  readonly fulfillmentOrderId: FulfillmentOrderGid;
  readonly lines: readonly { readonly id: FulfillmentOrderLineGid; readonly quantity: number }[];
};

/**
 * How a shipped parcel becomes exactly one fulfillment: an existing one with its tracking number is taken over,
 * else its units are looked for in our open fulfillment orders (R11). `taken` are fulfillments of other parcels.
 */
export function planFulfillment(
  order: ShopifyOrder,
  ourLocationId: LocationGid,
  parcel: ShippedParcel,
  taken: ReadonlySet<FulfillmentGid>,
): FulfillmentPlan {
  const existing = findExisting(order.fulfillments, ourLocationId, parcel, taken);
  if (existing) return { kind: "adopt", fulfillment: existing };
  if (!parcel.lines) return { kind: "held", code: "unknown_contents" };
  const ours = order.fulfillmentOrders.filter((candidate) => candidate.locationId === ourLocationId);
  const units = allocateUnits(parcel.lines, ours.filter(isOpen));
  if (!units) return { kind: "held", code: "units_not_open" };
  const waiting = units.find(({ fulfillmentOrderId }) =>
    ours.some((candidate) => candidate.id === fulfillmentOrderId && candidate.status === "OPEN"),
  );
  if (waiting) return { kind: "accept_first", fulfillmentOrderId: waiting.fulfillmentOrderId };
  return { kind: "create", fulfillmentOrders: units };
}

function isOpen(fulfillmentOrder: ShopifyFulfillmentOrder): boolean {
  return fulfillmentOrder.status === "IN_PROGRESS" || fulfillmentOrder.status === "OPEN";
}

/** After a crash between Shopify's effect and our commit the fulfillment is there: known by number, else by its units. */
function findExisting(
  fulfillments: readonly ShopifyFulfillment[],
  ourLocationId: LocationGid,
  { trackingNumber, lines }: ShippedParcel,
  taken: ReadonlySet<FulfillmentGid>,
): ShopifyFulfillment | undefined {
  const candidates = fulfillments.filter(
    (each) => each.status === "SUCCESS" && each.locationId === ourLocationId && !taken.has(each.id),
  );
  if (trackingNumber !== null) {
    return candidates.find((each) => each.tracking.some((tracking) => tracking.number === trackingNumber));
  }
  return candidates.find(
    (each) => each.tracking.length === 0 && lines !== null && sameUnits(each.lines, lines),
  );
}

type Units = readonly {
  readonly lineId?: LineItemGid;
  readonly lineGid?: LineItemGid;
  readonly quantity: number;
}[];

function sameUnits(left: Units, right: Units): boolean {
  const key = (units: Units) =>
    units
      .map((unit) => `${unit.lineId ?? unit.lineGid}×${unit.quantity}`)
      .sort()
      .join(" ");
  return key(left) === key(right);
}

function allocateUnits(
  lines: readonly LineUnitCount[],
  open: readonly ShopifyFulfillmentOrder[],
): FulfillmentOrderUnits[] | null {
  const units = new Map<FulfillmentOrderGid, { id: FulfillmentOrderLineGid; quantity: number }[]>();
  for (const { lineGid, quantity } of lines) {
    let left = quantity;
    for (const fulfillmentOrder of open) {
      for (const line of fulfillmentOrder.lines.filter((each) => each.lineId === lineGid)) {
        const taken = Math.min(left, line.remainingQuantity);
        if (taken <= 0) continue;
        left -= taken;
        units.set(fulfillmentOrder.id, [
          ...(units.get(fulfillmentOrder.id) ?? []),
          { id: line.id, quantity: taken },
        ]);
      }
    }
    if (left > 0) return null;
  }
  return [...units].map(([fulfillmentOrderId, taken]) => ({ fulfillmentOrderId, lines: taken }));
}
