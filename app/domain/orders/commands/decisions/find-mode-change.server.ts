import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandRefusal } from "#app/domain/orders/commands/command-result.ts";
import type { Db } from "#app/platform/database/db.server.ts";

const CHANGED: CommandRefusal = {
  ok: false,
  reason: "The shop has gone from test to live, or back, meanwhile. Look at the order again, then decide.",
};

/**
 * Why a press that places is not kept: another connection is in use than the one it was pressed under (R37). The row is held
 * until the press is committed, so that whoever changes connections sees it (`takeBackRequests`).
 */
export async function findModeChange(
  { shop, connection }: Pick<ShopContext, "shop" | "connection">,
  tx: Db,
): Promise<CommandRefusal | null> {
  const [inUse] = await tx.$queryRaw<{ readonly mode: string }[]>`
    select mode from supplier_connection
    where shop_id = ${shop.id}::uuid and active and disconnected_at is null for share`;
  return inUse?.mode === connection?.mode ? null : CHANGED;
}
