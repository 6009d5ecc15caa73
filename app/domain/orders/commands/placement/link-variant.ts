import { text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";
import { toSupplierProductId, toSupplierVariantId } from "#app/platform/ids.ts";

/** The variant an order waits with is linked to one of the service's, for this and all later orders. */
export const linkVariant = {
  schema: ({ z, id }) =>
    z.object({
      intent: z.literal("link_variant"),
      supplierProductId: id.transform(toSupplierProductId),
      supplierVariantId: id.transform(toSupplierVariantId),
    }),
  label: "Link it to a supplier product",
  done: { did: "Linked", next: "Linked; the order goes on" },
  timeline: {
    variant_linked: (params) =>
      `An item was linked to “${text(params, "title", "a product")}” of the supplier`,
  },
  resolutions: { map_variant: "own_form" },
} as const satisfies OrderCommand;
