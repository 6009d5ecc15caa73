import type { AttentionThing } from "#app/domain/attention/attention-thing.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { toListingId } from "#app/platform/ids.ts";
import { type Fix, isFixable } from "./fixable-issues.ts";
import { planFix, toFix } from "./plan-fix.ts";

type IssueOfListing = {
  readonly id: string;
  readonly thing: AttentionThing;
  readonly thingId: string;
  readonly code: string;
};

/** The prices that would end needs of listings, by the ids of the needs. */
export async function findFixes(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
  issues: readonly IssueOfListing[],
): Promise<Readonly<Record<string, Fix>>> {
  const fixable = issues.filter(({ thing, code }) => thing === "listing" && isFixable(code));
  if (fixable.length === 0) return {};
  const ids = fixable.map(({ thingId }) => toListingId(thingId));
  const [settings, terms, listings] = await Promise.all([
    loadListingSettings(ctx),
    loadTerms(ctx),
    ctx.db.listing.findMany({
      where: { shopId: ctx.shop.id, id: { in: ids } },
      include: { variants: { orderBy: { supplierVariantId: "asc" } } },
    }),
  ]);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  return Object.fromEntries(
    fixable.flatMap(({ id, thingId, code }) => {
      const listing = byId.get(toListingId(thingId));
      const fix = listing && isFixable(code) ? toFix(planFix(code, listing, { settings, terms })) : null;
      return fix ? [[id, fix] as const] : [];
    }),
  );
}
