import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { findModeChange } from "#app/domain/orders/commands/decisions/find-mode-change.server.ts";
import {
  recordDismissal,
  recordUnlessStanding,
  settleDecisions,
} from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { type ResolveHoldInput, resolveHold } from "#app/domain/orders/holds/resolve-hold.server.ts";
import { isReplaceable } from "./is-replaceable.ts";

const REPLACED: readonly HoldCode[] = ["changed_after_placing", "courier_will_collect_too_much"];

/**
 * *Cancel and place again*: what has not left is cancelled, and once that is certain placed as the order stands now,
 * under the next revision (R5, R40). The press stands until the service has it.
 */
export async function requestReplacement(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  const handoffs = await ctx.db.handoff.findMany({
    where: { shopId: ctx.shop.id, orderId: input.orderId, state: "placed" },
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
  return resolveHold(ctx, input, REPLACED, async ({ tx, order }) => {
    if (!input.shown) return null;
    const changed = await findModeChange(ctx, tx);
    if (changed) return { refused: changed.reason };
    const now = ctx.clock.now();
    const scope = { shopId: ctx.shop.id, orderId: order.id };
    const request = { ...scope, kind: "replace", by: input.by, at: now } as const;
    if (!(await recordUnlessStanding(tx, request))) return null;
    await settleDecisions(tx, scope, ["cancel"], now);
    // What asked for it is answered: a press from another tab would replace what is placed in its stead.
    const answered = {
      shopId: ctx.shop.id,
      thing: "order" as const,
      thingId: order.id,
      code: { in: [...REPLACED] },
    };
    await tx.attention.updateMany({
      where: { ...answered, resolvedAt: null },
      data: { resolvedAt: now, resolvedBy: input.by },
    });
    return { code: "replace_pressed" };
  });
}

/** *Leave as it is*: settles just the difference that was shown. */
export function dismissChange(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, ["changed_after_placing"], async ({ tx, order }) => {
    if (!input.shown) return null;
    const { shown, by } = input;
    const left = {
      shopId: ctx.shop.id,
      orderId: order.id,
      code: "changed_after_placing",
      shown,
      by,
    } as const;
    const isFirst = await recordDismissal(ctx, tx, left);
    return isFirst ? { code: "change_left" } : null;
  });
}

/** The merchant has told the courier what to collect. */
export function confirmCourierInformed(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, ["courier_will_collect_too_much"], async ({ tx, order }) => {
    if (!input.shown) return null;
    const { shown, by } = input;
    const scope = { shopId: ctx.shop.id, orderId: order.id };
    const informed = { ...scope, code: "courier_will_collect_too_much", shown, by } as const;
    const isFirst = await recordDismissal(ctx, tx, informed);
    return isFirst ? { code: "courier_told" } : null;
  });
}
