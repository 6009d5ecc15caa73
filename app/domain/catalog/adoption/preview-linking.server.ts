import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type ConnectionRefusal,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";

const IDS_PER_READ = 100;
/** So many variants are asked about while somebody waits; the rest is found out when it is done. */
const MOST_ASKED = 500;
const NAMES_SHOWN = 20;

export type LinkingPreview =
  | {
      readonly kind: "preview";
      readonly products: number;
      /** Titles of products the key does not know by their number; they are looked for by title and SKU. */
      readonly notFound: readonly string[];
      readonly notFoundCount: number;
      /** Products asked about; fewer than all when there are many. */
      readonly asked: number;
    }
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

/** What putting a mode's key to use would do to the shop's products, before it is done; changes nothing. */
export async function previewLinking(
  ctx: Pick<ShopContext, "shop" | "db" | "supplierIn">,
  mode: Mode,
): Promise<LinkingPreview> {
  const supplier = ctx.supplierIn(mode);
  if (supplier === null) return { kind: "not_connected" };
  const listings = await listLinked(ctx, mode);
  const asked = takeUntil(listings, MOST_ASKED);
  try {
    const known = await listKnown(
      supplier,
      asked.flatMap(({ ids }) => ids),
    );
    const notFound = asked.filter(({ ids }) => !ids.some((id) => known.has(id)));
    return {
      kind: "preview",
      products: listings.length,
      notFound: notFound.slice(0, NAMES_SHOWN).map(({ title }) => title),
      notFoundCount: notFound.length,
      asked: asked.length,
    };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}

type LinkedProduct = { readonly title: string; readonly ids: readonly SupplierVariantId[] };

/** Each product of the shop once: by its listing in the mode asked about, else by the other one's. */
async function listLinked(
  { db, shop }: Pick<ShopContext, "shop" | "db">,
  mode: Mode,
): Promise<readonly LinkedProduct[]> {
  const rows = await db.listing.findMany({
    where: { shopId: shop.id, productGid: { not: null } },
    include: { variants: { select: { supplierVariantId: true } } },
    orderBy: { createdAt: "asc" },
  });
  const ownFirst = rows.toSorted((a, b) => Number(b.mode === mode) - Number(a.mode === mode));
  const byProduct = Map.groupBy(ownFirst, ({ productGid }) => productGid);
  return [...byProduct.values()].flatMap(([row]) =>
    row === undefined
      ? []
      : [{ title: row.title, ids: row.variants.map(({ supplierVariantId }) => supplierVariantId) }],
  );
}

function takeUntil(listings: readonly LinkedProduct[], most: number): readonly LinkedProduct[] {
  let count = 0;
  return listings.filter(({ ids }) => {
    count += ids.length;
    return count <= most;
  });
}

async function listKnown(
  supplier: SupplierClient,
  ids: readonly SupplierVariantId[],
): Promise<ReadonlySet<SupplierVariantId>> {
  const known = new Set<SupplierVariantId>();
  for (let at = 0; at < ids.length; at += IDS_PER_READ) {
    const items = await supplier.getInventory(ids.slice(at, at + IDS_PER_READ));
    for (const item of items) if (item.available) known.add(item.variantId);
  }
  return known;
}
