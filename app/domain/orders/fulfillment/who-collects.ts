import Decimal from "decimal.js";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { LineItemGid, ParcelId } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { type CountedHandoff, contentsByLine } from "../parcels/contents-by-line.ts";
import { countLineUnits, type LineUnitCount } from "../parcels/line-units.ts";
import { isFinal } from "../parcels/parcel-status.ts";

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
  const lost = countStanding(shopify, handoffs, isLost);
  const nobodyPkr = rupees(Math.max(0, Math.min(Math.round(lost.cash), Math.round(rest.toNumber()))));
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
  return Math.round(countStanding(shopify, handoffs, isLost).cash);
}

/**
 * The cash of parcels whose way is over, as far as what is outstanding still holds it: what riders brought in and no
 * marking has covered, and what nobody collects. To the paisa; nothing where a parcel's contents are not known, as its
 * items may have been taken off the order since.
 */
export function cashOfEndedParcels(
  shopify: Pick<ShopifyOrder, "lines">,
  handoffs: readonly CountedHandoff[],
  markedParcels: ReadonlySet<ParcelId>,
): number {
  const isKnown = handoffs.every((handoff) =>
    handoff.parcels.every((parcel) => contentsByLine(handoff, parcel) !== null),
  );
  if (!isKnown) return 0;
  return countStanding(shopify, handoffs, ({ id, status }) => isFinal(status) && !markedParcels.has(id)).cash;
}

type CountedParcel = CountedHandoff["parcels"][number];

type StandingUnits = {
  /** In rupees, to the paisa: units that were taken off leave part of one. */
  readonly cash: number;
  /** Units of a cancelled parcel are fulfilled in Shopify all the same. */
  readonly isSentByMerchant: boolean;
};

/** What of the chosen parcels the order still holds; the units of the others are theirs first. */
function countStanding(
  { lines }: Pick<ShopifyOrder, "lines">,
  handoffs: readonly CountedHandoff[],
  isChosen: (parcel: CountedParcel) => boolean,
): StandingUnits {
  const parcels = handoffs
    .filter(({ state }) => state === "placed")
    .flatMap((handoff) =>
      handoff.parcels.map((parcel) => ({ handoff, parcel, units: contentsByLine(handoff, parcel) })),
    );
  const kept = parcels.filter(({ parcel }) => !isChosen(parcel));
  const keptUnits = kept.flatMap(({ units }) => units ?? []);
  const keptToSend = kept.flatMap(({ parcel, units }) => (parcel.fulfillmentGid ? [] : (units ?? [])));
  const free = new Map(
    lines.map(({ id, currentQuantity }) => [id, Math.max(0, currentQuantity - unitsOf(keptUnits, id))]),
  );
  const toSend = new Map(
    lines.map((line) => [line.id, Math.max(0, line.unfulfilledQuantity - unitsOf(keptToSend, line.id))]),
  );
  // What has left is in the order before what never did.
  const chosen = [false, true].flatMap((neverSent) =>
    parcels.filter(({ parcel }) => isChosen(parcel) && wasNeverSent(parcel) === neverSent),
  );
  const shares = chosen.map(({ handoff, parcel, units }) => ({
    codPkr: parcel.codPkr,
    ...allocateShare(weigh(handoff, units), free, wasNeverSent(parcel) ? toSend : null),
  }));
  const cash = shares.reduce((sum, { codPkr, share }) => sum + codPkr * share, 0);
  return {
    cash: Math.round(cash * 100) / 100,
    isSentByMerchant: shares.some(({ isSentByMerchant }) => isSentByMerchant),
  };
}

/** What one unit of a line weighs in its parcel: what is asked for it. */
type WeighedUnits = readonly (LineUnitCount & { readonly weight: number })[];

function weigh({ items }: CountedHandoff, units: Units | null): WeighedUnits | null {
  const weighed = units?.map((unit) => {
    const own = items.filter(({ lineGid }) => lineGid === unit.lineGid);
    const asked = own.reduce((sum, { quantity, resalePkr }) => sum + quantity * resalePkr, 0);
    return { ...unit, weight: asked / Math.max(1, countLineUnits(own, unit.lineGid)) };
  });
  if (weighed?.some(({ weight, quantity }) => weight * quantity > 0)) return weighed;
  return weighed?.map((unit) => ({ ...unit, weight: 1 })) ?? null;
}

/** Whoever fulfilled its units in Shopify, it was not this parcel. */
function wasNeverSent({ status, fulfillmentGid }: CountedParcel): boolean {
  return status === "CANCELLED" && fulfillmentGid === null;
}

function isLost({ status }: CountedParcel): boolean {
  return status === "CANCELLED" || status === "RETURNED";
}

type Units = readonly LineUnitCount[];

function unitsOf(units: Units, lineGid: LineItemGid): number {
  return units.reduce((total, unit) => total + (unit.lineGid === lineGid ? unit.quantity : 0), 0);
}

/**
 * Which share of a parcel's worth the order still holds and no other parcel took; its units are taken, so that none
 * counts twice. All of an unknown one. `toSend`: units nobody has fulfilled, of which those of a parcel that was never sent
 * have to be.
 */
function allocateShare(
  units: WeighedUnits | null,
  free: Map<LineItemGid, number>,
  toSend: Map<LineItemGid, number> | null,
) {
  const all = (units ?? []).reduce((total, { quantity, weight }) => total + quantity * weight, 0);
  if (units === null || all === 0) return { share: 1, isSentByMerchant: false };
  let there = 0;
  let sent = 0;
  for (const { lineGid, quantity, weight } of units) {
    const present = Math.min(quantity, free.get(lineGid) ?? 0);
    const taken = toSend === null ? present : Math.min(present, toSend.get(lineGid) ?? 0);
    free.set(lineGid, (free.get(lineGid) ?? 0) - present);
    toSend?.set(lineGid, (toSend.get(lineGid) ?? 0) - taken);
    there += taken * weight;
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
