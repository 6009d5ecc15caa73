import type { ShopContext } from "../../shops/shop-context.server.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { answerNeed, keepDecision, type NeedPress } from "../answer-need.server.ts";
import type { Pressed } from "../press.server.ts";
import { CANCEL_REFUSED, leaveRefusedKey } from "./refused-keys.ts";

/** *Cancel the refused order*: the wish is kept as the intent itself; the order's own work does it (R41). */
export async function pressCancelRefused(ctx: ShopContext, { orderId, by }: NeedPress): Promise<Pressed> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return { ok: false, reason: "This order is not here any more." };
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
  await ctx.wake([{ kind: "order", subject: order.orderGid }]);
  return { ok: true };
}

/** *Leave it*: nothing more is asked about the parcels that came back. */
export function pressLeaveRefused(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  return answerNeed(ctx, press, ["parcel_refused", "parcel_returned"], async ({ tx, order }) => {
    let left = 0;
    for (const code of ["parcel_refused", "parcel_returned"] as const)
      if (await keepDecision(ctx, tx, order.id, leaveRefusedKey(code))) left += 1;
    return left > 0 ? { code: "left_refused" } : null;
  });
}
