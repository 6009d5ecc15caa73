import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { type SpendingRule, spendsWallet } from "./spends-wallet.ts";

export type SpendingCommand = { readonly orderId: OrderId; readonly spends: SpendingRule };

/**
 * Whether a command is known to spend the wallet (R55). `maybe`: it costs nothing as the order stands, which its own work
 * makes sure of once more.
 */
export async function findSpending(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { orderId, spends }: SpendingCommand,
): Promise<"no" | "maybe" | "yes"> {
  const order = await db.order.findUnique({ where: { shopId_id: { shopId: shop.id, id: orderId } } });
  if (!order) return "no";
  return spendsWallet(spends, order) ? "yes" : "maybe";
}
