import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addMonths } from "#app/domain/money/calendar-days.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type PayoutsDeps, payoutsMode } from "../sum-payouts.server.ts";
import type { ProfitRow, ProfitSubject } from "./profit-row.ts";
import {
  type ProfitPeriod,
  profitOrderIdsQuery,
  sumProfit,
  sumProfitOfAll,
  sumProfitOfOrders,
} from "./sum-profit.server.ts";

export type ProfitQuery = {
  readonly by: ProfitSubject;
  readonly from: string | null;
  readonly to: string | null;
  readonly after: PageCursor | null;
};

export type ProfitPage = {
  readonly by: ProfitSubject;
  readonly period: ProfitPeriod;
  readonly rows: readonly ProfitRow[];
  /** There are more than are shown; orders are turned over, of the others the file has all. */
  readonly hasMore: boolean;
  readonly next: string | null;
  readonly all: ProfitRow | null;
  readonly mode: Mode;
  readonly isConnected: boolean;
  readonly asOf: Date;
};

const ORDERS_SHOWN = 25;
const MOST_SHOWN = 100;
/** Orders of this month and the two before, unless other days are asked for. */
const MONTHS_BEFORE = 2;

/** What was earned, is to come and was lost, by product, city, month or order. */
export async function getProfitPage(ctx: ShopContext, query: ProfitQuery): Promise<ProfitPage> {
  const { by, after } = query;
  const period = periodOf(ctx, query);
  const [page, all] = await Promise.all([
    by === "order" ? listOrders(ctx, { period, after }) : listGroups(ctx, { by, period }),
    sumProfitOfAll(ctx, period),
  ]);
  const mode = payoutsMode(ctx);
  return { by, period, ...page, all, mode, isConnected: ctx.connection !== null, asOf: ctx.clock.now() };
}

/** The days asked for; an end before the beginning is the beginning. */
export function periodOf(
  { clock, shop }: Pick<ShopContext, "clock" | "shop">,
  { from, to }: Pick<ProfitQuery, "from" | "to">,
): ProfitPeriod {
  const today = calendarDay(clock.now(), shop.timezone);
  const first = from ?? `${addMonths((to ?? today).slice(0, 7), -MONTHS_BEFORE)}-01`;
  const last = to ?? today;
  return { from: first, to: last < first ? first : last };
}

type Rows = Pick<ProfitPage, "rows" | "hasMore" | "next">;

async function listGroups(
  ctx: PayoutsDeps,
  { by, period }: { readonly by: Exclude<ProfitSubject, "order">; readonly period: ProfitPeriod },
): Promise<Rows> {
  const rows = await sumProfit(ctx, by, { period, limit: MOST_SHOWN + 1 });
  return { rows: rows.slice(0, MOST_SHOWN), hasMore: rows.length > MOST_SHOWN, next: null };
}

async function listOrders(
  ctx: PayoutsDeps,
  { period, after }: { readonly period: ProfitPeriod; readonly after: PageCursor | null },
): Promise<Rows> {
  const { rows, last, isFull } = await profitOfNextOrders(ctx, { period, after, limit: ORDERS_SHOWN });
  return { rows, hasMore: isFull, next: isFull && last ? toPageCursor(last) : null };
}

/** The next orders of a period with what they brought; those with nothing ended are left out. */
export async function profitOfNextOrders(
  ctx: PayoutsDeps,
  { period, after, limit }: { period: ProfitPeriod; after: PageCursor | null; limit: number },
): Promise<{ rows: readonly ProfitRow[]; last: PageCursor | null; isFull: boolean }> {
  const asked = profitOrderIdsQuery(ctx, { period, after, limit: limit + 1 });
  const found = await queryRows<{ key: Date; id: OrderId }>(ctx.db, asked);
  const page = found.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const sums = new Map((await sumProfitOfOrders(ctx, ids)).map((row) => [row.key, row]));
  return {
    rows: ids.flatMap((id) => sums.get(id) ?? []),
    last: page.at(-1) ?? null,
    isFull: found.length > limit,
  };
}
