import { recordFact } from "#app/domain/timeline/record.server.ts";
import { lockShop } from "./connection-rows.server.ts";
import type { ShopContext } from "./shop-context.server.ts";
import { waitingOrders } from "./waiting-orders.ts";

export type ActivateOutcome = { readonly kind: "activated" | "already_active" | "not_connected" };

/** Puts the connection of a mode to use; the other one stays stored and settles what was begun under it (R23, R36). */
export async function activateConnection(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "wake">,
  input: { readonly mode: string; readonly by: string },
): Promise<ActivateOutcome> {
  const shopId = ctx.shop.id;
  const { mode, by } = input;
  const outcome = await ctx.db.$transaction(async (tx): Promise<ActivateOutcome> => {
    await lockShop(tx, shopId);
    const connection = await tx.supplierConnection.findUnique({ where: { shopId_mode: { shopId, mode } } });
    if (connection === null || connection.disconnectedAt !== null) return { kind: "not_connected" };
    if (connection.active) return { kind: "already_active" };
    await tx.supplierConnection.updateMany({ where: { shopId, active: true }, data: { active: false } });
    await tx.supplierConnection.update({
      where: { shopId_id: { shopId, id: connection.id } },
      data: { active: true, activatedAt: ctx.clock.now() },
    });
    const fact = {
      thing: "connection",
      thingId: connection.id,
      actor: "person",
      code: "connection_activated",
    } as const;
    await recordFact(tx, shopId, { ...fact, by, params: { mode } });
    return { kind: "activated" };
  });
  if (outcome.kind === "activated") await ctx.wake([waitingOrders]);
  return outcome;
}
