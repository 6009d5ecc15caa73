import type { ShopContext } from "#app/domain/context/shop-context.server.ts";

/** The phone of an order as it is kept for comparing; `phone` is as `planPhone` writes it: +923001234567. */
export function hashPhone({ crypto }: Pick<ShopContext, "crypto">, phone: string): string {
  return crypto.hash(phone, "order.phone");
}
