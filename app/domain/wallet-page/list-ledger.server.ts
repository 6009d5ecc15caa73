import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import type { LedgerEntryId, OrderId } from "#app/platform/ids.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { findOrderIds } from "../orders/list/find-order-ids.server.ts";
import { isOfNoOrder, isOfOrder } from "../wallet/ledger/entry-sql.server.ts";
import { ledgerRawPlace } from "../wallet/ledger/save-page.server.ts";
import type { LedgerFilter } from "./ledger-filter.ts";
import type { ShopWallet } from "./shop-wallet.server.ts";

/** An entry of the ledger that a shop may see: of its own order, or of none. */
export type LedgerLineView = {
  readonly id: string;
  /** The service's id of it. */
  readonly entryId: LedgerEntryId;
  readonly amountPkr: Rupees;
  readonly type: string;
  readonly status: string;
  readonly bookedAt: Date;
  /** Whether the service said when it booked it. */
  readonly isDated: boolean;
  /** Since when the service does not show it any more. */
  readonly missingSince: Date | null;
  readonly description: string | null;
  readonly order: { readonly id: OrderId; readonly name: string } | null;
};

export type LedgerSlice = {
  readonly filter: LedgerFilter;
  readonly after: PageCursor | null;
  readonly limit: number;
  /** What movements of the account say is opened for the page; a file leaves after looks are recorded, and opens nothing. */
  readonly opensDescriptions?: boolean;
};

type Row = Omit<LedgerLineView, "description" | "order"> & {
  readonly orderId: OrderId | null;
  readonly rawEnc: Uint8Array | null;
};

const { sql, join, empty } = Prisma;
const MOST_ORDERS = 50;

/** The next lines of a shop's view of the ledger, the newest first. */
export async function listLedger(
  ctx: ShopContext,
  wallet: ShopWallet,
  slice: LedgerSlice,
): Promise<readonly LedgerLineView[]> {
  const orderIds = await findNamedOrders(ctx, slice.filter.order);
  if (orderIds?.length === 0) return [];
  const rows = await ctx.db.$queryRaw<Row[]>(ledgerQuery(ctx, wallet, slice, orderIds));
  const named = rows.flatMap(({ orderId }) => orderId ?? []);
  const orders = await ctx.db.order.findMany({
    where: { shopId: wallet.shopId, id: { in: named } },
    select: { id: true, name: true },
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const opens = slice.opensDescriptions && !(await isShared(ctx, wallet));
  return rows.map(({ orderId, rawEnc, ...row }) => ({
    ...row,
    // What is said of an order's entry is not opened for a list: who opens it is recorded.
    description: opens && orderId === null ? openDescription(ctx, row.id, rawEnc) : null,
    order: orderId === null ? null : (byId.get(orderId) ?? null),
  }));
}

/** Two branches, each in the order of an index that holds it, so that the hundredth page costs what the first does. */
export function ledgerQuery(
  { shop }: Pick<ShopContext, "shop">,
  { shopId, accountKey, mode, until: seenUntil }: ShopWallet,
  { filter, after, limit }: LedgerSlice,
  orderIds: readonly OrderId[] | null = null,
): Prisma.Sql {
  const { from, until } = momentsOf(filter, shop.timezone);
  const conditions = [
    sql`account_key = ${accountKey} and mode = ${mode}`,
    ...(filter.type === "" ? [] : [sql`type = ${filter.type}`]),
    ...(filter.status === "" ? [] : [sql`status = ${filter.status}`]),
    ...(from ? [sql`booked_at >= ${from}::timestamptz`] : []),
    ...(until ? [sql`booked_at < ${until}::timestamptz`] : []),
    ...(after?.key instanceof Date
      ? [sql`(booked_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)`]
      : []),
  ];
  const branch = (whose: Prisma.Sql) => sql`(
    select id, entry_id as "entryId", amount_pkr as "amountPkr", type, status, booked_at as "bookedAt",
      is_dated as "isDated", missing_since as "missingSince", owner_order_id as "orderId", raw_enc as "rawEnc"
    from ledger_entry where ${whose} and ${join(conditions, " and ")}
    order by booked_at desc, id desc limit ${limit})`;
  const own = sql`owner_shop_id = ${shopId}::uuid
    ${orderIds === null ? empty : sql`and owner_order_id = any(${[...orderIds]}::uuid[])`}`;
  const movements = sql`${isOfNoOrder} and ${seenSql(seenUntil)}`;
  const branches = orderIds === null ? [branch(own), branch(movements)] : [branch(own)];
  return sql`select * from (${join(branches, " union all ")}) as line
    order by "bookedAt" desc, id desc limit ${limit}`;
}

function seenSql(until: Date | null): Prisma.Sql {
  return until === null ? sql`true` : sql`first_seen_at <= ${until}::timestamptz`;
}

/** Null where no order is asked for. */
async function findNamedOrders(ctx: ShopContext, typed: string): Promise<readonly OrderId[] | null> {
  if (typed === "") return null;
  const all = { route: null, city: "", hold: null, from: null, to: null, parcel: null };
  const found = await findOrderIds(ctx, {
    ...{ view: "all", filter: all, search: typed, sort: "newest", after: null, limit: MOST_ORDERS },
  });
  return found.map(({ id }) => id);
}

/** The first moment of the days asked for, and the one after them. */
function momentsOf({ from, to }: Pick<LedgerFilter, "from" | "to">, timezone: string) {
  return {
    from: from === null ? null : startOfDay(from, timezone),
    until: to === null ? null : startOfDay(to, timezone, 1),
  };
}

/** Whether another shop here was ever connected to the account: what a movement says may be about an order of that one. */
async function isShared(
  { db }: Pick<ShopContext, "db">,
  { shopId, accountId }: ShopWallet,
): Promise<boolean> {
  const where = { accountId, shopId: { not: shopId } };
  return (await db.supplierConnection.findFirst({ where, select: { id: true } })) !== null;
}

function openDescription(ctx: Pick<ShopContext, "crypto">, id: string, rawEnc: Uint8Array | null) {
  if (rawEnc === null) return null;
  const raw: unknown = JSON.parse(ctx.crypto.openText(rawEnc, ledgerRawPlace(id)));
  const said = typeof raw === "object" && raw !== null && "description" in raw ? raw.description : null;
  return typeof said === "string" && said !== "" ? said.slice(0, 200) : null;
}

export type OtherSales = { readonly sumPkr: Rupees; readonly entries: number; readonly since: Date | null };

const OTHERS_DAYS_MS = 30 * 24 * 60 * 60_000;

/** What orders that are not this shop's moved in the days asked for, else the last thirty: a sum, and nothing of them. */
export async function sumOtherSales(
  ctx: ShopContext,
  { shopId, accountKey, mode, until }: ShopWallet,
  filter: LedgerFilter,
): Promise<OtherSales> {
  const asked = momentsOf(filter, ctx.shop.timezone);
  const isOpen = asked.from === null && asked.until === null;
  const from = isOpen ? new Date(ctx.clock.now().getTime() - OTHERS_DAYS_MS) : asked.from;
  const [row] = await ctx.db.$queryRaw<{ sumPkr: Rupees; entries: number }[]>`
    select coalesce(sum(amount_pkr), 0)::float8 as "sumPkr", count(*)::int as entries from ledger_entry
    where account_key = ${accountKey} and mode = ${mode} and owner_shop_id is distinct from ${shopId}::uuid
      and ${isOfOrder} and missing_since is null
      and ${seenSql(until)} and booked_at >= coalesce(${from}::timestamptz, '-infinity')
      and booked_at < coalesce(${asked.until}::timestamptz, 'infinity')`;
  return { sumPkr: row?.sumPkr ?? rupees(0), entries: row?.entries ?? 0, since: isOpen ? from : null };
}
