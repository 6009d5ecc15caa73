import type { ShopContext } from "../shops/shop-context.server.ts";

/** What an order waits with while something of the shop itself is in its way. */
const endsWithTheShop = [
  "not_connected",
  "placing_paused",
  "test_connection",
  "payment_pending",
  "how_paid",
  "invalid_key",
  "account_not_connected",
];

/** After the merchant changed the shop, orders that waited for just that are looked at again: no word of Shopify's will come. */
export async function wakeWaitingOrders(ctx: ShopContext): Promise<void> {
  const waiting = await ctx.db.order.findMany({
    where: {
      shopId: ctx.shop.id,
      state: { in: ["waiting", "held", "placing"] },
      holdCode: { in: endsWithTheShop },
    },
    select: { orderGid: true },
  });
  await ctx.wake(waiting.map(({ orderGid }) => ({ kind: "order", subject: orderGid })));
}
