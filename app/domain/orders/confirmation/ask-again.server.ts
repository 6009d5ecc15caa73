import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { type ResolveHoldInput, resolveHold } from "#app/domain/orders/holds/resolve-hold.server.ts";
import { findDates } from "./confirmation-dates.ts";

/** *Ask again*: an order whose limit has passed waits once more for its customer. */
export function askAgain(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, ["not_confirmed"], async ({ tx, order }) => {
    const where = { shopId: ctx.shop.id, orderId: order.id, state: "not_confirmed" } as const;
    const data = { ...findDates(ctx), state: "awaiting", tries: 0, triedAt: null } as const;
    const { count } = await tx.orderConfirmation.updateMany({ where, data });
    return count > 0 ? { code: "ask_again_pressed" } : null;
  });
}
