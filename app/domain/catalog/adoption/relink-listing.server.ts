import { requestMappingReconcile } from "#app/domain/catalog/mapping/request-mapping-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";

export type RelinkOutcome = { readonly kind: "begun" | "under_way" | "not_found" | "not_linked" };

/** Looks again at which of a product's variants the key in use opens, with stock and cost (R23). */
export async function relinkListing(
  ctx: Pick<ShopContext, "shop" | "db" | "wake">,
  input: { readonly listingId: ListingId; readonly by: string },
): Promise<RelinkOutcome> {
  const shopId = ctx.shop.id;
  const where = { shopId_id: { shopId, id: input.listingId } };
  const outcome = await ctx.db.$transaction(async (tx): Promise<RelinkOutcome> => {
    const listing = await tx.listing.findUnique({ where });
    if (listing === null) return { kind: "not_found" };
    if (listing.productGid === null) return { kind: "not_linked" };
    if (listing.state === "importing") return { kind: "under_way" };
    if (listing.origin === "mapped") {
      await requestMappingReconcile(tx, { shopId, mode: listing.mode, productGid: listing.productGid });
    } else {
      await tx.listing.update({ where, data: { state: "importing", failure: null, step: "adopt" } });
      await requestReconcile(tx, [{ shopId, kind: "listing.import", subject: { listingId: listing.id } }]);
    }
    const fact = { thing: "listing", thingId: listing.id, actor: "person", code: "relink_asked" } as const;
    await recordFact(tx, shopId, { ...fact, by: input.by });
    return { kind: "begun" };
  });
  if (outcome.kind === "begun")
    await ctx.wake([{ kind: "listing.import", subject: { listingId: input.listingId } }]);
  return outcome;
}
