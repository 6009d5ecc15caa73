import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type {
  HandoffRecord,
  ItemRecord,
  ParcelRecord,
} from "#app/domain/orders/reconcile/order-record.server.ts";
import type { HandoffItemId, LineItemGid, ParcelId } from "#app/platform/ids.ts";
import { contentsByLine } from "./contents-by-line.ts";
import { countLineUnits } from "./line-units.ts";
import { type ParcelContents, storedContents } from "./plan-contents.ts";

type Item = Pick<
  ItemRecord,
  "id" | "lineGid" | "supplierVariantId" | "title" | "quantity" | "quantityPerUnit" | "wholesalePkr"
>;

type Parcel = Pick<ParcelRecord, "id" | "contents" | "of">;

/** What a handoff shows about the contents of its parcels. */
export type HandoffWithContents<P extends Parcel = Parcel> = Pick<HandoffRecord, "state"> & {
  readonly items: readonly Item[];
  readonly parcels: readonly P[];
};

/** An order line that is in one of the parcels whose contents are unknown; `wholesalePkr` is what its units cost in all. */
export type ContentsUnknownLine = {
  readonly lineGid: LineItemGid;
  readonly title: string;
  readonly quantity: number;
  readonly wholesalePkr: Rupees;
};

export type ContentsUnknownHandoff<P extends Parcel = Parcel> = {
  readonly lines: readonly ContentsUnknownLine[];
  readonly parcels: readonly P[];
};

/**
 * The parcels with unknown contents, and the lines that must be in them. Null where all is known (R10), and while
 * parcels are not reported yet, as a line may be in one of those.
 */
export function findContentsUnknown<P extends Parcel>(
  handoff: HandoffWithContents<P>,
): ContentsUnknownHandoff<P> | null {
  if (handoff.state !== "placed" || handoff.parcels.some(({ of }) => of > handoff.parcels.length))
    return null;
  const parcels = handoff.parcels.filter((parcel) => areContentsUnknown(handoff, parcel));
  if (parcels.length === 0) return null;
  const byLine = Map.groupBy(unitsLeft(handoff), ({ lineGid }) => lineGid);
  return { parcels, lines: [...byLine].map(([lineGid, items]) => toLine(lineGid, items)) };
}

function areContentsUnknown(handoff: HandoffWithContents, parcel: Parcel): boolean {
  return contentsByLine(handoff, parcel) === null;
}

/** The items with the units no other parcel is known to hold. */
function unitsLeft(handoff: HandoffWithContents): readonly Item[] {
  const known = new Map<HandoffItemId, number>();
  for (const parcel of handoff.parcels.filter((each) => !areContentsUnknown(handoff, each))) {
    for (const { handoffItemId, quantity } of storedContents.parse(parcel.contents)) {
      known.set(handoffItemId, (known.get(handoffItemId) ?? 0) + quantity);
    }
  }
  return handoff.items
    .map((item) => ({ ...item, quantity: item.quantity - (known.get(item.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

function toLine(lineGid: LineItemGid, items: readonly Item[]): ContentsUnknownLine {
  return {
    lineGid,
    title: [...new Set(items.map(({ title }) => title))].join(" + "),
    quantity: countLineUnits(items, lineGid),
    wholesalePkr: sumRupees(items.map((item) => rupees(item.wholesalePkr * item.quantity))),
  };
}

export type ParcelOfLines = readonly { readonly lineGid: LineItemGid; readonly parcelId: ParcelId }[];

export type StateContentsPlan =
  | { readonly kind: "stated"; readonly contents: ReadonlyMap<ParcelId, ParcelContents> }
  | { readonly kind: "incomplete" }
  /** It names lines or parcels that are not asked about. */
  | { readonly kind: "outdated" };

/**
 * What each parcel of unknown contents holds by a person's word. Goods of one line come from one store and travel in one parcel
 * (document, Money rules 8), so each line is in one of them, and none of them is empty.
 */
export function planStatedContents(
  handoff: HandoffWithContents,
  parcelOfLines: ParcelOfLines,
): StateContentsPlan {
  const unknown = findContentsUnknown(handoff);
  if (!unknown) return { kind: "outdated" };
  const parcelOf = new Map(parcelOfLines.map(({ lineGid, parcelId }) => [lineGid, parcelId]));
  const parcelIds = new Set(unknown.parcels.map(({ id }) => id));
  const lines = new Set(unknown.lines.map(({ lineGid }) => lineGid));
  if (parcelOfLines.some(({ lineGid, parcelId }) => !lines.has(lineGid) || !parcelIds.has(parcelId)))
    return { kind: "outdated" };
  const isComplete = parcelOf.size === lines.size && new Set(parcelOf.values()).size === parcelIds.size;
  if (!isComplete) return { kind: "incomplete" };
  const items = unitsLeft(handoff);
  const contents = new Map(
    [...parcelIds].map((parcelId) => [
      parcelId,
      items
        .filter(({ lineGid }) => parcelOf.get(lineGid) === parcelId)
        .map(({ id, quantity }) => ({ handoffItemId: id, quantity })),
    ]),
  );
  return { kind: "stated", contents };
}
