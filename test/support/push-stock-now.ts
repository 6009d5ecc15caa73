import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { pushStock } from "#app/domain/inventory/push-stock.server.ts";
import { finishWork } from "#app/platform/queue/finish-work.server.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";

/** Runs the work that keeps a shop's stock once, due or not. */
export async function pushStockNow(ctx: ShopContext): Promise<void> {
  const mode = ctx.connection?.mode ?? "live";
  const where = { shopId_kind_subject: { shopId: ctx.shop.id, kind: "inventory.push", subject: mode } };
  const { id } = await ctx.db.work.update({ where, data: { nextRunAt: new Date(0), leaseUntil: null } });
  const claim = await claimWork(ctx.db, id, 15_000);
  if (claim === null) throw new Error("The stock's work cannot be claimed");
  await pushStock(ctx, claim, { mode }, () => Promise.resolve());
  await finishWork(ctx.db, claim, { kind: "done" });
}
