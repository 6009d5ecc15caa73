import type { SupplierConnection } from "@prisma/client";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { ShopContext } from "./shop-context.server.ts";

/** Keeps what the last answer said of the account's day. */
export async function saveQuota(
  ctx: Pick<ShopContext, "db">,
  client: SupplierClient,
  connection: SupplierConnection,
): Promise<void> {
  const quota = client.lastQuota();
  if (quota === null) return;
  await ctx.db.supplierConnection.update({
    where: { shopId_id: { shopId: connection.shopId, id: connection.id } },
    data: { quotaLimit: quota.limit, quotaRemaining: quota.remaining },
  });
}
