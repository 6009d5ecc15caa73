import { resolveAttention } from "../../attention/open-attention.server.ts";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { answerNeed, type NeedPress } from "../answer-need.server.ts";
import type { Pressed } from "../press.server.ts";
import { keepFinished } from "./leave-it.server.ts";

/** *It is finished*: of an order that Shopify shows the app no more only a person knows how it ended. */
export function finishInShopify(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  return answerNeed(ctx, press, ["order_too_old"], async ({ tx, order }) => {
    const shopId = ctx.shop.id;
    await keepFinished(ctx, tx, order.id);
    const data = { state: "finished_in_shopify", holdCode: null, needsYou: false };
    await tx.order.update({ where: { shopId_id: { shopId, id: order.id } }, data });
    const written = { shopId, now: ctx.clock.now() };
    await resolveAttention(tx, written, { thing: "order", thingId: order.id }, { by: press.by });
    return { code: "finished_pressed" };
  });
}
