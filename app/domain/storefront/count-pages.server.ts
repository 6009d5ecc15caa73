import { Prisma, type PrismaClient, type Shop } from "@prisma/client";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { StorefrontContext } from "./storefront-context.ts";

export type PageCounter = {
  /** Counts that an order was looked at. Whose it was, and from where, is not kept. */
  readonly count: (shop: Pick<Shop, "id" | "timezone">) => void;
  /** Writes what was counted, and counts no more by itself. */
  readonly stop: () => Promise<void>;
};

type CounterDeps = {
  readonly db: PrismaClient;
  readonly clock: Clock;
  /** What was counted is kept until it can be written. */
  readonly onError: (error: unknown) => void;
};

/** For so long pages are added up before they are written. */
const WRITE_MS = 3000;

/**
 * Adds up in the process how often orders are looked at, and writes it every few seconds, since each page would else wait
 * for the row of its shop and day. A process that is killed loses what it counted in those seconds.
 */
export function createPageCounter({ db, clock, onError }: CounterDeps): PageCounter {
  let counted = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  const add = (key: string, pages: number) => {
    counted.set(key, (counted.get(key) ?? 0) + pages);
    timer ??= setTimeout(() => void write(), WRITE_MS).unref();
  };
  const writeCounted = async () => {
    const written = counted;
    counted = new Map();
    await addPages(db, written).catch((error: unknown) => {
      onError(error);
      for (const [key, pages] of written) add(key, pages);
    });
  };
  // One after the other, so that the end waits for what is being written.
  const write = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(writeCounted);
    return writing;
  };
  return {
    count: ({ id, timezone }) => add(`${id} ${calendarDay(clock.now(), timezone)}`, 1),
    stop: async () => {
      await write();
      if (timer) clearTimeout(timer);
    },
  };
}

/** A shop that was uninstalled, or erased, meanwhile gets no row again. */
async function addPages(db: PrismaClient, counted: ReadonlyMap<string, number>): Promise<void> {
  if (counted.size === 0) return;
  const keys = [...counted.keys()].map((key) => key.split(" "));
  await db.$executeRaw(Prisma.sql`
    insert into storefront_day as counted (shop_id, day, pages)
    select shop.id, seen.day, seen.pages
    from unnest(${keys.map(([id]) => id)}::uuid[], ${keys.map(([, day]) => day)}::date[],
                ${[...counted.values()]}::int[]) as seen (shop_id, day, pages)
    join shop on shop.id = seen.shop_id and shop.state = 'installed'
    order by shop.id, seen.day
    on conflict (shop_id, day) do update set pages = counted.pages + excluded.pages`);
}

type SumContext = Pick<StorefrontContext, "shop" | "db">;

/** How often orders were looked at from a day on, "2026-11-01". */
export async function sumPages({ shop, db }: SumContext, from: string): Promise<number> {
  const { _sum } = await db.storefrontDay.aggregate({
    where: { shopId: shop.id, day: { gte: new Date(`${from}T00:00:00Z`) } },
    _sum: { pages: true },
  });
  return _sum.pages ?? 0;
}
