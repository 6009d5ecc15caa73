import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addDays } from "#app/domain/money/calendar-days.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { explainPayout, type PayoutRule } from "./explain-payout.ts";
import { type ParcelOfPayout, parcelOfPayout } from "./parcel-of-payout.ts";
import { type Payout, payoutOf } from "./payout.ts";
import type { PayoutKind, PayoutsFilter } from "./payouts-filter.ts";
import { type PayoutsDeps, payoutsSql, withinSql } from "./sum-payouts.server.ts";

const PAGE_SIZE = 25;
const { sql } = Prisma;

/** One parcel, what is released for it and how that came about. */
export type PayoutRow = Payout & {
  readonly id: ParcelId;
  readonly orderId: OrderId;
  readonly orderName: string;
  /** "2 of 3"; null for the only parcel of its order. */
  readonly part: string | null;
  readonly kind: PayoutKind;
  readonly deliveredAt: Date | null;
  /** It was paid out, or its fee taken, whatever became of it since. */
  readonly wasReleased: boolean;
  readonly rule: PayoutRule;
};

export type DayQuery = {
  /** "2026-12-09"; null for what has no date yet. */
  readonly day: string | null;
  readonly filter: PayoutsFilter;
  readonly after: PageCursor | null;
};

export type PayoutsOfDay = {
  readonly day: string | null;
  readonly filter: PayoutsFilter;
  readonly rows: readonly PayoutRow[];
  readonly next: string | null;
  readonly payoutDays: number;
  readonly mode: Mode | null;
  readonly asOf: Date;
};

/** One page of the parcels of a day. */
export async function listPayoutsOfDay(ctx: ShopContext, query: DayQuery): Promise<PayoutsOfDay> {
  const { day, filter, after } = query;
  const span = day === null ? "undated" : { day };
  const found = await findPayoutIds(ctx, { span, filter, after, limit: PAGE_SIZE + 1 });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const [parcels, { payoutDays }] = await Promise.all([
    loadParcels(
      ctx,
      page.map(({ id }) => id),
    ),
    loadTerms(ctx),
  ]);
  return {
    ...{ day, filter },
    rows: parcels.flatMap((parcel) => toPayoutRow(parcel) ?? []),
    next: found.length > PAGE_SIZE && last ? toPageCursor(last) : null,
    ...{ payoutDays, mode: ctx.connection?.mode ?? null, asOf: ctx.clock.now() },
  };
}

export type PayoutsSlice = {
  /** A day; all that has a date; or what has none yet. */
  readonly span: { readonly day: string } | "dated" | "undated";
  readonly filter: PayoutsFilter;
  readonly after: PageCursor | null;
  readonly limit: number;
};

/** A parcel of the list, as the place where a page ends. */
export type PayoutCursor = PageCursor & { readonly id: ParcelId };

export function findPayoutIds(ctx: PayoutsDeps, slice: PayoutsSlice): Promise<readonly PayoutCursor[]> {
  return queryRows<PayoutCursor>(ctx.db, payoutIdsQuery(ctx, slice));
}

/** Parcels in order of their release; those without a date by their ids. */
export function payoutIdsQuery(ctx: PayoutsDeps, { span, filter, after, limit }: PayoutsSlice): Prisma.Sql {
  const columns = sql`coalesce(p.margin_release_at, 'epoch'::timestamptz) as key, p.id`;
  const where = sql`${spanSql(ctx, span)} and ${afterSql(span, after)}`;
  return sql`
    ${payoutsSql(ctx, { columns, where, filter })} order by p.margin_release_at, p.id limit ${limit}`;
}

function spanSql(ctx: PayoutsDeps, span: PayoutsSlice["span"]): Prisma.Sql {
  if (span === "undated") return sql`p.margin_release_at is null`;
  return span === "dated"
    ? sql`p.margin_release_at is not null`
    : withinSql(ctx, span.day, addDays(span.day, 1));
}

function afterSql(span: PayoutsSlice["span"], after: PageCursor | null): Prisma.Sql {
  if (!(after?.key instanceof Date)) return sql`true`;
  if (span === "undated") return sql`p.id > ${after.id}::uuid`;
  return sql`(p.margin_release_at, p.id) > (${after.key}::timestamptz, ${after.id}::uuid)`;
}

/** In the order of their ids. */
export async function loadParcels(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  ids: readonly ParcelId[],
): Promise<readonly ParcelOfPayout[]> {
  const parcels = await db.parcel.findMany({
    where: { shopId: shop.id, id: { in: [...ids] } },
    select: parcelOfPayout,
  });
  const byId = new Map(parcels.map((parcel) => [parcel.id, parcel]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Null for a parcel that brings nothing. */
export function toPayoutRow(parcel: ParcelOfPayout): PayoutRow | null {
  const { id, part, of, deliveredAt, marginReleasedAt, handoff } = parcel;
  const payout = payoutOf(handoff.paymentMode, parcel);
  if (payout === null) return null;
  return {
    ...payout,
    ...{ id, orderId: handoff.order.id, orderName: handoff.order.name, deliveredAt },
    wasReleased: marginReleasedAt !== null,
    part: of > 1 ? `${part} of ${of}` : null,
    kind: handoff.paymentMode === "PREPAID" ? "fee" : "margin",
    rule: explainPayout(handoff.paymentMode, parcel, handoff.terms),
  };
}
