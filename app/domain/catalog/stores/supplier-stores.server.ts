import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { nameStores } from "./name-stores.server.ts";
import { storeName } from "./store-name.ts";

export type SupplierStoreOnPage = {
  readonly storeId: string;
  /** What it is called without a name of the merchant's. */
  readonly byNumber: string;
  /** Empty: none. */
  readonly name: string;
  /** Products of the catalog that ship from it, and the title of one of them. */
  readonly products: number;
  readonly example: string | null;
};

type StoreContext = Pick<ShopContext, "shop" | "db" | "connection">;

/** The stores of the mode in use, as they were met. */
export async function listSupplierStores(ctx: StoreContext): Promise<readonly SupplierStoreOnPage[]> {
  const mode = ctx.connection?.mode;
  if (mode === undefined) return [];
  const shopId = ctx.shop.id;
  const shipping = await ctx.db.$queryRaw<{ storeId: string; products: number; example: string }[]>`
    select supplier_store_id as "storeId", count(*)::int as products, min(title) as example from catalog_product
    where shop_id = ${shopId}::uuid and mode = ${mode} and gone_at is null and supplier_store_id is not null
    group by supplier_store_id order by supplier_store_id`;
  await nameStores(
    ctx,
    mode,
    shipping.map(({ storeId }) => storeId),
  );
  const rows = await ctx.db.supplierStore.findMany({ where: { shopId, mode }, orderBy: { number: "asc" } });
  return rows.map(({ storeId, number, name }) => {
    const found = shipping.find((each) => each.storeId === storeId);
    return {
      ...{ storeId, name: name ?? "", byNumber: storeName({ name: null, number }) },
      ...{ products: found?.products ?? 0, example: found?.example ?? null },
    };
  });
}

export type SaveStoreNamesResult =
  | { readonly kind: "saved" | "not_connected" }
  /** Two stores would be called the same. */
  | { readonly kind: "same_name"; readonly storeIds: readonly string[] };

/** The merchant's names, by store; an empty one gives the number back. Stores that are not known are left out. */
export async function saveStoreNames(
  ctx: StoreContext,
  { names, by }: { readonly names: Readonly<Record<string, string>>; readonly by: string },
): Promise<SaveStoreNamesResult> {
  const mode = ctx.connection?.mode;
  if (mode === undefined) return { kind: "not_connected" };
  const shopId = ctx.shop.id;
  const rows = await ctx.db.supplierStore.findMany({ where: { shopId, mode } });
  const wanted = rows.map((row) => ({ ...row, name: nameOf(names[row.storeId], row.name) }));
  const called = Map.groupBy(wanted, (row) => storeName(row).toLowerCase());
  const same = [...called.values()].filter((alike) => alike.length > 1).flat();
  if (same.length > 0) return { kind: "same_name", storeIds: same.map(({ storeId }) => storeId) };
  const changed = wanted.filter(({ storeId, name }) =>
    rows.some((row) => row.storeId === storeId && row.name !== name),
  );
  if (changed.length === 0) return { kind: "saved" };
  await ctx.db.$transaction(async (tx) => {
    for (const { storeId, name } of changed) {
      const where = { shopId_mode_storeId: { shopId, mode, storeId } };
      await tx.supplierStore.update({ where, data: { name } });
    }
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "stores_named" } as const;
    await recordFact(tx, shopId, fact);
  });
  return { kind: "saved" };
}

/** Null: by its number. */
function nameOf(typed: string | undefined, before: string | null): string | null {
  return typed === undefined ? before : typed.trim() || null;
}
