import { z } from "zod";
import { toInventoryItemGid, toVariantGid } from "#app/platform/ids.ts";

const leaving = z.array(
  z.object({
    variantGid: z.string().transform(toVariantGid),
    inventoryItemGid: z.string().transform(toInventoryItemGid).nullable(),
  }),
);
const gids = z.array(z.string());
const imports = z.record(z.string(), z.string());

/** What was unmapped and still stands at our location. */
export type LeavingVariant = z.infer<typeof leaving>[number];

/** Column `leaving` of a mapping. @throws ZodError for what nothing of ours wrote */
export function parseLeaving(json: unknown): readonly LeavingVariant[] {
  return leaving.parse(json);
}

/** Column `activated`: inventory items we had stocked at our location ourselves. */
export function parseActivated(json: unknown): readonly string[] {
  return gids.parse(json);
}

/** Column `imports`: the service's imports by its product. */
export function parseImports(json: unknown): Readonly<Record<string, string>> {
  return imports.parse(json);
}
