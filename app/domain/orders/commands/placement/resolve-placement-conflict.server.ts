import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { findModeChange } from "#app/domain/orders/commands/decisions/find-mode-change.server.ts";
import { recordPlace } from "#app/domain/orders/commands/decisions/record-command.server.ts";
import { recordUnlessStanding } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import type { ConflictChoice } from "#app/domain/orders/placement/handoff-state.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";

type ResolveConflictInput = {
  readonly orderId: OrderId;
  readonly by: string;
  readonly choice: ConflictChoice;
};

const GONE: CommandResult = { ok: false, reason: "This question is answered already." };

/**
 * A person's choice about a placement conflict: *Take over* links what the service holds, *Place again* sends it anew.
 * Either is done by the order's own work, which first looks at the service once more.
 */
export async function resolvePlacementConflict(
  ctx: ShopContext,
  { orderId, by, choice }: ResolveConflictInput,
): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return orderGone;
  const work = [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }] as const;
  return commitWithWork(ctx, work, async (tx): Promise<CommandResult> => {
    const changed = choice === "place_again" ? await findModeChange(ctx, tx) : null;
    if (changed) return changed;
    const scope = { shopId, orderId, by, at: now };
    const handoff = await tx.handoff.findFirst({
      where: { shopId, orderId, state: "sending", placementConflict: { not: null } },
      select: { id: true },
    });
    const chosen = { ...scope, kind: "placement_conflict", params: { choice } } as const;
    if (!handoff || !(await recordUnlessStanding(tx, { ...chosen, subject: handoff.id }))) return GONE;
    if (choice === "place_again") await recordPlace(tx, scope);
    const code = `${choice}_pressed` as const;
    await recordFact(tx, shopId, { thing: "order", thingId: orderId, actor: "person", by, code, at: now });
    return { ok: true };
  });
}
