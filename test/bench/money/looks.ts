import type pg from "pg";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import type { MerchantPage } from "#test/demo/merchant.ts";
import { asId } from "#test/support/as-id.ts";
import type { MoneyBench } from "./open-bench.ts";

/** An address of a page that is looked at again and again. */
export type PageQuery = {
  readonly name: string;
  readonly page: MerchantPage;
  readonly path: string;
  /** The look at the first page of the same list: one far behind may take as long, and half as long again. */
  readonly firstOf?: string;
};

const DAY_MS = 24 * 60 * 60_000;
/** Before the first order. */
const SINCE = "2020-01-01";

/** Each page with what a merchant chooses on it, and far behind in its lists. */
export async function listLooks(bench: MoneyBench): Promise<readonly PageQuery[]> {
  const [{ id: shopId, accountId }] = bench.shops;
  const cursors = await findCursors(bench.database, shopId, accountKeyOf(asId(accountId)));
  return [
    ...walletLooks(cursors),
    ...payoutLooks(cursors),
    ...profitLooks(cursors),
    ...refusalLooks(),
    { name: "check", page: "settlementCheck", path: "/payouts/check" },
    {
      ...{ name: "check, far behind", page: "settlementCheck", firstOf: "check" },
      path: `/payouts/check?after=${cursors.difference}`,
    },
    { name: "check, put aside", page: "settlementCheck", path: "/payouts/check?view=put_aside" },
    { name: "waiting for funds", page: "funds", path: "/wallet/funds" },
    { name: "home", page: "home", path: "/" },
  ];
}

function walletLooks(cursors: Cursors): readonly PageQuery[] {
  const wallet = (name: string, query: string, firstOf?: string): PageQuery => ({
    ...{ name: `wallet${name}`, page: "wallet", path: `/wallet${query}` },
    ...(firstOf === undefined ? {} : { firstOf: `wallet${firstOf}` }),
  });
  return [
    wallet("", ""),
    wallet(", far behind", `?after=${cursors.line}`, ""),
    wallet(", a type", "?type=MARGIN"),
    wallet(", a type, far behind", `?type=MARGIN&after=${cursors.line}`, ", a type"),
    wallet(", a type nobody has", "?type=NONE"),
    wallet(", a status", "?status=pending"),
    wallet(", a status, far behind", `?status=pending&after=${cursors.line}`, ", a status"),
    wallet(", a month long ago", `?from=${dayAgo(200)}&to=${dayAgo(170)}`),
    wallet(", all days there are", `?from=${SINCE}`),
    wallet(", an order nobody has", "?order=%2350000"),
    wallet(", pending", "?show=pending"),
    wallet(", pending, far behind", `?show=pending&after=${cursors.pending}`, ", pending"),
    wallet(", held", "?show=held"),
    wallet(", held, far behind", `?show=held&after=${cursors.held}`, ", held"),
  ];
}

function payoutLooks(cursors: Cursors): readonly PageQuery[] {
  const payouts = (name: string, query: string): PageQuery => ({
    ...{ name: `payouts${name}`, page: "payouts", path: `/payouts${query}` },
  });
  const day = `/payouts/days/${dayAgo(100)}`;
  return [
    payouts("", ""),
    payouts(", a month long ago", `?month=${dayAgo(300).slice(0, 7)}`),
    payouts(", released margins", `?state=released&kind=margin&month=${dayAgo(60).slice(0, 7)}`),
    payouts(", prepaid fees", "?kind=fee"),
    payouts(", reversed", `?state=reversed&month=${dayAgo(60).slice(0, 7)}`),
    { name: "a day", page: "payoutsDay", path: day },
    {
      name: "a day, at its end",
      page: "payoutsDay",
      path: `${day}?after=${cursors.ofDay}`,
      firstOf: "a day",
    },
    { name: "a day's fees", page: "payoutsDay", path: `${day}?kind=fee` },
    { name: "no date", page: "payoutsDay", path: "/payouts/days/undated" },
    {
      ...{ name: "no date, far behind", page: "payoutsDay", firstOf: "no date" },
      path: `/payouts/days/undated?after=${cursors.undated}`,
    },
  ];
}

function profitLooks(cursors: Cursors): readonly PageQuery[] {
  const profit = (by: string, name: string, query: string, firstOf?: string): PageQuery => ({
    ...{ name: `profit by ${by}${name}`, page: "profit", path: `/payouts/profit?by=${by}${query}` },
    ...(firstOf === undefined ? {} : { firstOf: `profit by ${by}${firstOf}` }),
  });
  return [
    ...["product", "city", "month", "order"].flatMap((by) => [
      profit(by, "", ""),
      profit(by, ", all orders", `&from=${SINCE}`),
    ]),
    profit("order", ", all orders, far behind", `&from=${SINCE}&after=${cursors.order}`, ", all orders"),
  ];
}

function refusalLooks(): readonly PageQuery[] {
  return ["city", "product", "route", "confirmation"].flatMap((by) =>
    ["", `&from=${SINCE}`].map((days) => ({
      ...{ name: `refusals by ${by}${days === "" ? "" : ", all orders"}`, page: "refusals" as const },
      path: `/payouts/refusals?by=${by}${days}`,
    })),
  );
}

type Cursors = Awaited<ReturnType<typeof findCursors>>;

/** A list: what it is sorted by, from what, and whether its newest row stands first. */
type List = {
  readonly key: string;
  readonly from: string;
  readonly values: readonly unknown[];
  readonly direction: "asc" | "desc";
};

/** The place after nine in ten rows of each list. */
async function findCursors(database: pg.Pool, shopId: ShopId, accountKey: string) {
  const down = (key: string, from: string, ...more: readonly unknown[]) =>
    findBehind(database, { key, from, values: [shopId, ...more], direction: "desc" });
  const up = (key: string, where: string, ...more: readonly unknown[]) =>
    findBehind(database, { key, from: `parcel ${where}`, values: [shopId, ...more], direction: "asc" });
  return {
    line: await down("booked_at", "ledger_entry where owner_shop_id = $1 and account_key = $2", accountKey),
    order: await down("listed_at", `"order" where shop_id = $1`),
    difference: await down("found_at", "settlement_difference where shop_id = $1 and put_aside_at is null"),
    held: await down("created_at", "parcel where shop_id = $1 and status = 'SHIPPED'"),
    pending: await up("margin_release_at", `${DELIVERED} and margin_status = 'PENDING'`),
    undated: await up("'epoch'::timestamptz", `${DELIVERED} and margin_release_at is null`),
    // Noon in Karachi is 07:00 in UTC: no hour of these is of another day there.
    ofDay: await up(
      "margin_release_at",
      `${DELIVERED} and margin_release_at between $2::timestamptz and $2::timestamptz + interval '12 hours'`,
      dayAgo(100),
    ),
  };
}

const DELIVERED = "where shop_id = $1 and status = 'DELIVERED'";

async function findBehind(database: pg.Pool, { key, from, values, direction }: List): Promise<string> {
  const { rows } = await database.query<PageCursor>(
    `select ${key} as key, id from ${from} order by 1 ${direction}, 2 ${direction}
     offset (select (count(*) * 0.9)::int from ${from}) limit 1`,
    [...values],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is nothing in ${from}`);
  return toPageCursor(row);
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}
