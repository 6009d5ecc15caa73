import { ownersOf } from "./import-owners.ts";
import { toProductView } from "./product-views.ts";
import type { Mode, Order, OrderItem, Product, World } from "./state.ts";
import { emitEvent } from "./webhook-events.ts";

export type ProductEventName = "product.updated" | "product.stock_changed" | "product.removed";

/** Tells every integration that imported the product. */
export function emitProductEvent(
  world: World,
  mode: Mode,
  product: Product,
  event: ProductEventName,
  changes: string[],
): void {
  const imports = world.imports.filter(
    (entry) => entry.productId === product.id && entry.mode === mode && !entry.deleted,
  );
  for (const entry of imports) {
    if (event === "product.removed") entry.syncStatus = "removed";
    const data = {
      productId: product.id,
      importId: entry.id,
      externalProductId: entry.externalProductId,
      product: event === "product.removed" ? null : toProductView(world, world.catalogs[mode], product),
      changes,
    };
    for (const integrationId of ownersOf(world, entry))
      emitEvent(world, { integrationId, mode, event, data });
  }
}

/** Nothing ships in the sandbox, so its stock stays. */
export function takeStock(world: World, mode: Mode, items: readonly OrderItem[]): void {
  if (mode === "live") moveStock(world, mode, items, -1);
}

export function restock(world: World, order: Order): void {
  if (order.mode === "live") moveStock(world, order.mode, order.items, 1);
}

function moveStock(world: World, mode: Mode, items: readonly OrderItem[], sign: 1 | -1): void {
  const changed = new Set<Product>();
  for (const { variantId, quantity } of items) {
    const variant = world.catalogs[mode].variants.get(variantId);
    const product = variant === undefined ? undefined : world.catalogs[mode].products.get(variant.productId);
    if (variant === undefined || product === undefined) continue;
    variant.stock += sign * quantity;
    changed.add(product);
  }
  if (!world.undefinedBehaviour.stockEventOnOrder) return;
  for (const product of changed) {
    product.updatedAt = world.clock.now();
    if (!product.removed) emitProductEvent(world, mode, product, "product.stock_changed", ["stock"]);
  }
}
