import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { openCustomer, openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { resolveAttention } from "../attention/open-attention.server.ts";
import { recordFact } from "../timeline/record.server.ts";
import type { ComplianceTopic } from "./compliance-topics.ts";

/** A request as Settings shows it; never who it is about. */
export type PrivacyRequestView = {
  readonly id: string;
  readonly topic: ComplianceTopic;
  readonly orders: number;
  readonly receivedAt: Date;
  readonly dueAt: Date;
  readonly doneAt: Date | null;
};

const SHOWN = 20;

/** What Shopify asked for about people, the newest first. */
export async function listPrivacyRequests({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<readonly PrivacyRequestView[]> {
  const rows = await db.privacyRequest.findMany({
    where: { shopId: shop.id },
    orderBy: { receivedAt: "desc" },
    take: SHOWN,
  });
  return rows.map(({ id, topic, orderGids, receivedAt, dueAt, doneAt }) => ({
    ...{ id, topic, receivedAt, dueAt, doneAt },
    orders: orderGids.length,
  }));
}

type DataRequestInput = { readonly requestId: string; readonly by: string };

/** All that is kept about the customer a request names, as JSON to hand over; null where there is no such request. */
export async function exportCustomer(
  ctx: ShopContext,
  { requestId, by }: DataRequestInput,
): Promise<string | null> {
  const request = await findDataRequest(ctx, requestId);
  if (request === null) return null;
  const shopId = ctx.shop.id;
  const orders = await ctx.db.order.findMany({
    where: { shopId, orderGid: { in: request.orderGids } },
    include: { handoffs: { include: { parcels: true } } },
    orderBy: { shopifyCreatedAt: "asc" },
  });
  const thing = { thing: "shop", thingId: shopId } as const;
  const fact = {
    ...thing,
    actor: "person",
    by,
    code: "data_exported",
    params: { orders: orders.length },
  } as const;
  await ctx.db.$transaction((tx) => recordFact(tx, shopId, fact));
  const kept = orders.map((order) => ({
    order: order.name,
    ordered: order.shopifyCreatedAt,
    state: order.state,
    total: order.totalPkr,
    customer: openCustomer(ctx, order),
    sent: order.handoffs.map((handoff) => ({
      at: handoff.placedAt,
      collects: handoff.collectsPkr,
      customer: openSentCustomer(ctx, handoff),
      parcels: handoff.parcels.map(({ riderAskedPkr, riderAskedAt, ...parcel }) => {
        const { status, courier, trackingNumber, shippedAt, deliveredAt } = parcel;
        return {
          ...{ status, courier, trackingNumber, shippedAt, deliveredAt },
          ...(riderAskedAt && { riderAskedPkr, riderAskedAt }),
        };
      }),
    })),
  }));
  return JSON.stringify(kept, null, 2);
}

/** The owner says that the customer has got their data. */
export async function recordAnswered(
  ctx: ShopContext,
  { requestId, by }: DataRequestInput,
): Promise<boolean> {
  const request = await findDataRequest(ctx, requestId);
  if (request === null) return false;
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  await ctx.db.$transaction(async (tx) => {
    const where = { shopId, id: request.id, doneAt: null };
    await tx.privacyRequest.updateMany({ where, data: { doneAt: now, doneBy: by } });
    const left = await tx.privacyRequest.count({ where: { shopId, topic: request.topic, doneAt: null } });
    if (left > 0) return;
    const open = await tx.attention.findMany({
      where: { shopId, thing: "shop", thingId: shopId, resolvedAt: null, code: { not: "data_request" } },
      select: { code: true },
    });
    const keep = open.map(({ code }) => code);
    await resolveAttention(tx, { shopId, now }, { thing: "shop", thingId: shopId }, { by, keep });
  });
  return true;
}

async function findDataRequest({ db, shop }: ShopContext, id: string) {
  return db.privacyRequest.findFirst({ where: { shopId: shop.id, id, topic: "customers/data_request" } });
}
