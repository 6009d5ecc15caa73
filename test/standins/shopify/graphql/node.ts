import { kindOf } from "../ids.ts";
import type { ProductOperationState } from "../state.ts";
import type { Scene } from "../world.ts";
import { fulfillmentOrderView, visibleFulfillmentOrders } from "./fulfillment-order-view.ts";
import { fulfillmentView } from "./fulfillment-view.ts";
import { inventoryItemView } from "./inventory-view.ts";
import { orderView } from "./order-view.ts";
import { mediaView, productView, variantView } from "./product-view.ts";
import { readableOrder } from "./query-root.ts";
import { refundView } from "./refund-view.ts";
import { locationView, serviceView, shopView } from "./shop-view.ts";
import { refuse, type View } from "./view.ts";

/** Resolves any global id the stand-in knows; unknown ones are null, kinds it does not model are an error. */
export function findNode(scene: Scene, id: string): View | null {
  const kind = kindOf(id);
  if (kind === "") throw refuse(`Invalid global id '${id}'`, "INVALID_GLOBAL_ID");
  const find = FINDERS[kind];
  if (!find) throw refuse(`The stand-in does not model nodes of kind ${kind}`, "NOT_MODELLED");
  return find(scene, id);
}

const FINDERS: Readonly<Record<string, (scene: Scene, id: string) => View | null>> = {
  Shop: (scene, id) => (id === scene.shop.id ? shopView(scene) : null),
  Order: (scene, id) => show(readableOrder(scene, id), (order) => orderView(scene, order)),
  Product: (scene, id) => show(scene.shop.products.get(id), (product) => productView(scene, product)),
  ProductVariant: (scene, id) => show(scene.shop.variants.get(id), (variant) => variantView(scene, variant)),
  InventoryItem: (scene, id) => show(scene.shop.items.get(id), (item) => inventoryItemView(scene, item)),
  Location: (scene, id) => show(scene.shop.locations.get(id), (location) => locationView(scene, location)),
  FulfillmentService: (scene, id) =>
    show(scene.shop.services.get(id), (service) => serviceView(scene, service)),
  Refund: (scene, id) => {
    const order = [...scene.shop.orders.values()].find(({ refunds }) =>
      refunds.some((each) => each.id === id),
    );
    const refund = order?.refunds.find((each) => each.id === id);
    return order && refund && readableOrder(scene, order.id) ? refundView(scene, order, refund) : null;
  },
  Fulfillment: (scene, id) => show(scene.shop.fulfillments.get(id), (one) => fulfillmentView(scene, one)),
  FulfillmentOrder: (scene, id) => {
    const found = scene.shop.fulfillmentOrders.get(id);
    const visible = found ? visibleFulfillmentOrders(scene, [found])[0] : undefined;
    return show(visible, (one) => fulfillmentOrderView(scene, one));
  },
  MediaImage: (scene, id) =>
    show(
      [...scene.shop.products.values()].flatMap(({ media }) => media).find((media) => media.id === id),
      mediaView,
    ),
  ProductSetOperation: (scene, id) =>
    show(scene.shop.operations.get(id), (one) => productOperationView(scene, one)),
};

export function productOperationView(scene: Scene, operation: ProductOperationState): View {
  const product = operation.productId ? scene.shop.products.get(operation.productId) : undefined;
  return {
    __typename: "ProductSetOperation",
    id: operation.id,
    status: operation.status,
    userErrors: operation.userErrors,
    product: product ? () => productView(scene, product) : null,
  };
}

function show<T>(found: T | undefined, toView: (found: T) => View): View | null {
  return found === undefined ? null : toView(found);
}
