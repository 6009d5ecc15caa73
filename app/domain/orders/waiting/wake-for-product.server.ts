import type { ShopContext } from "../../shops/shop-context.server.ts";

const NEWS = "product_news/";
const ENDS_WITH_NEWS = ["out_of_stock", "variant_not_found"];

/** Mode and product a work subject tells news of; null for other subjects. */
export function toldProduct(subject: string): { mode: string; supplierProductId: string } | null {
  if (!subject.startsWith(NEWS)) return null;
  const [mode = "", ...rest] = subject.slice(NEWS.length).split("/");
  return { mode, supplierProductId: rest.join("/") };
}

type WakeContext = Pick<ShopContext, "shop" | "db" | "clock" | "wake">;

/** Stock or price of a product changed: the orders that wait for its variants are looked at, the oldest first. */
export async function wakeForProduct(
  { shop, db, clock, wake }: WakeContext,
  product: { readonly mode: string; readonly supplierProductId: string },
): Promise<void> {
  const variants = await db.listingVariant.findMany({
    where: { shopId: shop.id, mode: product.mode, listing: { supplierProductId: product.supplierProductId } },
    select: { supplierVariantId: true },
  });
  const links = await db.variantLink.findMany({
    where: { shopId: shop.id, mode: product.mode, supplierProductId: product.supplierProductId },
    select: { supplierVariantId: true },
  });
  const ids = new Set([...variants, ...links].map(({ supplierVariantId }) => supplierVariantId));
  const rows = await db.attention.findMany({
    where: { shopId: shop.id, thing: "order", code: { in: ENDS_WITH_NEWS }, resolvedAt: null },
    select: { thingId: true, params: true },
  });
  const concerned = rows.filter(({ params }) => concerns(params, ids)).map(({ thingId }) => thingId);
  const orders = await db.order.findMany({
    where: { shopId: shop.id, id: { in: concerned } },
    orderBy: { shopifyCreatedAt: "asc" },
    select: { id: true, orderGid: true },
  });
  await db.handoffAttempt.updateMany({
    where: {
      ...{ shopId: shop.id, state: "refused", errorCode: { in: ENDS_WITH_NEWS } },
      handoff: { state: "refused", orderId: { in: orders.map(({ id }) => id) } },
    },
    data: { retryAt: clock.now() },
  });
  await wake(orders.map(({ orderGid }) => ({ kind: "order", subject: orderGid })));
}

/** A hold that does not name its variant may be about any. */
function concerns(params: unknown, variantIds: ReadonlySet<string>): boolean {
  if (typeof params !== "object" || params === null || !("variantId" in params)) return true;
  return typeof params.variantId === "string" && variantIds.has(params.variantId);
}
