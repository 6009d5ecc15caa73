import type { ShopContext } from "../shops/shop-context.server.ts";

/** What an order waits with while something of the shop itself is in its way. */
const endsWithTheShop = [
  "not_connected",
  "placing_paused",
  "test_connection",
  "payment_pending",
  "how_paid",
  "invalid_key",
  "ip_not_allowed",
  "reseller_suspended",
  "reseller_not_active",
  "dropship_disabled",
  "account_not_connected",
];

/** After the merchant changed the shop, orders that waited for just that are looked at again: no word of Shopify's will come. */
export async function wakeWaitingOrders(ctx: ShopContext): Promise<void> {
  await wakeHeldBy(ctx, endsWithTheShop);
}

/** After a product was linked, orders that waited for it are looked at again. */
export async function wakeUnlinkedOrders(ctx: ShopContext): Promise<void> {
  await wakeHeldBy(ctx, ["variant_not_linked"]);
}

async function wakeHeldBy(ctx: ShopContext, codes: readonly string[]): Promise<void> {
  const waiting = await ctx.db.order.findMany({
    where: {
      shopId: ctx.shop.id,
      holdCode: { in: [...codes] },
    },
    select: { orderGid: true },
  });
  await ctx.wake(waiting.map(({ orderGid }) => ({ kind: "order", subject: orderGid })));
}
