import { serveCommand } from "./command.server.ts";
import { linkVariant } from "./decisions/link-variant.server.ts";

export const linkVariantCommand = serveCommand("link_variant", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { supplierProductId, supplierVariantId }) =>
    linkVariant(ctx, { ...press, supplierProductId, supplierVariantId }),
});
