import type { PrismaClient } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";
import type { ShopifyStandin } from "#test/standins/shopify/server.ts";

/** What a shop's work that is due, runs or has failed looks like, a line each, for a wait that was in vain. */
export async function describeWork(db: PrismaClient, shopId: ShopId): Promise<string> {
  const busy = [{ leaseToken: { not: null } }, { nextRunAt: { not: null } }, { lastError: { not: null } }];
  const works = await db.work.findMany({ where: { shopId, OR: busy }, orderBy: { nextRunAt: "asc" } });
  const now = Date.now();
  const lines = works.map(({ kind, subject, nextRunAt, leaseToken, attempts, lastError }) =>
    [
      `${kind} ${subject}`,
      leaseToken ? "is being done" : null,
      nextRunAt ? `is due in ${(nextRunAt.getTime() - now) / 1000} s` : null,
      attempts > 0 ? `failed ${attempts} times` : null,
      lastError,
    ]
      .filter(Boolean)
      .join(", "),
  );
  return lines.join("\n");
}

type ShopNow = {
  readonly app: { readonly db: PrismaClient };
  readonly shopId: ShopId;
  readonly shopify: ShopifyStandin;
};

/** What a shop's orders and its work look like, and what was not delivered to it, for a wait that was in vain. */
export async function describeShopNow({ app, shopId, shopify }: ShopNow): Promise<string> {
  const orders = await app.db.order.findMany({ where: { shopId }, orderBy: { createdAt: "asc" } });
  const undelivered = shopify.control.deliveries().filter(({ state }) => state !== "delivered");
  return [
    ...undelivered
      .slice(-10)
      .map(({ topic, state, attempts }) => `${topic} is ${state} ${JSON.stringify(attempts)}`),
    ...orders.map(({ orderGid, state, holdCode }) => `${orderGid} is ${state} (${holdCode ?? "no hold"})`),
    await describeWork(app.db, shopId),
  ].join("\n");
}
