import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type Contact, planContact } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { choiceAddress } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { openCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { type CallPlace, readCallPlace, writeCallPlace } from "./call-place.ts";
import { callsSql, countCallsSql } from "./calls-sql.ts";

const PAGE_SIZE = 25;

export type Call = {
  readonly id: OrderId;
  readonly name: string;
  readonly firstName: string | null;
  readonly city: string | null;
  /** What the courier will collect. */
  readonly collectsPkr: Rupees;
  readonly orderedAt: Date;
  readonly dueAt: Date;
  /** How often nobody answered. */
  readonly tries: number;
  /** The reminder has passed: the customer is to be asked again. */
  readonly isReminded: boolean;
  /** Null after the customer was erased. */
  readonly contact: Contact | null;
};

export type CallsPage = {
  readonly calls: readonly Call[];
  readonly next: string | null;
  /** Who was not tried today, or is to be asked again. */
  readonly leftToday: number;
  readonly asOf: Date;
};

/**
 * The customers to call, in the order of `callsSql`. The pages after the first go by the moment of the first, so that
 * nobody is passed over while the hours pass.
 */
export async function listCalls(ctx: ShopContext, after: PageCursor | null): Promise<CallsPage> {
  const place = after && readCallPlace(after);
  const asOf = place?.asOf ?? ctx.clock.now();
  const [found, { leftToday }] = await Promise.all([findCalls(ctx, place, asOf), countCalls(ctx)]);
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    calls: await loadCalls(ctx, shown),
    next: found.length > PAGE_SIZE && last ? toPageCursor(writeCallPlace({ ...last, asOf })) : null,
    leftToday,
    asOf: ctx.clock.now(),
  };
}

type CallsCount = { readonly waiting: number; readonly leftToday: number };

/** How many customers are to be called, and how many of them today. */
export async function countCalls(ctx: Pick<ShopContext, "db" | "shop" | "clock">): Promise<CallsCount> {
  const [row] = await queryRows<CallsCount>(ctx.db, countCallsSql(ctx));
  return row ?? { waiting: 0, leftToday: 0 };
}

type FoundCall = {
  readonly id: OrderId;
  readonly sort: readonly number[];
  readonly collectsPkr: Rupees;
  readonly dueAt: Date;
  readonly tries: number;
  readonly isReminded: boolean;
};

async function findCalls(
  ctx: ShopContext,
  place: CallPlace | null,
  asOf: Date,
): Promise<readonly FoundCall[]> {
  const beyond = place
    ? Prisma.sql`where (sort, id) > (${[...place.sort]}::bigint[], ${place.id}::uuid)`
    : Prisma.empty;
  return queryRows<FoundCall>(
    ctx.db,
    Prisma.sql`
    with waiting as (${callsSql(ctx, asOf)})
    select id, array_to_json(sort) as sort, collects_pkr as "collectsPkr", due_at as "dueAt", tries, reminded as "isReminded"
    from waiting ${beyond} order by waiting.sort, id limit ${PAGE_SIZE + 1}`,
  );
}

async function loadCalls(ctx: ShopContext, found: readonly FoundCall[]): Promise<readonly Call[]> {
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: found.map(({ id }) => id) } },
    include: { decisions: { where: { kind: "customer", handledAt: null } } },
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return found.flatMap(({ sort: _, ...call }) => {
    const order = byId.get(call.id);
    if (!order) return [];
    const original = openCustomer(ctx, order);
    const customer = openCustomerEdit(ctx, order)?.edit ?? original;
    return {
      ...call,
      name: order.name,
      firstName: customer?.name?.trim().split(/\s+/)[0] || null,
      city: customer?.city || order.city,
      orderedAt: order.listedAt,
      contact: planContact({
        ...{ state: "held", route: "COD", parcels: [], outstandingPkr: call.collectsPkr, customer },
        ...{ orderName: order.name, sender: ctx.shop.senderName || ctx.shop.name },
        trackingUrl: null,
        choiceUrl: choiceAddress(ctx, order.id),
      }),
    };
  });
}
