import { Prisma, type ProductMapping } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { lockWholeItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { recalculateLosses } from "#app/domain/catalog/listings/policy/recalculate-losses.server.ts";
import { writeListedVariants } from "#app/domain/catalog/listings/write-listed-variants.server.ts";
import type { ProductGid, ShopId, SupplierProductId, VariantGid } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { MAPPED_VARIANT_GONE } from "./find-orphans.server.ts";
import type { MappedRow } from "./mapped-rows.server.ts";
import { isBundle } from "./mapping-part.ts";
import { type MappingShape, planShape } from "./plan-shape.ts";
import { writeLinkedVariant } from "./write-linked-variant.server.ts";

type Tx = Prisma.TransactionClient;

export type WriteMappingInput = {
  readonly shopId: ShopId;
  readonly mode: Mode;
  readonly by: string;
  /** No later than the service was asked about goods that were chosen just now. */
  readonly now: Date;
  readonly product: { readonly id: ProductGid; readonly title: string; readonly imageUrl: string | null };
  /** Null leaves it as it is. */
  readonly writeCost: boolean | null;
};

/**
 * Writes what a product's variants are from now on, all of them, and asks for it to be carried out. It is kept as a
 * listing where it is one product of the service's, variant by variant, else by links (R32); never as both, so that one
 * stock is not written twice.
 */
export async function writeMapping(
  tx: Tx,
  writing: WriteMappingInput,
  rows: readonly MappedRow[],
): Promise<ProductMapping> {
  const { shopId, mode, product, by } = writing;
  const facts = { title: product.title, imageUrl: product.imageUrl, by };
  const mapping = await tx.productMapping.upsert({
    where: { shopId_mode_productGid: { shopId, mode, productGid: product.id } },
    create: { shopId, mode, productGid: product.id, ...facts, writeCost: writing.writeCost ?? false },
    update: {
      ...{ ...facts, state: "working", failure: null },
      ...(writing.writeCost === null ? {} : { writeCost: writing.writeCost }),
    },
  });
  const shape = planShape(rows, await listTaken(tx, writing, rows));
  const kept = rows.map(({ variantGid }) => variantGid);
  const linked = shape.kind === "listing" ? [] : kept;
  const links = [
    { variantGid: { notIn: linked }, link: { productGid: product.id } },
    // An order may have linked a variant before its product was known.
    ...(shape.kind === "listing" ? [{ variantGid: { in: kept }, listingId: null }] : []),
  ];
  await deleteItems(tx, { shopId, mode, OR: links });
  await endListing(tx, writing, shape);
  if (shape.kind === "listing") await writeListing(tx, writing, rows, shape.supplierProductId);
  else for (const row of rows) await writeLink(tx, writing, row);
  await resolveOrphans(tx, writing, kept);
  await requestReconcile(tx, [{ shopId, kind: "mapping.reconcile", subject: { mappingId: mapping.id } }]);
  return mapping;
}

async function deleteItems(tx: Tx, where: Prisma.StockedItemWhereInput & { shopId: ShopId }): Promise<void> {
  const items = await tx.stockedItem.findMany({ where, select: { id: true } });
  const ids = items.map(({ id }) => id);
  await lockWholeItems(tx, where.shopId, Prisma.sql`item_id = any(${ids}::uuid[])`);
  await tx.stockedItem.deleteMany({ where: { shopId: where.shopId, id: { in: ids } } });
}

/** What is mapped now stands at our location for something again. */
async function resolveOrphans(
  tx: Tx,
  { shopId, now, by }: WriteMappingInput,
  variantGids: readonly VariantGid[],
): Promise<void> {
  const open = await tx.attention.findMany({
    where: { shopId, thing: "variant", resolvedAt: null, thingId: { in: [...variantGids] } },
    select: { thingId: true },
  });
  for (const { thingId } of open) {
    const subject = { thing: "variant", thingId } as const;
    await resolveAttention(tx, { shopId, now }, subject, { by, keep: [MAPPED_VARIANT_GONE] });
  }
}

/** Products of the service that another product of the shop is the listing of. */
async function listTaken(tx: Tx, { shopId, mode, product }: WriteMappingInput, rows: readonly MappedRow[]) {
  const ids = rows.flatMap(({ parts }) => parts.map(({ supplierProductId }) => supplierProductId));
  const listings = await tx.listing.findMany({
    where: { shopId, mode, supplierProductId: { in: ids } },
    select: { supplierProductId: true, productGid: true },
  });
  return new Set(
    listings
      .filter(({ productGid }) => productGid !== product.id)
      .map(({ supplierProductId }) => supplierProductId),
  );
}

/** A listing of the product that it no longer is. Only what was mapped is ever taken away here. */
async function endListing(
  tx: Tx,
  { shopId, mode, product }: WriteMappingInput,
  shape: MappingShape,
): Promise<void> {
  const keep = shape.kind === "listing" ? { supplierProductId: { not: shape.supplierProductId } } : {};
  await tx.listing.deleteMany({ where: { shopId, mode, productGid: product.id, origin: "mapped", ...keep } });
}

/** The merchant's own product: what is written there stays theirs, and nothing of it is hidden by a policy. */
const OWN_PRODUCT = {
  whenOutOfStock: "quantity",
  whenRemoved: "quantity",
  whenCostChanges: "alert",
  whenContentChanges: "alert",
  whenVariantsChange: "alert",
} as const;

const OWN_FIELDS = ["title", "description", "images", "price"];

async function writeListing(
  tx: Tx,
  { shopId, mode, product, now }: WriteMappingInput,
  rows: readonly MappedRow[],
  supplierProductId: SupplierProductId,
): Promise<void> {
  const parts = rows.flatMap((row) => row.parts.map((part) => ({ row, part })));
  const supplierStoreId = parts[0]?.part.supplierStoreId ?? null;
  const facts = { productGid: product.id, title: product.title, imageUrl: product.imageUrl, supplierStoreId };
  const kept = { origin: "mapped", state: "ready", step: "done" } as const;
  const since = Object.fromEntries(OWN_FIELDS.map((field) => [field, now.toISOString()]));
  const listing = await tx.listing.upsert({
    where: { shopId_mode_supplierProductId: { shopId, mode, supplierProductId } },
    create: { shopId, mode, supplierProductId, ...facts, ...kept, policy: OWN_PRODUCT, locked: since },
    // It may have been a listing before that was unlinked.
    update: { ...facts, ...kept, failure: null, unlinkedAt: null, takenOut: null, takenOutAt: null },
  });
  await writeListedVariants(
    tx,
    now,
    listing,
    parts.map(({ row, part }) => {
      const { supplierVariantId, sku, wholesalePkr, minResalePkr, stock, stockAt = now, reportedAt } = part;
      const pricePkr = row.pricePkr ?? minResalePkr;
      return {
        ...{ supplierVariantId, variantGid: row.variantGid, inventoryItemGid: row.inventoryItemGid, sku },
        ...{ title: variantNameOf(row.title, product.title), supplierTitle: part.title },
        ...{ wholesalePkr, minResalePkr, stock, stockAt, reportedAt },
        // Whatever the rule says: the price of the merchant's own product is theirs.
        ...{ pricePkr, fixedPricePkr: pricePkr, pushedQuantity: row.pushedQuantity, stockDueAt: now },
      };
    }),
  );
  await recalculateLosses(tx, { shopId, now }, [listing.id]);
}

function variantNameOf(title: string, productTitle: string): string {
  return title === productTitle ? "" : title.replace(`${productTitle} – `, "");
}

async function writeLink(
  tx: Tx,
  { shopId, mode, product, by, now }: WriteMappingInput,
  row: MappedRow,
): Promise<void> {
  const { variantGid, inventoryItemGid, sku, pricePkr, pushedQuantity, parts } = row;
  const [first] = parts;
  if (first === undefined) return;
  const title = isBundle(parts) ? row.title : first.title;
  await writeLinkedVariant(tx, {
    ...{ shopId, mode, variantGid, by, now, parts },
    item: { inventoryItemGid, pushedQuantity, stockDueAt: now },
    link: { productGid: product.id, title, variantTitle: row.title, variantSku: sku, pricePkr },
  });
}
