import { z } from "zod";
import type { HandoffRecord, ItemRecord, ParcelRecord } from "../order-record.server.ts";

const storedContents = z.array(
  z.object({ handoffItemId: z.string(), quantity: z.number().int().positive() }),
);

/** Of a handoff, what its units are counted from. */
export type CountedHandoff = Pick<HandoffRecord, "state" | "fulfillmentOrderGids"> & {
  readonly items: readonly Pick<ItemRecord, "id" | "lineGid" | "quantity">[];
  readonly parcels: readonly Pick<ParcelRecord, "id" | "status" | "contents" | "fulfillmentGid" | "codPkr">[];
};

/** A parcel's units by Shopify order line; null while its contents are unknown (R10). */
export function contentsByLine(
  handoff: { readonly items: readonly Pick<ItemRecord, "id" | "lineGid">[] },
  parcel: Pick<ParcelRecord, "contents">,
): { lineGid: string; quantity: number }[] | null {
  const stored = storedContents.safeParse(parcel.contents);
  if (!stored.success) return null;
  const units = new Map<string, number>();
  for (const { handoffItemId, quantity } of stored.data) {
    const item = handoff.items.find((each) => each.id === handoffItemId);
    if (!item) return null;
    units.set(item.lineGid, (units.get(item.lineGid) ?? 0) + quantity);
  }
  return [...units].map(([lineGid, quantity]) => ({ lineGid, quantity }));
}
