import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { linkVariant } from "#app/domain/orders/commands/decisions/link-variant.server.ts";

export const linkVariantCommand = serveCommand("link_variant", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { supplierProductId, supplierVariantId }) =>
    linkVariant(ctx, { ...press, supplierProductId, supplierVariantId }),
});
