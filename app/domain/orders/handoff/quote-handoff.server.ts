import type { ShippingQuote } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { HandoffItem } from "../money/order-money.ts";
import type { Need } from "../order-run.ts";

export type QuoteCheck =
  | { readonly kind: "ready"; readonly quote: ShippingQuote }
  | { readonly kind: "held"; readonly need: Need };

/** What shipping, a refusal and the fee would cost (R1). The service's refusal of city or variant is a hold. */
export async function quoteHandoff(
  supplier: SupplierClient,
  city: string,
  items: readonly HandoffItem[],
): Promise<QuoteCheck> {
  const units = new Map<string, number>();
  for (const item of items) units.set(item.variantId, (units.get(item.variantId) ?? 0) + item.quantity);
  try {
    const asked = [...units].map(([variantId, quantity]) => ({ variantId, quantity }));
    return { kind: "ready", quote: await supplier.quoteShipping({ city, items: asked }) };
  } catch (error) {
    if (!isSupplierError(error) || error.kind !== "definite") throw error;
    const code = error.code === "variant_not_found" ? "variant_not_found" : "quote_refused";
    return { kind: "held", need: { code, params: { message: error.message } } };
  }
}
