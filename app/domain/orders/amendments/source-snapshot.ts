import { z } from "zod";
import { planCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import { toCustomerInput } from "#app/domain/orders/customer/to-customer-input.ts";
import { type HandoffId, toLineItemGid } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";

const word = z.string().catch("");

const stored = z.object({
  customer: z.object({ name: word, phone: word, address: word, city: word }),
  lines: z.array(
    z.object({ id: z.string().transform(toLineItemGid), title: word, quantity: z.number().int() }),
  ),
  /** When the correction was made that was sent, null for none; left out of handoffs from before this was kept. */
  correctedAt: z.string().nullable().optional(),
});

/** What Shopify said of an order when a handoff was decided, in the customer's own words; kept sealed with the handoff. */
export type SourceSnapshot = z.infer<typeof stored>;

/** Where a handoff's sealed source snapshot is stored. */
export function sourceSnapshotPlace(handoffId: HandoffId) {
  return { table: "handoff", row: handoffId, column: "standing_enc" };
}

/** What an order says now. Of what was corrected in the app it has only when: that is no change of the order. */
export function toSourceSnapshot(
  shopify: ShopifyOrder,
  correction: { readonly at: Date } | null,
): SourceSnapshot {
  const { name, phone, address, city } = planCustomer(toCustomerInput(shopify)).original;
  return {
    customer: { name: name ?? "", phone: phone ?? "", address: address ?? "", city: city ?? "" },
    lines: shopify.lines.map(({ id, title, currentQuantity }) => ({ id, title, quantity: currentQuantity })),
    correctedAt: correction?.at.toISOString() ?? null,
  };
}

export function parseSourceSnapshot(text: string): SourceSnapshot | null {
  const parsed = stored.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
