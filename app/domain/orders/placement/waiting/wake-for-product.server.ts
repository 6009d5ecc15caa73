import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import {
  type SupplierProductId,
  type SupplierVariantId,
  toOrderId,
  toSupplierVariantId,
} from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

const ENDED_BY_PRODUCT_EVENT: readonly HoldCode[] = [
  "out_of_stock",
  "variant_not_found",
  "margin_below_floor",
  "price_below_minimum",
];

type WakeDeps = Pick<ShopContext, "shop" | "db" | "clock" | "wake">;

type ChangedProduct = { readonly mode: Mode; readonly productId: SupplierProductId };

/** Stock or price of products changed: the orders that wait for their variants are looked at, the oldest first. */
export async function wakeForProducts(ctx: WakeDeps, products: readonly ChangedProduct[]): Promise<void> {
  const { shop, db, clock, wake } = ctx;
  const rows = await db.attention.findMany({
    where: { shopId: shop.id, thing: "order", code: { in: [...ENDED_BY_PRODUCT_EVENT] }, resolvedAt: null },
    select: { thingId: true, params: true },
  });
  if (rows.length === 0) return;
  const ids = await listVariantsOf(ctx, products);
  const concerned = rows
    .filter(({ params }) => concerns(params, ids))
    .map(({ thingId }) => toOrderId(thingId));
  const orders = await db.order.findMany({
    where: { shopId: shop.id, id: { in: concerned } },
    orderBy: { shopifyCreatedAt: "asc" },
    select: { id: true, orderGid: true },
  });
  await db.handoffAttempt.updateMany({
    where: {
      ...{ shopId: shop.id, state: "refused", errorCode: { in: [...ENDED_BY_PRODUCT_EVENT] } },
      handoff: { state: "refused", orderId: { in: orders.map(({ id }) => id) } },
    },
    data: { retryAt: clock.now() },
  });
  await wake(orders.map(({ orderGid }) => ({ kind: "order.reconcile", subject: { orderGid } })));
}

async function listVariantsOf(
  { shop, db }: WakeDeps,
  products: readonly ChangedProduct[],
): Promise<ReadonlySet<SupplierVariantId>> {
  const ofMode = Map.groupBy(products, ({ mode }) => mode);
  const found = await Promise.all(
    [...ofMode].map(([mode, changed]) => {
      const supplierProductId = { in: changed.map(({ productId }) => productId) };
      const where = { shopId: shop.id, mode, supplierProductId };
      return db.stockedComponent.findMany({ where, select: { supplierVariantId: true } });
    }),
  );
  return new Set(found.flat().map(({ supplierVariantId }) => supplierVariantId));
}

/** A hold that does not name its variant may be about any. */
function concerns(params: unknown, variantIds: ReadonlySet<SupplierVariantId>): boolean {
  if (typeof params !== "object" || params === null || !("variantId" in params)) return true;
  return typeof params.variantId === "string" && variantIds.has(toSupplierVariantId(params.variantId));
}
