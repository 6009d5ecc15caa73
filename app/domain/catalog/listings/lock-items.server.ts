import type { Prisma } from "@prisma/client";
import type { ShopId, StockedItemId } from "#app/platform/ids.ts";

/**
 * Holds stocked items. Whoever goes on to their listings holds them first, in the order of ids, as the writing of
 * quantities does; else one that goes the other way waits for it in a circle.
 */
export async function lockItems(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  ids: readonly StockedItemId[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$queryRaw`
    select from stocked_item where shop_id = ${shopId}::uuid and id = any(${[...ids]}::uuid[])
    order by id for no key update`;
}

/** Holds stocked items with what they are made of and what they are sold for: all of it, of some components. */
export async function lockWholeItems(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  components: Prisma.Sql,
): Promise<void> {
  const rows = await tx.$queryRaw<{ readonly id: StockedItemId }[]>`
    select item_id as id from stocked_component where shop_id = ${shopId}::uuid and ${components}
    order by item_id, supplier_variant_id for no key update`;
  const ids = [...new Set(rows.map(({ id }) => id))];
  if (ids.length === 0) return;
  await tx.$queryRaw`
    select from listing_variant where shop_id = ${shopId}::uuid and id = any(${ids}::uuid[])
    order by id for no key update`;
  await lockItems(tx, shopId, ids);
}
