import { randomUUID } from "node:crypto";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { zeroInventory } from "#app/domain/catalog/listings/stock/zero-inventory.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { VariantGid } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";

export type TakeOffLocationResult =
  | { readonly kind: "taken_off" }
  /** Its quantity is 0 now, but Shopify keeps it there: orders wait for it, or it is stocked nowhere else. */
  | { readonly kind: "only_emptied" }
  /** It was mapped meanwhile, and stays. */
  | { readonly kind: "mapped" }
  | { readonly kind: "gone" };

type TakeOffLocationDeps = Pick<ShopContext, "shop" | "db" | "clock" | "admin">;

/** What is none of the supplier's goods leaves our location, so that nobody orders it from there. */
export async function takeOffLocation(
  ctx: TakeOffLocationDeps,
  { variantGid, by }: { readonly variantGid: VariantGid; readonly by: string },
): Promise<TakeOffLocationResult> {
  const { shop, db, admin } = ctx;
  const { locationGid } = shop;
  if ((await db.stockedItem.count({ where: { shopId: shop.id, variantGid } })) > 0) return { kind: "mapped" };
  const [variant] = await findVariants(admin, [variantGid]);
  if (variant === undefined || locationGid === null) {
    await close(ctx, { variantGid, by, title: null });
    return { kind: "gone" };
  }
  const inventoryItemGids = [variant.inventoryItemId];
  await zeroInventory(admin, { locationGid, inventoryItemGids, key: `take-off/${randomUUID()}` });
  const levels = await listInventoryLevels(admin, inventoryItemGids);
  const level = levels.find((each) => each.active && each.locationId === locationGid);
  const kind = level === undefined || (await deactivateLevel(ctx, level.id)) ? "taken_off" : "only_emptied";
  if (kind === "taken_off") await close(ctx, { variantGid, by, title: variant.productTitle });
  return { kind };
}

async function deactivateLevel({ admin }: TakeOffLocationDeps, levelId: string): Promise<boolean> {
  try {
    await deactivateInventory(admin, levelId);
    return true;
  } catch (error) {
    if (!isShopifyError(error, "user_errors")) throw error;
    return false;
  }
}

type CloseOrphanInput = {
  readonly variantGid: VariantGid;
  readonly by: string;
  readonly title: string | null;
};

async function close(
  { db, shop, clock }: TakeOffLocationDeps,
  { variantGid, by, title }: CloseOrphanInput,
): Promise<void> {
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const subject = { thing: "variant", thingId: variantGid } as const;
    await resolveAttention(tx, { shopId: shop.id, now }, subject, { by });
    if (title === null) return;
    const fact = { thing: "shop", thingId: shop.id, actor: "person", by, at: now } as const;
    await recordFact(tx, shop.id, { ...fact, code: "taken_off_location", params: { title } });
  });
}
