import type { ParcelItem } from "#app/domain/orders/parcels/parcel-items.ts";
import { storedContents } from "#app/domain/orders/parcels/plan-contents.ts";
import { openOrderLines } from "#app/domain/orders/reconcile/order-lines.ts";
import type { ItemRecord } from "#app/domain/orders/reconcile/order-record.server.ts";

type SentItem = Pick<ItemRecord, "id" | "lineGid" | "supplierVariantId" | "quantityPerUnit" | "title">;

/**
 * What a parcel holds as its customer bought it: by the lines of the order, whatever the supplier sends for them. Of a line
 * that is not in the order any more the name it was sent by is shown, unless it is a part of a bundle, which is the
 * supplier's. Null while the contents are unknown.
 */
export function toCustomerItems(
  contents: unknown,
  items: readonly SentItem[],
  orderLines: unknown,
): readonly ParcelItem[] | null {
  const parsed = storedContents.safeParse(contents);
  if (!parsed.success) return null;
  const held = new Map(parsed.data.map(({ handoffItemId, quantity }) => [handoffItemId, quantity]));
  const names = new Map(openOrderLines(orderLines)?.map((line) => [line.lineGid, nameOf(line)]));
  const quantities = new Map<string, number>();
  for (const [lineGid, parts] of Map.groupBy(
    items.filter(({ id }) => held.has(id)),
    (item) => item.lineGid,
  )) {
    const name = names.get(lineGid) ?? nameSent(items.filter((item) => item.lineGid === lineGid));
    quantities.set(name, (quantities.get(name) ?? 0) + unitsOf(parts, held));
  }
  return [...quantities].map(([title, quantity]) => ({ title, quantity }));
}

/** As it is called on every page of a customer. */
export function nameOf({
  title,
  variantTitle,
}: {
  readonly title: string;
  readonly variantTitle: string | null;
}): string {
  return [title, variantTitle].filter(Boolean).join(", ");
}

function nameSent(parts: readonly SentItem[]): string {
  const [part] = parts;
  const isBundle = new Set(parts.map(({ supplierVariantId }) => supplierVariantId)).size > 1;
  return part === undefined || isBundle || part.quantityPerUnit > 1 ? "An item" : part.title;
}

/** Halves of a split line are one line again; of a bundle's parts that one counts of which most bundles can be made. */
function unitsOf(parts: readonly SentItem[], held: ReadonlyMap<SentItem["id"], number>): number {
  const byVariant = Map.groupBy(parts, ({ supplierVariantId }) => supplierVariantId);
  const units = [...byVariant.values()].map((halves) =>
    halves.reduce((sum, { id, quantityPerUnit }) => sum + (held.get(id) ?? 0) / quantityPerUnit, 0),
  );
  return Math.ceil(Math.max(...units));
}
