import type { Prisma } from "@prisma/client";
import { lockItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { requestMappingReconcile } from "#app/domain/catalog/mapping/request-mapping-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** Has every product in the shop stocked at our location again, which is another one now (R44). */
export async function restockListings(
  ctx: Pick<ShopContext, "shop" | "db" | "connection" | "wake">,
): Promise<void> {
  const shopId = ctx.shop.id;
  if (ctx.connection === null) return;
  const { mode } = ctx.connection;
  const where = {
    ...{ shopId, mode, productGid: { not: null } },
    ...({ state: "ready", origin: { not: "mapped" } } as const),
  };
  const ids = await ctx.db.$transaction(async (tx) => {
    const listings = await tx.listing.findMany({ where, select: { id: true } });
    const found = listings.map(({ id }) => id);
    await forgetQuantities(tx, { shopId, mode });
    const begun = { state: "importing", step: "stock" } as const;
    await tx.listing.updateMany({ where: { shopId, id: { in: found } }, data: begun });
    await requestReconcile(
      tx,
      found.map((listingId) => ({ shopId, kind: "listing.import", subject: { listingId } })),
    );
    await requestMappingReconcile(tx, { shopId, mode });
    return found;
  });
  await ctx.wake(ids.map((listingId) => ({ kind: "listing.import", subject: { listingId } })));
}

/** What was written stands at a location that is gone. */
async function forgetQuantities(
  tx: Prisma.TransactionClient,
  where: { readonly shopId: ShopId; readonly mode: Mode },
): Promise<void> {
  const items = await tx.stockedItem.findMany({ where, select: { id: true } });
  const ids = items.map(({ id }) => id);
  await lockItems(tx, where.shopId, ids);
  await tx.stockedItem.updateMany({
    where: { shopId: where.shopId, id: { in: ids } },
    data: { pushedQuantity: null },
  });
}
