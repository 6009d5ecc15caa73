import Decimal from "decimal.js";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { type CountedHandoff, contentsByLine } from "../parcels/contents-by-line.ts";
import { countLineUnits } from "../parcels/line-units.ts";

/** Who collects what is outstanding of an order, in rupees; the three add up to it with what was collected. */
export type WhoCollects = {
  /** For items of refused, returned or cancelled parcels that still stand in the order: nobody does. */
  readonly nobodyPkr: number;
  /** For goods of the merchant's own: the merchant does. */
  readonly yoursPkr: number;
  /** More, or less, than was collected, and no goods in the order explain it. */
  readonly unexplainedPkr: number;
};

type CollectedOrder = {
  readonly shopify: Pick<ShopifyOrder, "lines" | "totalOutstanding">;
  readonly handoffs: readonly CountedHandoff[];
  readonly collectedPkr: number;
};

/** Divides what Shopify still has open, once no parcel is under way any more (R12). */
export function whoCollects({ shopify, handoffs, collectedPkr }: CollectedOrder): WhoCollects {
  const rest = new Decimal(shopify.totalOutstanding).minus(collectedPkr);
  const nobodyPkr = Math.max(0, Math.min(leftOfLostParcels(shopify, handoffs), Math.round(rest.toNumber())));
  const more = rest.minus(nobodyPkr);
  const other = more.abs().lt(1) ? 0 : more.toNumber();
  const isOwn = other > 0 && hasOwnGoods(shopify, handoffs);
  return { nobodyPkr, yoursPkr: isOwn ? other : 0, unexplainedPkr: isOwn ? 0 : other };
}

/** The cash of parcels that did not stay with the customer, as far as their units still stand in the order; whole rupees. */
export function leftOfLostParcels(
  { lines }: Pick<ShopifyOrder, "lines">,
  handoffs: readonly CountedHandoff[],
): number {
  const parcels = handoffs
    .filter(({ state }) => state === "placed")
    .flatMap((handoff) =>
      handoff.parcels.map((parcel) => ({ parcel, units: contentsByLine(handoff, parcel) })),
    );
  const kept = parcels.filter(({ parcel }) => !isLost(parcel.status)).flatMap(({ units }) => units ?? []);
  const free = new Map(
    lines.map(({ id, currentQuantity }) => [id, Math.max(0, currentQuantity - unitsOf(kept, id))]),
  );
  return parcels
    .filter(({ parcel }) => isLost(parcel.status))
    .reduce((total, { parcel, units }) => total + Math.round(parcel.codPkr * takeShare(units, free)), 0);
}

function isLost(status: string): boolean {
  return status === "CANCELLED" || status === "RETURNED";
}

type Units = readonly { readonly lineGid: string; readonly quantity: number }[];

function unitsOf(units: Units, lineGid: string): number {
  return units.reduce((total, unit) => total + (unit.lineGid === lineGid ? unit.quantity : 0), 0);
}

/** Which share of a parcel's units is still free in the order; they are taken, so that none counts twice. All of an unknown one. */
function takeShare(units: Units | null, free: Map<string, number>): number {
  const all = (units ?? []).reduce((total, { quantity }) => total + quantity, 0);
  if (units === null || all === 0) return 1;
  const there = units.reduce((total, { lineGid, quantity }) => {
    const taken = Math.min(quantity, free.get(lineGid) ?? 0);
    free.set(lineGid, (free.get(lineGid) ?? 0) - taken);
    return total + taken;
  }, 0);
  return there / all;
}

/** Units that need shipping and were never handed to the supplier. */
function hasOwnGoods({ lines }: Pick<ShopifyOrder, "lines">, handoffs: readonly CountedHandoff[]): boolean {
  const items = handoffs.filter(({ state }) => state === "placed").flatMap((handoff) => handoff.items);
  return lines.some(
    ({ id, requiresShipping, currentQuantity }) =>
      requiresShipping && currentQuantity > countLineUnits(items, id),
  );
}
