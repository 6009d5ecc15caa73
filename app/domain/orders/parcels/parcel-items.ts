import type { ItemRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { storedContents } from "./plan-contents.ts";

export type ParcelItem = { readonly title: string; readonly quantity: number };

/** The stored contents of a parcel in words; null while they are unknown. Halves of a split line are one line again. */
export function toParcelItems(
  contents: unknown,
  items: readonly Pick<ItemRecord, "id" | "title">[],
): readonly ParcelItem[] | null {
  const parsed = storedContents.safeParse(contents);
  if (!parsed.success) return null;
  const titles = new Map(items.map((item) => [item.id, item.title]));
  const quantities = new Map<string, number>();
  for (const { handoffItemId, quantity } of parsed.data) {
    const title = titles.get(handoffItemId) ?? "An item";
    quantities.set(title, (quantities.get(title) ?? 0) + quantity);
  }
  return [...quantities].map(([title, quantity]) => ({ title, quantity }));
}

type HandoffItemStore = Pick<ItemRecord, "id" | "supplierStoreId">;

/** The service's id of the store a parcel comes from; null where its contents are not known, or name none. */
export function storeOfParcel(contents: unknown, items: readonly HandoffItemStore[]): string | null {
  const held = new Set(storedContents.safeParse(contents).data?.map(({ handoffItemId }) => handoffItemId));
  const stores = new Set(
    items.filter(({ id }) => held.has(id)).map(({ supplierStoreId }) => supplierStoreId),
  );
  const [store = null] = stores;
  return stores.size === 1 ? store : null;
}
