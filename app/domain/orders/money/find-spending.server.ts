import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isSpendingCommand, spendsWallet } from "./spends-wallet.ts";

type CommandOnOrder = { readonly orderId: string; readonly command: string };

/**
 * Whether a command may have the order placed, and whether that spends the wallet (R55). `maybe`: it costs nothing as
 * far as the row shows; the order's work checks again.
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
