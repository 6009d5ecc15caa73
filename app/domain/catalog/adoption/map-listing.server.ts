import type { ListedVariant, Listing } from "@prisma/client";
import type { ImportRun } from "#app/domain/catalog/import/import-run.ts";
import { GoneWhileImporting, toImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import { setProductStatus } from "#app/shopify/operations/products/set-product-status.ts";
import type { ImportRequest } from "#app/supplier/imports.ts";

/** As many products as one request may name (section Limits). */
export const MOST_AT_ONCE = 50;

type MappingError = { readonly listing: Listing; readonly error: unknown };

/**
 * Step three: the service learns which of our variants are which of its own (R31), up to 50 products at once. Importing
 * again updates the map, so a group may be repeated. The service takes all of a group or none: one it refuses is looked
 * for by halves, and the others are mapped without it. Returns what was not mapped, with why.
 */
export async function mapListings(
  run: ImportRun,
  listings: readonly Listing[],
): Promise<readonly MappingError[]> {
  const failed: MappingError[] = [];
  for (let at = 0; at < listings.length; at += MOST_AT_ONCE) {
    failed.push(...(await mapGroup(run, listings.slice(at, at + MOST_AT_ONCE))));
  }
  return failed;
}

async function mapGroup(run: ImportRun, group: readonly Listing[]): Promise<readonly MappingError[]> {
  try {
    await postGroup(run, group);
    return [];
  } catch (error) {
    const [only] = group;
    if (only === undefined) return [];
    if (group.length === 1) return [{ listing: only, error: await hideIfGone(run, only, error) }];
    if (!isAboutOne(error)) return group.map((listing) => ({ listing, error }));
    const middle = Math.ceil(group.length / 2);
    return [...(await mapGroup(run, group.slice(0, middle))), ...(await mapGroup(run, group.slice(middle)))];
  }
}

/** What the service takes no orders for must not be bought: the product just made is hidden (R30). */
async function hideIfGone(run: ImportRun, { productGid, origin }: Listing, error: unknown): Promise<unknown> {
  if (toImportFailure(error)?.code !== "product_gone" || productGid === null || origin !== "imported")
    return error;
  await setProductStatus(run.admin, { productId: productGid, status: "DRAFT" });
  return new GoneWhileImporting();
}

/** Whether a refusal may be about one product of the group: not the key's, and nothing that passes. */
function isAboutOne(error: unknown): boolean {
  const failure = toImportFailure(error);
  return failure?.code === "product_gone" || failure?.code === "refused_by_supplier";
}

async function postGroup(run: ImportRun, group: readonly Listing[]): Promise<void> {
  const shopId = run.shop.id;
  const rows = await run.db.listedVariant.findMany({
    where: { shopId, listingId: { in: group.map(({ id }) => id) } },
    orderBy: { supplierVariantId: "asc" },
  });
  const rowsOf = Map.groupBy(rows, ({ listingId }) => listingId);
  const imports = await run.supplier.importProducts(
    group.map((listing) => toRequest(listing, rowsOf.get(listing.id) ?? [])),
  );
  const idOf = new Map(imports.map(({ id, productId }) => [productId, id]));
  // A listing that got another variant meanwhile goes back over the step that stocks it.
  await run.db.$transaction(
    group.map(({ id, supplierProductId }) =>
      run.db.listing.updateMany({
        where: { shopId, id, step: "mapping" },
        data: { step: "done", importId: idOf.get(supplierProductId) ?? null },
      }),
    ),
  );
}

function toRequest(listing: Listing, variants: readonly ListedVariant[]): ImportRequest {
  return {
    productId: listing.supplierProductId,
    ...(listing.productGid === null ? {} : { externalProductId: listing.productGid }),
    customTitle: listing.title,
    resalePrice: Math.min(...variants.map((variant) => variant.pricePkr)),
    // The service refuses the whole of a product for one variant that it offers no longer (section Errors).
    variants: variants.flatMap(({ supplierVariantId, variantGid, sku, offered }) =>
      variantGid === null || !offered
        ? []
        : [
            {
              variantId: supplierVariantId,
              externalVariantId: variantGid,
              ...(sku ? { externalSku: sku } : {}),
            },
          ],
    ),
  };
}
