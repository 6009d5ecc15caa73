import { listImportsOfOthers } from "#app/domain/catalog/adoption/imports-of-others.server.ts";
import { type SupplierProductId, toSupplierProductId } from "#app/platform/ids.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { ImportRequest } from "#app/supplier/imports.ts";
import type { MappedRow } from "./mapped-rows.server.ts";
import { parseImports } from "./mapping-columns.ts";
import type { MappingRun } from "./mapping-run.ts";

const PRODUCTS_PER_CALL = 50;

/**
 * Tells the service which of its products this one holds, so that it sends their events; for what is one to one, also
 * which variant is which (R31). A bundle cannot be said there: orders name the service's own variants (R3). What nothing
 * of the shop holds any more is dropped.
 */
export async function syncMappingImports(run: MappingRun, rows: readonly MappedRow[]): Promise<void> {
  const { shop, mapping, supplier } = run;
  const known = parseImports(mapping.imports);
  const held = [
    ...new Set(rows.flatMap(({ parts }) => parts.map(({ supplierProductId }) => supplierProductId))),
  ];
  const foreign = await listOthersImports(run, held);
  const own = held.filter((id) => !foreign.has(id));
  const imports: Record<string, string> = {};
  for (let at = 0; at < own.length; at += PRODUCTS_PER_CALL) {
    const part = own.slice(at, at + PRODUCTS_PER_CALL);
    const requests = await Promise.all(part.map((id) => toRequest(run, id)));
    for (const each of await supplier.importProducts(requests)) imports[each.productId] = each.id;
  }
  for (const [productId, importId] of Object.entries(known)) {
    if (imports[productId] === undefined && !(await isHeld(run, toSupplierProductId(productId))))
      await deleteImport(run, importId);
  }
  await run.db.productMapping.updateMany({ where: { shopId: shop.id, id: mapping.id }, data: { imports } });
  await saveListingImport(run, imports);
}

/** Products that another product of the shop is the listing of: their map is reported by that listing. */
async function listOthersImports({ db, shop, mapping }: MappingRun, ids: readonly SupplierProductId[]) {
  const listings = await db.listing.findMany({
    where: { shopId: shop.id, mode: mapping.mode, supplierProductId: { in: [...ids] } },
    select: { supplierProductId: true, productGid: true },
  });
  return new Set(
    listings
      .filter(({ productGid }) => productGid !== mapping.productGid)
      .map(({ supplierProductId }) => supplierProductId),
  );
}

/**
 * The map of one of the service's products over the whole shop: each of its variants has room for one of ours. What is
 * offered no longer is left out, as in a listing's import: it would be refused with the rest.
 */
async function toRequest(run: MappingRun, supplierProductId: SupplierProductId): Promise<ImportRequest> {
  const { db, shop, mapping } = run;
  const inMode = { shopId: shop.id, mode: mapping.mode };
  const listed = await db.listedVariant.findMany({
    where: { ...inMode, variantGid: { not: null }, offered: true, listing: { supplierProductId } },
    select: { supplierVariantId: true, variantGid: true, sku: true },
  });
  const links = await db.stockedItem.findMany({
    where: { ...inMode, listingId: null, components: { some: { supplierProductId, quantity: 1 } } },
    select: { variantGid: true, link: { select: { variantSku: true } }, components: true },
    orderBy: [{ link: { at: "asc" } }, { variantGid: "asc" }],
  });
  const linked = links.flatMap(({ variantGid, link, components }) => {
    const [only, ...others] = components;
    if (!only || others.length > 0) return [];
    return [{ supplierVariantId: only.supplierVariantId, variantGid, sku: link?.variantSku ?? null }];
  });
  const byVariant = new Map([...linked, ...listed].toReversed().map((row) => [row.supplierVariantId, row]));
  return {
    productId: supplierProductId,
    externalProductId: mapping.productGid,
    customTitle: mapping.title,
    variants: [...byVariant.values()].flatMap(({ supplierVariantId: variantId, variantGid, sku }) =>
      variantGid === null
        ? []
        : [{ variantId, externalVariantId: variantGid, ...(sku ? { externalSku: sku } : {}) }],
    ),
  };
}

async function isHeld(
  { db, shop, mapping }: MappingRun,
  supplierProductId: SupplierProductId,
): Promise<boolean> {
  const inMode = { shopId: shop.id, mode: mapping.mode, supplierProductId };
  const linked = await db.stockedComponent.count({ where: { ...inMode, item: { listingId: null } } });
  return linked > 0 || (await db.listing.count({ where: { ...inMode, unlinkedAt: null } })) > 0;
}

async function deleteImport({ supplier, db, mapping }: MappingRun, importId: string): Promise<void> {
  if ((await listImportsOfOthers(db, mapping, [importId])).size > 0) return;
  try {
    await supplier.deleteImport(importId);
  } catch (error) {
    // Dropped before, or by whoever else uses the key.
    if (!isSupplierError(error) || error.code !== "not_found") throw error;
  }
}

async function saveListingImport(
  { db, shop, mapping }: MappingRun,
  imports: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [productId, importId] of Object.entries(imports)) {
    const supplierProductId = toSupplierProductId(productId);
    await db.listing.updateMany({
      where: { shopId: shop.id, mode: mapping.mode, supplierProductId, productGid: mapping.productGid },
      data: { importId },
    });
  }
}
