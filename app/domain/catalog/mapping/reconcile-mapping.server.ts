import { randomUUID } from "node:crypto";
import type { ProductMapping } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  MappedProductGone,
  type MappingFailureCode,
  toMappingFailure,
} from "#app/domain/messages/failures/mapping-failure.ts";
import type { MappingId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import { loadMappedRows, type MappedRow } from "./mapped-rows.server.ts";
import type { MappingRun } from "./mapping-run.ts";
import { stockMapping } from "./stock-mapping.server.ts";
import { syncMappingImports } from "./sync-mapping-imports.server.ts";
import { syncVariantIds } from "./sync-variant-ids.server.ts";
import { zeroUnmappedInventory } from "./zero-unmapped-inventory.server.ts";

type ReconcileMappingDeps = Pick<
  ShopContext,
  "shop" | "db" | "clock" | "log" | "admin" | "supplierIn" | "connection" | "wake"
>;

/**
 * Brings Shopify and the service to what a product's mapping says: what was unmapped leaves our location, what is mapped
 * is stocked there and carries our ids, and the service knows its map. Every part may be repeated; a crash costs one
 * repetition. Refusals end as a failed mapping with its reason; what may pass later is thrown.
 */
export async function reconcileMapping(ctx: ReconcileMappingDeps, mappingId: MappingId): Promise<void> {
  const where = { shopId_id: { shopId: ctx.shop.id, id: mappingId } };
  const mapping = await ctx.db.productMapping.findUnique({ where });
  if (mapping === null) return;
  // The product is kept for the key in use; this one's mappings are carried out anew when it is put to use again (D-49).
  if (ctx.connection !== null && ctx.connection.mode !== mapping.mode) return;
  const supplier = ctx.supplierIn(mapping.mode);
  if (supplier === null) return fail(ctx, mapping, "not_connected");
  const { locationGid } = ctx.shop;
  if (locationGid === null) return fail(ctx, mapping, "not_set_up");
  try {
    await reconcileAtSupplierAndShopify({
      ...ctx,
      supplier,
      locationGid,
      mapping,
      occasion: `${mappingId}/${randomUUID()}`,
    });
  } catch (error) {
    const failure = toMappingFailure(error);
    if (failure === null) throw error;
    return fail(ctx, mapping, failure);
  }
  await finish(ctx, mapping);
}

async function reconcileAtSupplierAndShopify(run: MappingRun): Promise<void> {
  const { mapping, shop, db } = run;
  await zeroUnmappedInventory(run);
  failpoint("M1");
  const inMode = { shopId: shop.id, mode: mapping.mode };
  const rows = (await loadMappedRows(db, inMode, [mapping.productGid])).get(mapping.productGid) ?? [];
  if (rows.length > 0) await reconcileRows(run, rows);
  await syncMappingImports(run, rows);
}

async function reconcileRows(run: MappingRun, rows: readonly MappedRow[]): Promise<void> {
  const product = await findProduct(run.admin, { id: run.mapping.productGid });
  // The sweep for orphans reports variants that are gone; the others are synced.
  const existing = rows.filter(({ variantGid }) => product?.variants.some(({ id }) => id === variantGid));
  if (product === null || existing.length === 0) throw new MappedProductGone();
  await stockMapping(run, product, existing);
  failpoint("M2");
  await syncVariantIds(run, product, existing);
  failpoint("M3");
}

async function fail(
  ctx: Pick<ShopContext, "shop" | "db" | "clock">,
  mapping: ProductMapping,
  code: MappingFailureCode,
): Promise<void> {
  const shopId = ctx.shop.id;
  await ctx.db.$transaction(async (tx) => {
    await tx.productMapping.update({
      where: { shopId_id: { shopId, id: mapping.id } },
      data: { state: "failed", failure: code },
    });
    const params = { reason: code, title: mapping.title };
    const subject = { thing: "mapping", thingId: mapping.id } as const;
    const written = { shopId, now: ctx.clock.now() };
    await openAttention(tx, written, { ...subject, code: "mapping_failed", params });
  });
}

/** A mapping of which nothing is left is forgotten; else orders that waited for it go on. */
async function finish(ctx: ReconcileMappingDeps, mapping: ProductMapping): Promise<void> {
  const shopId = ctx.shop.id;
  await ctx.db.$transaction(async (tx) => {
    const subject = { thing: "mapping", thingId: mapping.id } as const;
    await resolveAttention(tx, { shopId, now: ctx.clock.now() }, subject, { by: "karwan" });
    const rows = await loadMappedRows(tx, { shopId, mode: mapping.mode }, [mapping.productGid]);
    // What was saved while this ran is marked again, and the next run's.
    if (!rows.has(mapping.productGid)) {
      await tx.productMapping.deleteMany({ where: { shopId, id: mapping.id, leaving: { equals: [] } } });
      return;
    }
    const ready = { state: "ready", failure: null } as const;
    await tx.productMapping.updateMany({ where: { shopId, id: mapping.id }, data: ready });
    await requestReconcile(tx, [{ shopId, kind: "orders.reconcileUnlinked", subject: "shop" }]);
  });
}
