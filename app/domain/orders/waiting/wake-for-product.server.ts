import type { ShopContext } from "../../shops/shop-context.server.ts";

const NEWS = "product_news/";
const ENDS_WITH_NEWS = ["out_of_stock", "variant_not_found", "margin_below_floor", "price_below_minimum"];

/** Mode and product a work subject tells news of; null for other subjects. */
export function toldProduct(subject: string): { mode: string; supplierProductId: string } | null {
  if (!subject.startsWith(NEWS)) return null;
  const [mode = "", ...rest] = subject.slice(NEWS.length).split("/");
  return { mode, supplierProductId: rest.join("/") };
}

type WakeContext = Pick<ShopContext, "shop" | "db" | "clock" | "wake">;

type ToldProduct = { readonly mode: string; readonly productId: string };

/** One product's news, as rows of work from before products' news had a kind of their own ask for it. */
export async function wakeForProduct(
  ctx: WakeContext,
  { mode, supplierProductId }: { readonly mode: string; readonly supplierProductId: string },
): Promise<void> {
  await wakeForProducts(ctx, [{ mode, productId: supplierProductId }]);
}

/** Stock or price of products changed: the orders that wait for their variants are looked at, the oldest first. */
export async function wakeForProducts(ctx: WakeContext, products: readonly ToldProduct[]): Promise<void> {
  const { shop, db, clock, wake } = ctx;
  const rows = await db.attention.findMany({
    where: { shopId: shop.id, thing: "order", code: { in: ENDS_WITH_NEWS }, resolvedAt: null },
    select: { thingId: true, params: true },
  });
  if (rows.length === 0) return;
  const ids = await listVariantsOf(ctx, products);
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

async function listVariantsOf(
  { shop, db }: WakeContext,
  products: readonly ToldProduct[],
): Promise<ReadonlySet<string>> {
  const ofMode = Map.groupBy(products, ({ mode }) => mode);
  const found = await Promise.all(
    [...ofMode].flatMap(([mode, told]) => {
      const supplierProductId = { in: told.map(({ productId }) => productId) };
      const where = { shopId: shop.id, mode };
      const select = { supplierVariantId: true };
      return [
        db.listingVariant.findMany({ where: { ...where, listing: { supplierProductId } }, select }),
        db.variantLinkPart.findMany({ where: { ...where, supplierProductId }, select }),
      ];
    }),
  );
  return new Set(found.flat().map(({ supplierVariantId }) => supplierVariantId));
}

/** A hold that does not name its variant may be about any. */
function concerns(params: unknown, variantIds: ReadonlySet<string>): boolean {
  if (typeof params !== "object" || params === null || !("variantId" in params)) return true;
  return typeof params.variantId === "string" && variantIds.has(params.variantId);
}
