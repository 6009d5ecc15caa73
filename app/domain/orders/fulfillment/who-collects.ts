import Decimal from "decimal.js";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { type CountedHandoff, contentsByLine } from "../parcels/contents-by-line.ts";
import { countLineUnits, type LineUnitCount } from "../parcels/line-units.ts";

/** Who collects what is outstanding of an order, the last two to the paisa; the three add up to it with what was collected. */
export type WhoCollects = {
  /** Nobody collects for items of refused, returned or cancelled parcels that the order still holds. */
  readonly nobodyPkr: Rupees;
  /** For goods of the merchant's own: the merchant does. */
  readonly yoursPkr: number;
  /** More, or less, than was collected, and no goods in the order explain it. */
  readonly unexplainedPkr: number;
};

type WhoCollectsInput = {
  readonly shopify: Pick<ShopifyOrder, "lines" | "totalOutstanding">;
  readonly handoffs: readonly CountedHandoff[];
  readonly collectedPkr: Rupees;
};

/** Divides what Shopify still has open, once no parcel is under way any more (R12). */
export function whoCollects({ shopify, handoffs, collectedPkr }: WhoCollectsInput): WhoCollects {
  const rest = new Decimal(shopify.totalOutstanding).minus(collectedPkr);
  const lost = countLost(shopify, handoffs);
  const nobodyPkr = rupees(Math.max(0, Math.min(lost.cashPkr, Math.round(rest.toNumber()))));
  const more = rest.minus(nobodyPkr);
  const other = more.abs().lt(1) ? 0 : more.toNumber();
  const isOwn = other > 0 && (lost.isSentByMerchant || hasOwnGoods(shopify, handoffs));
  return { nobodyPkr, yoursPkr: isOwn ? other : 0, unexplainedPkr: isOwn ? 0 : other };
}

/** The cash of parcels that did not stay with the customer, as far as nobody else sent their units; whole rupees. */
export function cashOfLostParcels(
  shopify: Pick<ShopifyOrder, "lines">,
  handoffs: readonly CountedHandoff[],
): number {
  return countLost(shopify, handoffs).cashPkr;
}

type LostParcels = {
  readonly cashPkr: Rupees;
  /** Units of a cancelled parcel are fulfilled in Shopify all the same. */
  readonly isSentByMerchant: boolean;
};

function countLost({ lines }: Pick<ShopifyOrder, "lines">, handoffs: readonly CountedHandoff[]): LostParcels {
  const parcels = handoffs
    .filter(({ state }) => state === "placed")
    .flatMap((handoff) =>
      handoff.parcels.map((parcel) => ({ parcel, units: contentsByLine(handoff, parcel) })),
    );
  const kept = parcels.filter(({ parcel }) => !isLost(parcel.status));
  const keptUnits = kept.flatMap(({ units }) => units ?? []);
  const keptToSend = kept.flatMap(({ parcel, units }) => (parcel.fulfillmentGid ? [] : (units ?? [])));
  const free = new Map(
    lines.map(({ id, currentQuantity }) => [id, Math.max(0, currentQuantity - unitsOf(keptUnits, id))]),
  );
  const toSend = new Map(
    lines.map((line) => [line.id, Math.max(0, line.unfulfilledQuantity - unitsOf(keptToSend, line.id))]),
  );
  const shares = parcels
    .filter(({ parcel }) => isLost(parcel.status))
    .map(({ parcel, units }) => ({
      codPkr: parcel.codPkr,
      ...allocateShare(units, free, wasNeverSent(parcel) ? toSend : null),
    }));
  return {
    cashPkr: sumRupees(shares.map(({ codPkr, share }) => rupees(Math.round(codPkr * share)))),
    isSentByMerchant: shares.some(({ isSentByMerchant }) => isSentByMerchant),
  };
}

/** Whoever fulfilled its units in Shopify, it was not this parcel. */
function wasNeverSent({ status, fulfillmentGid }: CountedHandoff["parcels"][number]): boolean {
  return status === "CANCELLED" && fulfillmentGid === null;
}

function isLost(status: string): boolean {
  return status === "CANCELLED" || status === "RETURNED";
}

type Units = readonly LineUnitCount[];

function unitsOf(units: Units, lineGid: LineItemGid): number {
  return units.reduce((total, unit) => total + (unit.lineGid === lineGid ? unit.quantity : 0), 0);
}

/**
 * Which share of a parcel's units the order still holds and no other parcel took; they are taken, so that none counts
 * twice. All of an unknown one. `toSend`: units nobody has fulfilled, of which those of a parcel that was never sent
 * have to be.
 */
function allocateShare(
  units: Units | null,
  free: Map<LineItemGid, number>,
  toSend: Map<LineItemGid, number> | null,
) {
  const all = (units ?? []).reduce((total, { quantity }) => total + quantity, 0);
  if (units === null || all === 0) return { share: 1, isSentByMerchant: false };
  let there = 0;
  let sent = 0;
  for (const { lineGid, quantity } of units) {
    const present = Math.min(quantity, free.get(lineGid) ?? 0);
    const taken = toSend === null ? present : Math.min(present, toSend.get(lineGid) ?? 0);
    free.set(lineGid, (free.get(lineGid) ?? 0) - present);
    toSend?.set(lineGid, (toSend.get(lineGid) ?? 0) - taken);
    there += taken;
    sent += present - taken;
  }
  return { share: there / all, isSentByMerchant: sent > 0 };
}

/** Units that need shipping and were never handed to the supplier. */
function hasOwnGoods({ lines }: Pick<ShopifyOrder, "lines">, handoffs: readonly CountedHandoff[]): boolean {
  const items = handoffs.filter(({ state }) => state === "placed").flatMap((handoff) => handoff.items);
  return lines.some(
    ({ id, requiresShipping, currentQuantity }) =>
      requiresShipping && currentQuantity > countLineUnits(items, id),
  );
}
