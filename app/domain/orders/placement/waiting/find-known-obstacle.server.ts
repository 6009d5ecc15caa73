import { Prisma } from "@prisma/client";
import { unitsByVariant } from "#app/domain/orders/placement/check-stock.server.ts";
import type { OpenLine } from "#app/domain/orders/placement/open-lines.ts";
import type { ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { leftOf, loadEarlierDemand } from "./earlier-demand.server.ts";

/** What keeps an order back although its turn of the day has come. */
export type KnownObstacle = "stock" | "deposit" | "wallet";

type FindKnownObstacleInput = { readonly mode: Mode; readonly lines: readonly OpenLine[] };

/** Only what our own rows say: the service is not asked, as nothing is decided by it. Null where they say nothing. */
export async function findKnownObstacle(
  order: ReadOrder,
  { mode, lines }: FindKnownObstacleInput,
): Promise<KnownObstacle | null> {
  if (await isKnownOutOfStock(order, { mode, lines })) return "stock";
  const { shop, db } = order.ctx;
  const connection = await db.supplierConnection.findFirst({
    where: { shopId: shop.id, mode },
    select: { depositMissing: true, walletAvailable: true },
  });
  if ((connection?.depositMissing ?? 0) > 0) return "deposit";
  return (connection?.walletAvailable ?? null) === null ? null : "wallet";
}

async function isKnownOutOfStock(
  order: ReadOrder,
  { mode, lines }: FindKnownObstacleInput,
): Promise<boolean> {
  const units = unitsByVariant(lines);
  const stock = await loadReportedStock(order, mode, [...units.keys()]);
  if (stock.size === 0) return false;
  const earlier = await loadEarlierDemand(order);
  return [...stock].some(([id, reported]) => leftOf(reported, earlier.get(id)) < (units.get(id) ?? 0));
}

/** The stock of each variant as the service last reported it; those it said nothing of are missing. */
async function loadReportedStock(
  { ctx: { shop, db } }: ReadOrder,
  mode: Mode,
  variantIds: readonly SupplierVariantId[],
): Promise<ReadonlyMap<SupplierVariantId, number>> {
  const rows = await queryRows<{ variantId: SupplierVariantId; stock: number }>(
    db,
    Prisma.sql`
    select distinct on (supplier_variant_id) supplier_variant_id as "variantId", stock
    from stocked_component
    where shop_id = ${shop.id}::uuid and mode = ${mode} and supplier_variant_id = any(${[...variantIds]}::text[])
      and stock_at is not null
    order by supplier_variant_id, stock_at desc`,
  );
  return new Map(rows.map(({ variantId, stock }) => [variantId, stock]));
}
