import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { modesShown } from "./find-listing-ids.server.ts";
import { type ListingsView, listingStatusesOfView, listingsViews } from "./listings-view.ts";

/** More are not counted: the page says "9,999+". */
const LISTINGS_COUNTED = 10_000;

export type ListingsCounts = Readonly<Record<ListingsView, number>>;

/** How many listings stand under each view, whatever is searched or filtered; each counted to a limit, from an index. */
export async function countListings(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
): Promise<ListingsCounts> {
  const shopId = ctx.shop.id;
  const modes = [...modesShown(ctx)];
  const statuses = [...listingStatusesOfView.all, "unlinked"];
  const [rows, [needing]] = await Promise.all([
    ctx.db.$queryRaw<{ standing: string; count: number }[]>`
      select standing, sum(counted.count)::int as count
      from unnest(${statuses}::text[]) as standing cross join unnest(${modes}::text[]) as mode
      cross join lateral (
        select count(*)::int from (
          select 1 from listing l where l.shop_id = ${shopId}::uuid and l.mode = mode.mode
            and l.standing = standing.standing limit ${LISTINGS_COUNTED}) as capped
      ) as counted group by standing`,
    ctx.db.$queryRaw<{ count: number }[]>`
      select sum(counted.count)::int as count from unnest(${modes}::text[]) as mode
      cross join lateral (
        select count(*)::int from (
          select 1 from listing l where l.shop_id = ${shopId}::uuid and l.mode = mode.mode
            and (l.needs_you or l.standing = 'failed') limit ${LISTINGS_COUNTED}) as capped) as counted`,
  ]);
  const countByStatus = new Map(rows.map(({ standing: status, count }) => [status, count]));
  const count = (view: ListingsView) =>
    view === "needs_you"
      ? (needing?.count ?? 0)
      : listingStatusesOfView[view].reduce((sum, status) => sum + (countByStatus.get(status) ?? 0), 0);
  const counted = new Map(listingsViews.map((view) => [view, Math.min(LISTINGS_COUNTED, count(view))]));
  const of = (view: ListingsView) => counted.get(view) ?? 0;
  return {
    ...{ all: of("all"), needs_you: of("needs_you"), in_sync: of("in_sync"), waiting: of("waiting") },
    ...{ edited: of("edited"), taken_out: of("taken_out"), removed: of("removed"), failed: of("failed") },
    ...{ losing: of("losing"), unlinked: of("unlinked") },
  };
}
