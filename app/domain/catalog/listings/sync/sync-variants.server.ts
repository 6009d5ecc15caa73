import type { PlannedListing, PlannedVariant } from "#app/domain/catalog/import/plan-listing.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { isMapped, type ListingSync } from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import {
  addListedVariants,
  type ListedVariantInput,
} from "#app/domain/catalog/listings/write-listed-variants.server.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { createVariants } from "#app/shopify/operations/products/create-variants.ts";
import { getListedProduct, type ListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import { readWritten } from "./listing-content.ts";
import { knownPictures } from "./variant-pictures.server.ts";

export type VariantChanges = {
  /** Names of variants that came and were not added, and why not. */
  readonly added: readonly string[];
  readonly cannotAdd: boolean;
  /** Names of variants the service no longer offers, while it offers others. */
  readonly gone: readonly string[];
};

/**
 * Adds variants that came at the service, where the policy says so, and hands them to the steps of importing that stock
 * and map them. Variants that went are never deleted: an order may hold them; nobody can buy them.
 */
export async function syncVariants(
  run: ListingSync,
  planned: PlannedListing | null,
): Promise<VariantChanges> {
  const { listing, policy } = run;
  const gone = listing.offered ? listing.variants.filter(({ offered }) => !offered).map(nameOf) : [];
  const came = planned === null || isMapped(run) ? [] : listNew(run, planned);
  const changes = { added: came.map(nameOf), cannotAdd: false, gone };
  if (planned === null || came.length === 0) return { ...changes, added: [] };
  const missing = came.filter((variant) => findById(run.product, variant) === null);
  if (missing.length > 0 && !hasSameOptions(run.product, planned)) return { ...changes, cannotAdd: true };
  const isWanted = run.written?.wanted?.includes("variants") === true;
  if (policy.whenVariantsChange === "alert" && !isWanted) return changes;
  if (missing.length > 0) {
    await run.claim.lease.assertHeld();
    await createVariants(run.ctx.admin, {
      productId: run.product.id,
      variants: await toAdd(run, planned, missing),
    });
    failpoint("N3");
  }
  const product = missing.length > 0 ? await getListedProduct(run.ctx.admin, run.product.id) : run.product;
  if (product !== null) await saveVariants(run, product, came);
  return { ...changes, added: [] };
}

/** What is added, each with its picture where the content written just now brought it. */
async function toAdd(run: ListingSync, planned: PlannedListing, missing: readonly PlannedVariant[]) {
  const { ctx, listing } = run;
  const where = { shopId_id: { shopId: ctx.shop.id, id: listing.id } };
  const row = await ctx.db.listing.findUniqueOrThrow({ where, select: { written: true } });
  const { sources = [], media = null } = readWritten(row.written)?.images ?? {};
  const pictures = knownPictures({ sources, media }, media ?? []);
  const wanted = new Set(missing.map(({ supplierVariantId }) => supplierVariantId));
  return planned.product.variants
    .filter(({ supplierVariantId }) => wanted.has(supplierVariantId))
    .map((variant) => ({ ...variant, mediaId: pictures.get(variant.imageUrl ?? "") }));
}

function nameOf({ title, sku, supplierVariantId }: NamedVariant): string {
  return title || sku || supplierVariantId;
}

type NamedVariant = {
  readonly title: string;
  readonly sku: string | null;
  readonly supplierVariantId: SupplierVariantId;
};

function listNew({ listing }: ListingSync, planned: PlannedListing): readonly PlannedVariant[] {
  const known = new Set(listing.variants.map(({ supplierVariantId }) => supplierVariantId));
  return planned.variants.filter(({ supplierVariantId }) => !known.has(supplierVariantId));
}

function findById(product: ListedProduct, { supplierVariantId }: PlannedVariant) {
  return product.variants.find((variant) => variant.supplierVariantId === supplierVariantId) ?? null;
}

/** A product whose options a merchant renamed, or that had none, takes no further variants by itself. */
function hasSameOptions(product: ListedProduct, planned: PlannedListing): boolean {
  const current = (product.variants[0]?.options ?? []).map(({ name }) => name).toSorted();
  const wanted = planned.product.options.map(({ name }) => name).toSorted();
  return current.join("\n") === wanted.join("\n");
}

async function saveVariants(
  run: ListingSync,
  product: ListedProduct,
  came: readonly PlannedVariant[],
): Promise<void> {
  const { ctx, listing } = run;
  const shopId = ctx.shop.id;
  await run.claim.lease.transaction(async (tx) => {
    const rows = came.flatMap((variant) => toRow(product, variant));
    // All it had were withdrawn, and it is sold again in these.
    if (await addListedVariants(tx, ctx.clock.now(), listing, rows)) {
      await requestListingReconcile(tx, shopId, [listing.id]);
    }
    // Stocked at our location only, and mapped at the service, as an import does it.
    await tx.listing.update({
      where: { shopId_id: { shopId, id: listing.id } },
      data: { state: "importing", step: "stock" },
    });
    await requestReconcile(tx, [{ shopId, kind: "listing.import", subject: { listingId: listing.id } }]);
  });
}

function toRow(product: ListedProduct, variant: PlannedVariant): readonly ListedVariantInput[] {
  const current = findById(product, variant);
  if (current === null) return [];
  return [
    {
      ...variant,
      ...{ variantGid: current.id, inventoryItemGid: current.inventoryItemId },
      ...{ pushedPricePkr: variant.pricePkr, pushedCostPkr: variant.wholesalePkr },
    },
  ];
}
