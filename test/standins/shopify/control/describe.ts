import { onHand } from "../commerce/inventory.ts";
import { canMarkAsPaid, currentSums, financialStatus, outstanding } from "../commerce/order-money.ts";
import { displayFulfillmentStatus, fulfillmentsOf } from "../commerce/order-status.ts";
import { fulfillmentOrdersOf } from "../commerce/routing.ts";
import { DEMO_SHOP } from "../defaults.ts";
import { toFixedDecimal } from "../money.ts";
import type { OrderState } from "../order-state.ts";
import type { ProductState } from "../state.ts";
import { getShop, type ShopState, type World } from "../world.ts";

/** A plain, JSON-safe picture of a shop. */
export function describeShop(world: World, domain: string = DEMO_SHOP) {
  const shop = getShop(world, domain);
  return {
    id: shop.id,
    domain: shop.domain,
    status: shop.status,
    installed: shop.installed,
    scopes: shop.scopes,
    bucket: shop.bucket,
    locations: [...shop.locations.values()],
    services: [...shop.services.values()],
    products: [...shop.products.values()].map((product) => describeProduct(shop, product)),
    collections: [...shop.collections.values()].map((one) => ({ ...one, productIds: [...one.productIds] })),
    orders: [...shop.orders.values()].map((order) => describeOrder(shop, order)),
    mails: shop.mails,
    flowRuns: shop.flowRuns,
    carrierServices: [...shop.carrierServices.values()],
    rateAnswers: shop.rateAnswers,
    profiles: shop.profiles,
    metafields: shop.metafields,
    webhooks: [...shop.webhooks.values()],
  };
}

function describeProduct(shop: ShopState, product: ProductState) {
  return {
    ...product,
    publishedOn: shop.publications.flatMap(({ id, name }) => (product.publishedOn.has(id) ? [name] : [])),
    variants: product.variantIds.flatMap((id) => {
      const variant = shop.variants.get(id);
      const item = variant && shop.items.get(variant.inventoryItemId);
      if (!variant || !item) return [];
      return {
        ...variant,
        price: toFixedDecimal(variant.price),
        sku: item.sku,
        cost: item.cost === null ? null : toFixedDecimal(item.cost),
        tracked: item.tracked,
        weightKg: item.weightKg,
        levels: [...item.levels.values()].map((level) => ({ ...level, onHand: onHand(level) })),
      };
    }),
  };
}

function describeOrder(shop: ShopState, order: OrderState) {
  return {
    ...order,
    financialStatus: financialStatus(order),
    fulfillmentStatus: displayFulfillmentStatus(shop, order),
    total: toFixedDecimal(currentSums(order).total),
    outstanding: toFixedDecimal(outstanding(order)),
    canMarkAsPaid: canMarkAsPaid(order),
    fulfillmentOrders: fulfillmentOrdersOf(shop.fulfillmentOrders, order.id),
    fulfillments: fulfillmentsOf(shop, order.id),
  };
}
