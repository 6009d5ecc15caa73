import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { bringForward } from "#app/domain/sweeps/bring-forward.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { applyStockReports, type StockReport } from "./apply-stock-reports.server.ts";
import { fetchStock } from "./fetch-stock.server.ts";
import type { ProductEvents } from "./product-event.ts";

/**
 * The stock that an event carries is taken as it is. Where it carries none, or not that of a variant of ours, the service is
 * asked, a hundred variants a call; a service that cannot be asked now is asked by the sweep, and nothing waits for it.
 */
export async function foldStock(ctx: ShopContext, events: readonly ProductEvents[]): Promise<void> {
  for (const [mode, ofMode] of Map.groupBy(events, (each) => each.mode)) {
    const reported = ofMode.flatMap(toReports);
    const ours = await listOurVariants(ctx, mode, ofMode);
    const removed = new Map(
      ofMode.flatMap((each) => (each.isRemoved ? [[each.productId, each.productAt] as const] : [])),
    );
    const gone = ours.flatMap(({ supplierVariantId, supplierProductId }) => {
      const at = removed.get(supplierProductId);
      return at === undefined ? [] : [{ supplierVariantId, stock: 0, at }];
    });
    const known = new Set([...reported, ...gone].map(({ supplierVariantId }) => supplierVariantId));
    await applyStockReports(ctx, { mode, by: "event" }, [...reported, ...gone]);
    // What a later event, without the product, meant is not known by what was reported before it.
    const outdated = new Set(ofMode.filter(isOutdated).map(({ productId }) => productId));
    const unknown = ours.filter(
      ({ supplierVariantId, supplierProductId }) =>
        !known.has(supplierVariantId) || outdated.has(supplierProductId),
    );
    await fetchOrSweep(
      ctx,
      mode,
      unknown.map(({ supplierVariantId }) => supplierVariantId),
    );
  }
}

function isOutdated({ productAt, happenedAt }: ProductEvents): boolean {
  return productAt < happenedAt;
}

function toReports({ product, productAt }: ProductEvents): readonly StockReport[] {
  return (product?.variants ?? []).flatMap(({ id, stock }) =>
    typeof stock === "number" ? [{ supplierVariantId: id, stock, at: productAt }] : [],
  );
}

type OurVariant = {
  readonly supplierVariantId: SupplierVariantId;
  readonly supplierProductId: SupplierProductId;
};

/** Variants of these products that stocked items are made of. */
async function listOurVariants(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  mode: Mode,
  events: readonly ProductEvents[],
): Promise<readonly OurVariant[]> {
  const productIds = events.map(({ productId }) => productId);
  return queryRows<OurVariant>(
    db,
    Prisma.sql`
    select distinct supplier_variant_id as "supplierVariantId", supplier_product_id as "supplierProductId"
    from stocked_component
    where shop_id = ${shop.id}::uuid and mode = ${mode} and supplier_product_id = any(${productIds}::text[])`,
  );
}

async function fetchOrSweep(
  ctx: ShopContext,
  mode: Mode,
  variantIds: readonly SupplierVariantId[],
): Promise<void> {
  if (variantIds.length === 0) return;
  try {
    await applyStockReports(ctx, { mode, by: "event" }, await fetchStock(ctx, mode, variantIds));
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    await ctx.db.$transaction((tx) => bringForward(tx, { shopId: ctx.shop.id, mode }, "stock"));
  }
}
