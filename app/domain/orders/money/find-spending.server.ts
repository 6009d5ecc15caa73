import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isSpendingCommand, spendsWallet } from "./spends-wallet.ts";

type CommandOnOrder = { readonly orderId: string; readonly command: string };

/**
 * Whether a press on an order may have it placed, and is known to spend the wallet then (R55). `maybe`: it costs nothing
 * as the order stands, which its own work makes sure of once more.
 */
export async function findSpending(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { orderId, command }: CommandOnOrder,
): Promise<"no" | "maybe" | "yes"> {
  if (!isSpendingCommand(command)) return "no";
  const order = await db.order.findUnique({ where: { shopId_id: { shopId: shop.id, id: orderId } } });
  if (!order) return "no";
  return spendsWallet(command, order) ? "yes" : "maybe";
}
