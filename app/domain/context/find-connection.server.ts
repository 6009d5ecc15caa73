import type { SupplierConnection } from "@prisma/client";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ShopContext } from "./shop-context.server.ts";

export type UsableConnection = { readonly connection: SupplierConnection; readonly client: SupplierClient };

/** The shop's connection of a mode with its client, read afresh; null when there is none or it was disconnected. */
export async function findConnection(
  ctx: Pick<ShopContext, "shop" | "db" | "supplierIn">,
  mode: Mode,
): Promise<UsableConnection | null> {
  const connection = await ctx.db.supplierConnection.findUnique({
    where: { shopId_mode: { shopId: ctx.shop.id, mode } },
  });
  const client = ctx.supplierIn(mode);
  if (connection === null || connection.disconnectedAt !== null || client === null) return null;
  return { connection, client };
}
