import { z } from "zod";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ItemRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import {
  type HandoffItemId,
  toHandoffItemId,
  toLineItemGid,
  toSupplierVariantId,
} from "#app/platform/ids.ts";

/** One of our handoff's items, as far as it shows a parcel's contents. */
export type SentItem = Pick<
  ItemRecord,
  "id" | "lineGid" | "supplierVariantId" | "supplierStoreId" | "quantity" | "resalePkr" | "wholesalePkr"
>;

export type ParcelContents = readonly { readonly handoffItemId: HandoffItemId; readonly quantity: number }[];

/** A parcel's contents as its row keeps them. */
export const storedContents = z.array(
  z.object({ handoffItemId: z.string().transform(toHandoffItemId), quantity: z.number().int().positive() }),
);

type PlanContentsInput = {
  readonly sent: readonly SentItem[];
  /** The service's item objects; empty when it says nothing of them. */
  readonly reported: readonly unknown[];
  readonly parcelsInHandoff: number;
  readonly wholesalePkr: Rupees | undefined;
  /** What other parcels of the handoff are known to hold. */
  readonly inOtherParcels?: ParcelContents;
};

const reportedItem = z.object({
  externalLineId: z.string().transform(toLineItemGid).optional().catch(undefined),
  variantId: z.string().transform(toSupplierVariantId).optional().catch(undefined),
  quantity: z.number().int().positive().optional().catch(undefined),
  resalePrice: z.number().int().optional().catch(undefined),
});
type ReportedItem = z.infer<typeof reportedItem>;

/**
 * Which of the sent items one parcel holds (R10): by line id, else by variant, else by the supplier store whose goods
 * add up to the parcel's wholesale total. A single parcel holds all, unless its items name fewer units. Null when the
 * contents stay unknown; never guessed.
 */
export function planContents(input: PlanContentsInput): ParcelContents | null {
  const { sent, parcelsInHandoff } = input;
  const reportedContents = byReportedItems(input);
  if (parcelsInHandoff > 1) return reportedContents ?? byStore(input);
  if (reportedContents !== null) return isEverything(sent, reportedContents) ? reportedContents : null;
  return sent.map((item) => ({ handoffItemId: item.id, quantity: item.quantity }));
}

/** What parcels are known to hold together, by their rows. */
export function contentsOf(parcels: readonly { readonly contents: unknown }[]): ParcelContents {
  return merge(parcels.flatMap(({ contents }) => storedContents.safeParse(contents).data ?? []));
}

/** Whether a parcel's row says that it holds all that was sent. */
export function holdsEverything(sent: readonly SentItem[], contents: unknown): boolean {
  return isEverything(sent, contentsOf([{ contents }]));
}

type AnsweredParcel = Pick<PlanContentsInput, "reported" | "wholesalePkr">;

/**
 * What each parcel of one answer holds. Items count only where they add up to what was sent: parcels that each repeat
 * the whole order, or that leave units out, are distinguished by their stores. `announced`: how many parcels there are,
 * where some are not reported yet.
 */
export function planAllContents(
  sent: readonly SentItem[],
  parcels: readonly AnsweredParcel[],
  announced: number,
): readonly (ParcelContents | null)[] {
  const parcelsInHandoff = Math.max(announced, parcels.length);
  const inputs = parcels.map((parcel) => ({ ...parcel, sent, parcelsInHandoff }));
  const reportedContents = inputs.map(byReportedItems);
  const known = merge(reportedContents.flatMap((contents) => contents ?? []));
  const isWhole = announced <= parcels.length && reportedContents.every((contents) => contents !== null);
  const addsUp = isWhole ? isEverything(sent, known) : fitsInto(sent, known);
  return inputs.map((question) => planContents(addsUp ? question : { ...question, reported: [] }));
}

function isEverything(sent: readonly SentItem[], contents: ParcelContents): boolean {
  const held = new Map(contents.map(({ handoffItemId, quantity }) => [handoffItemId, quantity]));
  return sent.every(({ id, quantity }) => held.get(id) === quantity);
}

function fitsInto(sent: readonly SentItem[], contents: ParcelContents): boolean {
  const units = new Map(sent.map(({ id, quantity }) => [id, quantity]));
  return contents.every(({ handoffItemId, quantity }) => quantity <= (units.get(handoffItemId) ?? 0));
}

function byReportedItems({ sent, reported, inOtherParcels = [] }: PlanContentsInput): ParcelContents | null {
  if (reported.length === 0) return null;
  const left = unitsLeft(sent, inOtherParcels);
  const contents: ParcelContents[number][] = [];
  for (const raw of reported) {
    const item = reportedItem.safeParse(raw);
    const found = item.success ? takeUnits(item.data, sent, left) : null;
    if (!found) return null;
    contents.push(...found);
  }
  return merge(contents);
}

function unitsLeft(sent: readonly SentItem[], inOtherParcels: ParcelContents): Map<HandoffItemId, number> {
  const left = new Map(sent.map((item) => [item.id, item.quantity]));
  for (const { handoffItemId, quantity } of inOtherParcels) {
    left.set(handoffItemId, (left.get(handoffItemId) ?? 0) - quantity);
  }
  return left;
}

/** Takes a reported item's units from the sent items that fit it; null when none fits or too few are left. */
function takeUnits(item: ReportedItem, sent: readonly SentItem[], left: Map<HandoffItemId, number>) {
  if (!item.externalLineId && !item.variantId) return null;
  const fitting = sent.filter(
    (candidate) =>
      (item.externalLineId === undefined || candidate.lineGid === item.externalLineId) &&
      (item.variantId === undefined || candidate.supplierVariantId === item.variantId),
  );
  const exact = fitting.filter((candidate) => candidate.resalePkr === item.resalePrice);
  let wanted = item.quantity ?? fitting.reduce((sum, candidate) => sum + (left.get(candidate.id) ?? 0), 0);
  const taken: ParcelContents[number][] = [];
  for (const candidate of [...exact, ...fitting.filter((other) => !exact.includes(other))]) {
    const units = Math.min(wanted, left.get(candidate.id) ?? 0);
    if (units <= 0) continue;
    left.set(candidate.id, (left.get(candidate.id) ?? 0) - units);
    taken.push({ handoffItemId: candidate.id, quantity: units });
    wanted -= units;
  }
  return wanted === 0 && taken.length > 0 ? taken : null;
}

function byStore({ sent, wholesalePkr, inOtherParcels = [] }: PlanContentsInput): ParcelContents | null {
  if (wholesalePkr === undefined || sent.some((item) => item.supplierStoreId === null)) return null;
  const stores = [...new Set(sent.map((item) => item.supplierStoreId))];
  const fitting = stores.filter((store) => {
    const ofStore = sent.filter((item) => item.supplierStoreId === store);
    return ofStore.reduce((sum, item) => sum + item.wholesalePkr * item.quantity, 0) === wholesalePkr;
  });
  if (fitting.length !== 1) return null;
  const ofStore = sent.filter((item) => item.supplierStoreId === fitting[0]);
  const contents = ofStore.map((item) => ({ handoffItemId: item.id, quantity: item.quantity }));
  return fitsInto(sent, merge([...contents, ...inOtherParcels])) ? contents : null;
}

function merge(contents: ParcelContents): ParcelContents {
  const units = new Map<HandoffItemId, number>();
  for (const { handoffItemId, quantity } of contents) {
    units.set(handoffItemId, (units.get(handoffItemId) ?? 0) + quantity);
  }
  return [...units].map(([handoffItemId, quantity]) => ({ handoffItemId, quantity }));
}
