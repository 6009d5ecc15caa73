import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { recordDismissal } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { type ResolveHoldInput, resolveHold } from "#app/domain/orders/holds/resolve-hold.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { CANCEL_REFUSED } from "./refused-keys.ts";

/** *Cancel the refused order*: the request is kept as the intent itself; the order's own work does it (R41). */
export async function requestCancelRefused(
  ctx: ShopContext,
  { orderId, by }: ResolveHoldInput,
): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return orderGone;
  const scope = { shopId, orderId, key: CANCEL_REFUSED };
  const isFirst = await ctx.db.$transaction(async (tx) => {
    const made = await tx.effect.createMany({ data: scope, skipDuplicates: true });
    const again = await tx.effect.updateMany({
      where: { ...scope, state: { not: "intended" } },
      data: { state: "intended", doneAt: null, result: null },
    });
    if (made.count + again.count === 0) return false;
    const fact = { thing: "order", thingId: orderId, actor: "person", by } as const;
    await recordFact(tx, shopId, { ...fact, code: "cancel_refused_pressed", at: ctx.clock.now() });
    return true;
  });
  if (!isFirst) return { ok: false, reason: "It is being cancelled already.", why: "not_waiting" };
  await ctx.wake([{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }]);
  return { ok: true };
}

/** *Leave it*: nothing more is asked about the parcels that came back. */
export function dismissRefused(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, ["parcel_refused", "parcel_returned"], async ({ tx, order }) => {
    const scope = { shopId: ctx.shop.id, orderId: order.id };
    let dismissed = 0;
    for (const code of ["parcel_refused", "parcel_returned"] as const)
      if (await recordDismissal(ctx, tx, { ...scope, code, by: input.by })) dismissed += 1;
    return dismissed > 0 ? { code: "left_refused" } : null;
  });
}
