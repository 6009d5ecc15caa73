import { deliveryPlace } from "#app/platform/inbox.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { maskBody } from "./mask-body.ts";

/** The raw body of one receipt, with what may be about a person covered; null when it is not this shop's. */
export async function showDelivery(ctx: ShopContext, id: bigint): Promise<{ readonly body: string } | null> {
  const delivery = await ctx.db.delivery.findFirst({ where: { id, shopId: ctx.shop.id } });
  if (!delivery) return null;
  return { body: maskBody(ctx.crypto.open(delivery.bodyEnc, deliveryPlace(delivery)).toString("utf8")) };
}
