import {
  requestListingReconcile,
  toListingWork,
} from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { listAskingSyncs } from "#app/domain/catalog/listings/sync/guard-automatic-change.server.ts";
import { recordSetupAnswer } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";

/** What happens by itself when the service changes something. */
export type SupplierChanges = Pick<
  ListingSettings,
  "whenCostChanges" | "whenContentChanges" | "whenVariantsChange" | "whenRemoved" | "changeGuardPercent"
>;

/** The choices of a shop, and what stopped to ask. */
export async function findSupplierChanges(ctx: Pick<ShopContext, "shop" | "db">) {
  const shopId = ctx.shop.id;
  const [settings, asking, unknown] = await Promise.all([
    loadListingSettings(ctx),
    listAskingSyncs(ctx),
    ctx.db.attention.findFirst({ where: { shopId, code: "unknown_imports", resolvedAt: null } }),
  ]);
  const { whenCostChanges, whenContentChanges, whenVariantsChange, whenRemoved, changeGuardPercent } =
    settings;
  const count: unknown = Reflect.get(Object(unknown?.params), "count");
  return {
    chosen: { whenCostChanges, whenContentChanges, whenVariantsChange, whenRemoved, changeGuardPercent },
    asking,
    unknownImports: typeof count === "number" ? count : 0,
  };
}

/**
 * Saves the choices; what is left out stays. They count for changes that come from now on; sales held by the choice before
 * are looked at again.
 */
export async function saveSupplierChanges(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "wake">,
  { by, ...changes }: Partial<SupplierChanges> & { readonly by: string },
): Promise<void> {
  const shopId = ctx.shop.id;
  const held = await ctx.db.$transaction(async (tx) => {
    await tx.listingSettings.upsert({
      where: { shopId },
      create: { shopId, ...changes, savedBy: by },
      update: { ...changes, savedBy: by },
    });
    const fact = {
      thing: "shop",
      thingId: shopId,
      actor: "person",
      by,
      code: "listing_policy_saved",
    } as const;
    await recordFact(tx, shopId, { ...fact, params: { ...changes }, at: ctx.clock.now() });
    const { whenCostChanges: answer } = changes;
    if (answer !== undefined)
      await recordSetupAnswer({ ...ctx, db: tx }, { question: "price_changes", answer, by });
    const rows = await tx.listingVariant.findMany({
      where: { shopId, salesHeldAt: { not: null } },
      select: { listingId: true },
      distinct: ["listingId"],
    });
    return requestListingReconcile(
      tx,
      shopId,
      rows.map(({ listingId }) => listingId),
    );
  });
  await ctx.wake(toListingWork(held));
}
