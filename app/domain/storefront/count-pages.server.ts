import { calendarDay } from "#app/platform/time/calendar-day.ts";
import type { StorefrontContext } from "./storefront-context.ts";

type CountingContext = Pick<StorefrontContext, "shop" | "db" | "clock">;

/** Counts that an order was looked at. Whose it was, and from where, is not kept. */
export async function countPage({ shop, db, clock }: CountingContext): Promise<void> {
  const day = calendarDay(clock.now(), shop.timezone);
  await db.$executeRaw`
    insert into storefront_day as counted (shop_id, day, pages) values (${shop.id}::uuid, ${day}::date, 1)
    on conflict (shop_id, day) do update set pages = counted.pages + 1`;
}

/** How often orders were looked at from a day on, "2026-11-01". */
export async function sumPages({ shop, db }: CountingContext, from: string): Promise<number> {
  const { _sum } = await db.storefrontDay.aggregate({
    where: { shopId: shop.id, day: { gte: new Date(`${from}T00:00:00Z`) } },
    _sum: { pages: true },
  });
  return _sum.pages ?? 0;
}
