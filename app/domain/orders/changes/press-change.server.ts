import type { ShopContext } from "../../shops/shop-context.server.ts";
import { answerNeed, keepDecision, type NeedPress } from "../answer-need.server.ts";
import type { HoldCode } from "../hold-codes.ts";
import type { Pressed } from "../press.server.ts";
import { leaveChangedKey, toldKey } from "./change-keys.ts";
import { isReplaceable } from "./is-replaceable.ts";

const REPLACED: readonly HoldCode[] = ["changed_after_placing", "courier_will_collect_too_much"];

/**
 * *Cancel and place again*: what has not left is cancelled, and once that is certain placed as the order stands now,
 * under the next revision (R5, R40). The press stands until the service has it.
 */
export async function pressReplace(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  const handoffs = await ctx.db.handoff.findMany({
    where: { shopId: ctx.shop.id, orderId: press.orderId, state: "placed" },
    include: { parcels: true },
    orderBy: [{ sequence: "asc" }, { revision: "asc" }],
  });
  if (!isReplaceable(handoffs.flatMap(({ parcels }) => parcels)))
    return { ok: false, reason: "The parcel is packed or on its way and cannot be placed again." };
  if (handoffs.at(-1)?.mode !== ctx.connection?.mode)
    return {
      ok: false,
      reason: "It was placed under another connection. Switch back to it, then try again.",
    };
  return answerNeed(ctx, press, REPLACED, async ({ tx, order }) => {
    if (!press.shown) return null;
    const now = ctx.clock.now();
    const wish = { replaceRequestedAt: now, replaceRequestedBy: press.by };
    const { count } = await tx.order.updateMany({
      where: { shopId: ctx.shop.id, id: order.id, replaceRequestedAt: null },
      data: { ...wish, cancelRequestedAt: null, cancelRequestedBy: null },
    });
    if (count === 0) return null;
    // What asked for it is answered: a press from another tab would replace what is placed in its stead.
    const answered = { shopId: ctx.shop.id, thing: "order", thingId: order.id, code: { in: [...REPLACED] } };
    await tx.attention.updateMany({
      where: { ...answered, resolvedAt: null },
      data: { resolvedAt: now, resolvedBy: press.by },
    });
    return { code: "replace_pressed" };
  });
}

/** *Leave as it is*: settles just the difference that was shown. */
export function pressLeaveChanged(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  return answerNeed(ctx, press, ["changed_after_placing"], async ({ tx, order }) => {
    if (!press.shown) return null;
    const isFirst = await keepDecision(ctx, tx, order.id, leaveChangedKey(press.shown));
    return isFirst ? { code: "change_left" } : null;
  });
}

/** The merchant has told the courier what to collect. */
export function pressCourierTold(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  return answerNeed(ctx, press, ["courier_will_collect_too_much"], async ({ tx, order }) => {
    if (!press.shown) return null;
    const isFirst = await keepDecision(ctx, tx, order.id, toldKey(press.shown));
    return isFirst ? { code: "courier_told" } : null;
  });
}
