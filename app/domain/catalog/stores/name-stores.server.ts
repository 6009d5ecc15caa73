import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { storeName } from "./store-name.ts";

type StoreContext = Pick<ShopContext, "shop" | "db">;

/** By the service's id of a store: what it is called in this shop. */
export type StoreNames = ReadonlyMap<string, string>;

/** Two pages may meet a new store at once, and only one of them numbers it. */
const MOST_TRIES = 5;

/** What these stores are called; one that is met for the first time gets the next number, and keeps it. */
export async function nameStores(
  ctx: StoreContext,
  mode: Mode,
  storeIds: readonly (string | null | undefined)[],
): Promise<StoreNames> {
  const ids = [...new Set(storeIds.flatMap((id) => id ?? []))];
  for (let tries = 0; ids.length > 0 && tries < MOST_TRIES; tries += 1) {
    const names = await findNames(ctx, mode, ids);
    const unknown = ids.filter((id) => !names.has(id));
    if (unknown.length === 0) return names;
    await numberStores(ctx, mode, unknown);
  }
  return new Map();
}

async function findNames(
  { shop, db }: StoreContext,
  mode: Mode,
  ids: readonly string[],
): Promise<StoreNames> {
  const rows = await db.supplierStore.findMany({
    where: { shopId: shop.id, mode, storeId: { in: [...ids] } },
  });
  return new Map(rows.map((row) => [row.storeId, storeName(row)]));
}

async function numberStores({ shop, db }: StoreContext, mode: Mode, ids: readonly string[]): Promise<void> {
  await db.$executeRaw`
    insert into supplier_store (shop_id, mode, store_id, number)
    select ${shop.id}::uuid, ${mode}, met.id, met.place + coalesce(
      (select max(number) from supplier_store where shop_id = ${shop.id}::uuid and mode = ${mode}), 0)
    from unnest(${[...ids]}::text[]) with ordinality as met (id, place)
    on conflict do nothing`;
}
