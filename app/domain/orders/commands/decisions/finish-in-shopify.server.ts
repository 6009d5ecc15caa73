import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { type ResolveHoldInput, resolveHold } from "#app/domain/orders/holds/resolve-hold.server.ts";
import { recordDismissal } from "./record-decision.server.ts";

/** *It is finished*: of an order that Shopify shows the app no more only a person knows how it ended. */
export function finishInShopify(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, ["order_too_old"], async ({ tx, order }) => {
    const shopId = ctx.shop.id;
    await recordDismissal(ctx, tx, { shopId, orderId: order.id, code: "order_too_old", by: input.by });
    const data = { state: "finished_in_shopify", holdCode: null, hasOpenIssue: false } as const;
    await tx.order.update({ where: { shopId_id: { shopId, id: order.id } }, data });
    const written = { shopId, now: ctx.clock.now() };
    await resolveAttention(tx, written, { thing: "order", thingId: order.id }, { by: input.by });
    return { code: "finished_pressed" };
  });
}
