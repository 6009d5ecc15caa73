import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import { isPendingSql, payoutAmountSql } from "../payouts/payout-sql.server.ts";
import type { ShopWallet } from "./shop-wallet.server.ts";

const { sql } = Prisma;

/** A parcel behind one of the figures. */
export type BehindRow = {
  readonly id: ParcelId;
  readonly orderId: OrderId;
  readonly name: string;
  readonly part: number;
  readonly of: number;
  readonly status: string;
  /** Null where the service has not said it. */
  readonly amountPkr: Rupees | null;
  /** Of a margin: when it is released, null where that is not known. Of a reserve: since when it is held. */
  readonly at: Date | null;
  /** What the list is sorted by. */
  readonly key: Date;
};

export type BehindSum = {
  readonly parcels: number;
  /** Of the parcels whose sum the service has said. */
  readonly sumPkr: Rupees;
  readonly unknown: number;
};

/** Margins to come, by the day they do; reserves of parcels under way, the newest first. */
export type Figure = "pending" | "held";

/** A margin whose day is not known stands behind all others. */
const UNDATED = new Date("9999-01-01T00:00:00Z");

const figures: Readonly<Record<Figure, { readonly where: Prisma.Sql; readonly amount: Prisma.Sql }>> = {
  pending: { where: isPendingSql, amount: payoutAmountSql },
  // As `parcel_open_idx` holds them.
  held: {
    where: sql`p.status in ('RECEIVED', 'CONFIRMED', 'PROCESSING', 'SHIPPED')`,
    amount: sql`p.rto_reserve_pkr`,
  },
};

/**
 * COD parcels `p` of this shop with their handoffs `h`, placed under the account; `offset 0` keeps the planner from
 * reading all handoffs to look at some.
 */
export function codParcels({ shopId, accountId, mode }: ShopWallet): Prisma.Sql {
  return sql`parcel p cross join lateral (
      select handoff.order_id, handoff.payment_mode from handoff
      where handoff.shop_id = p.shop_id and handoff.id = p.handoff_id and handoff.payment_mode = 'COD'
        and (handoff.account_id is null or handoff.account_id = ${accountId}) offset 0) h
    where p.shop_id = ${shopId}::uuid and p.mode = ${mode}`;
}

export type BehindSlice = {
  readonly figure: Figure;
  readonly after: PageCursor | null;
  readonly limit: number;
};

/** The next parcels behind a figure. */
export async function listBehind(
  { db }: Pick<ShopContext, "db">,
  wallet: ShopWallet,
  slice: BehindSlice,
): Promise<readonly BehindRow[]> {
  const found: BehindRow[] = [];
  for (const query of behindQueries(wallet, slice)) {
    if (found.length < slice.limit) found.push(...(await db.$queryRaw<BehindRow[]>(query)));
  }
  return found.slice(0, slice.limit);
}

/** What is asked, each for what the one before left: an index gives each of them its rows in order. */
export function behindQueries(
  wallet: ShopWallet,
  { figure, after, limit }: BehindSlice,
): readonly Prisma.Sql[] {
  const at = after?.key instanceof Date ? { key: after.key, id: after.id } : null;
  const { where, amount } = figures[figure];
  const query = (span: Prisma.Sql, key: Prisma.Sql, shown: Prisma.Sql, order: Prisma.Sql) => sql`
    select found.*, o.name from (
      select p.id, h.order_id as "orderId", p.part, p.of, p.status, ${amount} as "amountPkr", ${shown} as at,
        ${key} as key, p.shop_id as "shopId"
      from ${codParcels(wallet)} and ${where} and ${span} order by ${order} limit ${limit}
    ) as found join "order" o on o.shop_id = found."shopId" and o.id = found."orderId"
    order by ${figure === "held" ? sql`found.key desc, found.id desc` : sql`found.key, found.id`}`;
  if (figure === "held") {
    const span =
      at === null ? sql`true` : sql`(p.created_at, p.id) < (${at.key}::timestamptz, ${at.id}::uuid)`;
    const since = sql`coalesce(p.received_at, p.created_at)`;
    return [query(span, sql`p.created_at`, since, sql`p.created_at desc, p.id desc`)];
  }
  const dated =
    at === null
      ? sql`p.margin_release_at is not null`
      : sql`(p.margin_release_at, p.id) > (${at.key}::timestamptz, ${at.id}::uuid)`;
  const isUndated = at !== null && at.key >= UNDATED;
  const undated = isUndated
    ? sql`p.margin_release_at is null and p.id > ${at.id}::uuid`
    : sql`p.margin_release_at is null`;
  const release = sql`p.margin_release_at`;
  const byDay = query(dated, release, release, sql`p.margin_release_at, p.id`);
  const rest = query(undated, sql`${UNDATED}::timestamptz`, release, sql`p.id`);
  return isUndated ? [rest] : [byDay, rest];
}

export async function sumBehind(
  { db }: Pick<ShopContext, "db">,
  wallet: ShopWallet,
  figure: Figure,
): Promise<BehindSum> {
  const [row] = await db.$queryRaw<BehindSum[]>(sumQuery(wallet, figure));
  return row ?? { parcels: 0, sumPkr: rupees(0), unknown: 0 };
}

export function sumQuery(wallet: ShopWallet, figure: Figure): Prisma.Sql {
  const { where, amount } = figures[figure];
  return sql`
    select count(*)::int as parcels, coalesce(sum(amount), 0)::float8 as "sumPkr",
      (count(*) - count(amount))::int as unknown
    from (select ${amount} as amount from ${codParcels(wallet)} and ${where}) as behind`;
}
