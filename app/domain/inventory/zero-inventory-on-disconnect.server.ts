import { zeroInventory } from "#app/domain/catalog/listings/stock/zero-inventory.server.ts";
import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { InventoryItemGid } from "#app/platform/ids.ts";
import type { WorkKind } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";

const ITEMS_PER_RUN = 250;
const PUSHING_MS = 2000;

/**
 * Sets what stands at our location to 0, after the last key was disconnected and the merchant wanted it so (R44). A key
 * that is connected meanwhile ends it. May be repeated: what is empty already is left alone.
 */
export async function zeroInventoryOnDisconnect(ctx: ShopContext): Promise<WorkResult> {
  const { locationGid, state } = ctx.shop;
  if (locationGid === null || state !== "installed") return { kind: "done" };
  // A run that began before the key went may still write what it had read.
  if (await isPushing(ctx)) return { kind: "requeue", afterMs: PUSHING_MS };
  const key = `leave/${await findDisconnectedAt(ctx)}`;
  for (let after = ""; ; ) {
    const inventoryItemGids = await listStockedItems(ctx, after);
    const last = inventoryItemGids.at(-1);
    if (last === undefined) return { kind: "done" };
    // First what we know of it: found at 0 by a later key, it is not taken for an edit of the merchant's.
    if (!(await recordZeroed(ctx, inventoryItemGids))) return { kind: "done" };
    await zeroInventory(ctx.admin, { locationGid, inventoryItemGids, key });
    after = last;
  }
}

async function isPushing({ db, shop, clock }: ShopContext): Promise<boolean> {
  const kind: WorkKind = "inventory.push";
  const where = { shopId: shop.id, kind, leaseUntil: { gt: clock.now() } };
  return (await db.work.count({ where })) > 0;
}

/** When the last key went, or began to wait for its last parcel: what is written then is another request than the same on another day. */
async function findDisconnectedAt({ db, shop }: ShopContext): Promise<string> {
  const { _max } = await db.supplierConnection.aggregate({
    where: { shopId: shop.id },
    _max: { disconnectedAt: true, leavingSince: true },
  });
  const { disconnectedAt, leavingSince } = _max;
  return [disconnectedAt, leavingSince].map((at) => at?.toISOString() ?? "").join("/");
}

async function listStockedItems(
  { db, shop }: ShopContext,
  after: string,
): Promise<readonly InventoryItemGid[]> {
  const rows = await db.$queryRaw<{ gid: InventoryItemGid }[]>`
    select distinct item.inventory_item_gid as gid from stocked_item as item
    left join listing on listing.shop_id = item.shop_id and listing.id = item.listing_id
    where item.shop_id = ${shop.id}::uuid and item.inventory_item_gid > ${after}
      and listing.unlinked_at is null and listing.leaving is null
    order by gid limit ${ITEMS_PER_RUN}`;
  return rows.map(({ gid }) => gid);
}

/** False once a key is in use: what is due then was marked by it. */
async function recordZeroed(
  { db, shop }: ShopContext,
  inventoryItemGids: readonly InventoryItemGid[],
): Promise<boolean> {
  const where = { shopId: shop.id, inventoryItemGid: { in: [...inventoryItemGids] } };
  return db.$transaction(async (tx) => {
    await lockShop(tx, shop.id);
    if ((await tx.supplierConnection.count({ where: { shopId: shop.id, active: true } })) > 0) return false;
    await tx.stockedItem.updateMany({ where, data: { pushedQuantity: 0, stockDueAt: null } });
    return true;
  });
}
