import type { Scene } from "../world.ts";
import { carrierServiceMutations } from "./mutations/carrier-services.ts";
import { deliveryProfileMutations } from "./mutations/delivery-profiles.ts";
import { flowMutations } from "./mutations/flow.ts";
import { fulfillmentOrderStateMutations } from "./mutations/fulfillment-order-states.ts";
import { fulfillmentOrderMutations } from "./mutations/fulfillment-orders.ts";
import { fulfillmentServiceMutations } from "./mutations/fulfillment-services.ts";
import { fulfillmentMutations } from "./mutations/fulfillments.ts";
import { inventoryMutations } from "./mutations/inventory.ts";
import { metafieldMutations } from "./mutations/metafields.ts";
import { orderCreateMutations } from "./mutations/order-create.ts";
import { orderMutations } from "./mutations/orders.ts";
import { paymentMutations } from "./mutations/payments.ts";
import { productSetMutations } from "./mutations/product-set.ts";
import { productMutations } from "./mutations/products.ts";
import { publicationMutations } from "./mutations/publications.ts";
import { variantsCreateMutations } from "./mutations/variants-create.ts";
import { webhookMutations } from "./mutations/webhooks.ts";
import type { View } from "./view.ts";

export function mutationRoot(scene: Scene): View {
  return {
    ...fulfillmentServiceMutations(scene),
    ...fulfillmentOrderMutations(scene),
    ...fulfillmentOrderStateMutations(scene),
    ...fulfillmentMutations(scene),
    ...productSetMutations(scene),
    ...productMutations(scene),
    ...publicationMutations(scene),
    ...variantsCreateMutations(scene),
    ...inventoryMutations(scene),
    ...metafieldMutations(scene),
    ...orderMutations(scene),
    ...orderCreateMutations(scene),
    ...paymentMutations(scene),
    ...webhookMutations(scene),
    ...flowMutations(scene),
    ...carrierServiceMutations(scene),
    ...deliveryProfileMutations(scene),
  };
}
