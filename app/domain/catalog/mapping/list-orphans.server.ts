import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { attentionSentence } from "#app/domain/messages/attention/attention-sentence.ts";
import { type ProductGid, toProductGid, toVariantGid, type VariantGid } from "#app/platform/ids.ts";
import { MAPPED_VARIANT_GONE, MAPPING_NOT_CARRIED, ORPHAN_CODES } from "./find-orphans.server.ts";

export type Orphan = {
  readonly variantGid: VariantGid;
  /** orphan: stocked and mapped to nothing · gone: mapped and not in the shop · not_carried: mapped under the other key. */
  readonly kind: "orphan" | "gone" | "not_carried";
  readonly title: string;
  readonly sentence: string;
  /** Null where it is not known, as for what is gone. */
  readonly productGid: ProductGid | null;
  readonly openedAt: Date;
};

const KINDS: Readonly<Record<string, Orphan["kind"]>> = {
  [MAPPED_VARIANT_GONE]: "gone",
  [MAPPING_NOT_CARRIED]: "not_carried",
};

const MOST_SHOWN = 50;

/** Variants that stand at our location for nothing, and mappings that point at nothing; the oldest first. */
export async function listOrphans(
  ctx: Pick<ShopContext, "shop" | "db">,
): Promise<{ readonly orphans: readonly Orphan[]; readonly total: number }> {
  const where = {
    ...{ shopId: ctx.shop.id, thing: "variant" as const, resolvedAt: null },
    code: { in: [...ORPHAN_CODES] },
  };
  const [rows, total] = await Promise.all([
    ctx.db.attention.findMany({ where, orderBy: { openedAt: "asc" }, take: MOST_SHOWN }),
    ctx.db.attention.count({ where }),
  ]);
  const orphans = rows.map(({ code, thingId, params, openedAt }): Orphan => {
    const known = typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
    return {
      ...{ variantGid: toVariantGid(thingId), kind: KINDS[code] ?? "orphan", openedAt },
      title: typeof known.title === "string" ? known.title : "A variant",
      sentence: attentionSentence(code, { ...known }),
      productGid: typeof known.productGid === "string" ? toProductGid(known.productGid) : null,
    };
  });
  return { orphans, total };
}
