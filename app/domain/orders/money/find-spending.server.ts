import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isSpendingCommand, spendsWallet } from "./spends-wallet.ts";

type CommandOnOrder = { readonly orderId: string; readonly press: string };

/**
 * Whether a press on an order may have it placed, and is known to spend the wallet then (R55). `maybe`: it costs nothing
 * as the order stands, which its own work makes sure of once more.
 */
export async function findSpending(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { orderId, press }: CommandOnOrder,
): Promise<"no" | "maybe" | "yes"> {
  if (!isSpendingCommand(press)) return "no";
  const order = await db.order.findUnique({ where: { shopId_id: { shopId: shop.id, id: orderId } } });
  if (!order) return "no";
  return spendsWallet(press, order) ? "yes" : "maybe";
}
