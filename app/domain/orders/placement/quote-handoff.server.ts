import type { HandoffItem } from "#app/domain/orders/money/order-money.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import type { SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import type { ShippingQuote } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { OpenLine } from "./open-lines.ts";

export type QuoteCheck =
  | { readonly kind: "ready"; readonly quote: ShippingQuote }
  | { readonly kind: "held"; readonly hold: Hold };

type QuoteHandoffInput = {
  readonly city: string;
  readonly items: readonly HandoffItem[];
  readonly lines: readonly OpenLine[];
};

/** What shipping, a refusal and the fee would cost (R1). The service's refusal of city or variant is a hold. */
export async function quoteHandoff(
  supplier: SupplierClient,
  { city, items, lines }: QuoteHandoffInput,
): Promise<QuoteCheck> {
  const units = new Map<SupplierVariantId, number>();
  for (const item of items) units.set(item.variantId, (units.get(item.variantId) ?? 0) + item.quantity);
  try {
    const asked = [...units].map(([variantId, quantity]) => ({ variantId, quantity }));
    return { kind: "ready", quote: await supplier.quoteShipping({ city, items: asked }) };
  } catch (error) {
    if (!isSupplierError(error) || error.kind !== "definite") throw error;
    const { message } = error;
    return error.code === "variant_not_found"
      ? { kind: "held", hold: { code: "variant_not_found", params: { message, ...nameOnly(lines) } } }
      : { kind: "held", hold: { code: "quote_refused", params: { message } } };
  }
}

/** The service does not say which variant it means; of a lone one it is clear. */
function nameOnly(lines: readonly OpenLine[]): { readonly title?: string; readonly variantGid?: VariantGid } {
  const [line, ...others] = lines;
  if (!line || others.some(({ variantGid }) => variantGid !== line.variantGid)) return {};
  return { title: line.title, variantGid: line.variantGid };
}
