import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { MappingId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";

/** *Try again* on a mapping that failed. False when there is no such mapping any more. */
export async function retryMapping(
  ctx: Pick<ShopContext, "shop" | "db" | "wake">,
  mappingId: MappingId,
): Promise<boolean> {
  const shopId = ctx.shop.id;
  const isThere = await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.productMapping.updateMany({
      where: { shopId, id: mappingId },
      data: { state: "working", failure: null },
    });
    if (count > 0)
      await requestReconcile(tx, [{ shopId, kind: "mapping.reconcile", subject: { mappingId } }]);
    return count > 0;
  });
  if (isThere) await ctx.wake([{ kind: "mapping.reconcile", subject: { mappingId } }]);
  return isThere;
}
