import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { takeBackRequests } from "#app/domain/context/take-back-requests.server.ts";
import type { ConnectionRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import { requestAllStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { checkConnection } from "./check-connection.server.ts";

export type ActivateResult =
  /** The shop's products are being linked to this mode's key in the background. */
  | { readonly kind: "activated" | "already_active" | "not_connected" }
  /** The key does not stand, or its events would not reach us: everything stays as it was. */
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type ActivateDeps = Pick<ShopContext, "shop" | "env" | "db" | "crypto" | "clock" | "supplierIn" | "wake">;

/**
 * Puts the connection of a mode to use, once the service confirmed its key and our webhooks; the other one stays stored
 * and settles what was begun under it. The products in the shop are then linked to it as work of its own (R23, R36).
 */
export async function activateConnection(
  ctx: ActivateDeps,
  input: { readonly mode: Mode; readonly by: string },
): Promise<ActivateResult> {
  const check = await checkConnection(ctx, input);
  if (check.kind !== "ok") return check;
  const outcome = await putToUse(ctx, input);
  if (outcome.kind === "activated")
    await ctx.wake([
      { kind: "orders.reconcileWaiting", subject: "shop" },
      { kind: "catalog.adoptAll", subject: "shop" },
    ]);
  return outcome;
}

async function putToUse(
  ctx: ActivateDeps,
  { mode, by }: { readonly mode: Mode; readonly by: string },
): Promise<ActivateResult> {
  const shopId = ctx.shop.id;
  return ctx.db.$transaction(async (tx): Promise<ActivateResult> => {
    await lockShop(tx, shopId);
    const connection = await tx.supplierConnection.findUnique({ where: { shopId_mode: { shopId, mode } } });
    if (connection === null || connection.disconnectedAt !== null) return { kind: "not_connected" };
    if (connection.active) return { kind: "already_active" };
    const now = ctx.clock.now();
    await takeBackRequests(tx, { shopId, mode, now });
    // Keys that were to end with their last parcel are wanted again: they are revoked together.
    const stays = { leavingSince: null, leavingBy: null };
    await tx.supplierConnection.updateMany({ where: { shopId }, data: { active: false, ...stays } });
    await tx.supplierConnection.update({
      where: { shopId_id: { shopId, id: connection.id } },
      data: { active: true, activatedAt: now },
    });
    const thing = { thing: "connection", thingId: connection.id } as const;
    const fact = { ...thing, actor: "person", code: "connection_activated" } as const;
    await recordFact(tx, shopId, { ...fact, by, params: { mode } });
    await requestReconcile(tx, [{ shopId, kind: "catalog.adoptAll", subject: "shop" }]);
    await requestAllStockReconcile(tx, shopId, mode);
    return { kind: "activated" };
  });
}
