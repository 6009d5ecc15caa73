import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import { maskBody } from "./mask-body.ts";

export type ShownDelivery =
  | { readonly kind: "shown"; readonly body: string }
  /** The receipt is kept, what it said is not: a person's data was erased, or its time was over. */
  | { readonly kind: "erased" };

/** The raw body of one receipt, with what may be about a person covered; null when it is not this shop's. */
export async function showDelivery(ctx: ShopContext, id: bigint): Promise<ShownDelivery | null> {
  const delivery = await ctx.db.delivery.findFirst({ where: { id, shopId: ctx.shop.id } });
  if (!delivery) return null;
  if (delivery.bodyEnc.length === 0) return { kind: "erased" };
  const body = ctx.crypto.openText(delivery.bodyEnc, deliveryPlace(delivery));
  return { kind: "shown", body: maskBody(body) };
}
