import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { checkConnection } from "./check-connection.server.ts";

/**
 * A shop that left hears nothing more: its addresses at the service are emptied. The keys stay, as what was being
 * placed is still settled under them; connecting, or coming back, registers the address again (R44).
 * @throws SupplierError where trying again later may help
 */
export async function stopServiceEvents(ctx: Pick<ShopContext, "shop" | "db" | "supplierIn">): Promise<void> {
  const shopId = ctx.shop.id;
  const connections = await ctx.db.supplierConnection.findMany({
    where: { shopId, disconnectedAt: null, webhookConfiguredAt: { not: null } },
  });
  for (const { id, mode } of connections) {
    await clearWebhookAddress(ctx, mode);
    await ctx.db.supplierConnection.update({
      where: { shopId_id: { shopId, id } },
      data: { webhookConfiguredAt: null },
    });
  }
}

/** After the shop came back: its addresses are registered again; what does not succeed is the hourly look's to mend. */
export async function resumeServiceEvents(ctx: ShopContext): Promise<void> {
  const connections = await ctx.db.supplierConnection.findMany({
    where: { shopId: ctx.shop.id, disconnectedAt: null, webhookConfiguredAt: null },
  });
  for (const { mode } of connections) await checkConnection(ctx, { mode });
}

async function clearWebhookAddress(
  { supplierIn }: Pick<ShopContext, "supplierIn">,
  mode: Mode,
): Promise<void> {
  try {
    await supplierIn(mode)?.putWebhooks({ url: null, events: [] });
  } catch (error) {
    // A key that is refused has no events to stop.
    if (isSupplierError(error) && (error.kind === "connection" || error.kind === "definite")) return;
    throw error;
  }
}
