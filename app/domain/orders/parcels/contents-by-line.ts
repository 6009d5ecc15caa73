import type {
  HandoffRecord,
  ItemRecord,
  ParcelRecord,
} from "#app/domain/orders/reconcile/order-record.server.ts";
import { type LineUnitCount, toWholeLines } from "./line-units.ts";
import { storedContents } from "./plan-contents.ts";

type CountedItem = Pick<ItemRecord, "id" | "lineGid" | "supplierVariantId" | "quantityPerUnit">;

/** Of a handoff, what its units are counted from. */
export type CountedHandoff = Pick<HandoffRecord, "state" | "mode" | "fulfillmentOrderGids"> & {
  readonly items: readonly (CountedItem & Pick<ItemRecord, "quantity" | "resalePkr">)[];
  readonly parcels: readonly Pick<ParcelRecord, "id" | "status" | "contents" | "fulfillmentGid" | "codPkr">[];
};

/** A parcel's units by Shopify order line; null while its contents are unknown (R10), or hold half a bundle. */
export function contentsByLine(
  handoff: { readonly items: readonly CountedItem[] },
  parcel: Pick<ParcelRecord, "contents">,
): readonly LineUnitCount[] | null {
  const stored = storedContents.safeParse(parcel.contents);
  if (!stored.success) return null;
  const units = new Map(stored.data.map(({ handoffItemId, quantity }) => [handoffItemId, quantity]));
  const held = handoff.items.filter(({ id }) => units.has(id));
  if (held.length < units.size) return null;
  const lines = new Set(held.map(({ lineGid }) => lineGid));
  // A part of a bundle that is not in the parcel counts as none of it.
  const parts = handoff.items.filter(({ lineGid }) => lines.has(lineGid));
  return toWholeLines(parts.map((item) => ({ ...item, quantity: units.get(item.id) ?? 0 })));
}
