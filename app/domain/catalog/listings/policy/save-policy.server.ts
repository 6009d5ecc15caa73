import type { Prisma } from "@prisma/client";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { lockVariants } from "#app/domain/catalog/listings/sync/record-reported-at.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type PolicyOverrides, parseOverrides } from "#app/domain/policy/pricing/listing-policy.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";

export type PolicyChanges = {
  readonly [Key in Exclude<keyof PolicyOverrides, "priceRule">]?: PolicyOverrides[Key] | null;
};

export type SavePolicyInput = {
  readonly listingId: ListingId;
  /** By name, checked against the policies there are; null gives a policy back to the shop's settings, what is left out stays. */
  readonly changes: PolicyChanges | Readonly<Record<string, string | number | null>>;
  readonly by: string;
};

/** Keeps what one listing does differently from the shop, and has it carried out. False where there is no such listing. */
export async function savePolicy(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "wake">,
  asked: SavePolicyInput,
): Promise<boolean> {
  return ctx.db.$transaction((tx) => writePolicy(ctx, tx, asked));
}

/** The same inside a transaction that is there already. */
export async function writePolicy(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  { listingId, changes, by }: SavePolicyInput,
): Promise<boolean> {
  const where = { shopId_id: { shopId: shop.id, id: listingId } };
  const listing = await tx.listing.findUnique({ where, select: { mode: true, supplierProductId: true } });
  if (listing === null) return false;
  await lockVariants(tx, { shopId: shop.id, mode: listing.mode }, [listing.supplierProductId]);
  const set = Object.entries(changes).filter(([, value]) => value !== null && value !== undefined);
  const gone = Object.keys(changes).filter((key) => !set.some(([name]) => name === key));
  const wanted = JSON.stringify(parseOverrides(Object.fromEntries(set)));
  // In one statement: a rule of its own may be saved at the same moment.
  const changed = await tx.$executeRaw`
    update listing set policy = (policy || ${wanted}::jsonb) - ${gone}::text[], updated_at = ${clock.now()}
    where shop_id = ${shop.id}::uuid and id = ${listingId}::uuid
      and policy is distinct from (policy || ${wanted}::jsonb) - ${gone}::text[]`;
  if (changed === 0) return true;
  await requestStockWrite(tx, shop.id, listingId);
  await requestListingReconcile(tx, shop.id, [listingId]);
  const fact = { thing: "listing", thingId: listingId, actor: "person", by } as const;
  await recordFact(tx, shop.id, { ...fact, code: "own_policy_saved", at: clock.now() });
  return true;
}

/** What is shown of its stock, and what becomes of it without any, is answered by the new policy. */
async function requestStockWrite(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  listingId: ListingId,
): Promise<void> {
  const variants = await tx.listingVariant.findMany({ where: { shopId, listingId }, select: { id: true } });
  await requestStockReconcile(
    tx,
    shopId,
    variants.map(({ id }) => id),
  );
}
