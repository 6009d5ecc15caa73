import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { sumRefusals } from "#app/domain/payouts/refusals/sum-refusals.server.ts";
import { sumPages } from "#app/domain/storefront/count-pages.server.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { type CustomerFigures, FIGURES_DAYS, splitByConfirmation } from "./customer-figures.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What customers did within the last days; null where none has looked at an order, and none was asked anything. */
export async function findCustomerFigures(ctx: ShopContext): Promise<CustomerFigures | null> {
  const { shop, db, clock } = ctx;
  const now = clock.now();
  const since = new Date(now.getTime() - (FIGURES_DAYS - 1) * DAY_MS);
  const from = calendarDay(since, shop.timezone);
  const [pages, states] = await Promise.all([
    sumPages(ctx, from),
    db.orderConfirmation.groupBy({
      by: ["state"],
      where: { shopId: shop.id, askedAt: { gte: since } },
      _count: { _all: true },
    }),
  ]);
  const asked = states.reduce((sum, { _count }) => sum + _count._all, 0);
  if (pages === 0 && asked === 0) return null;
  const period = { from, to: calendarDay(now, shop.timezone) };
  const rows = await sumRefusals(ctx, "confirmation", { period, after: null, limit: null });
  const countOfState = (state: string) => states.find((each) => each.state === state)?._count._all ?? 0;
  return {
    ...{ pages, asked, given: countOfState("confirmed"), refused: countOfState("cancelled") },
    ...splitByConfirmation(rows),
  };
}
