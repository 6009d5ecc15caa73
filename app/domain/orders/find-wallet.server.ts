import { isSupplierError } from "#app/supplier/errors.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";

/** What the wallet holds now, in rupees; null when the service cannot be asked. */
export async function findAvailablePkr(ctx: ShopContext): Promise<number | null> {
  if (!ctx.supplier) return null;
  try {
    return (await ctx.supplier.getWallet()).available;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return null;
  }
}
