import { findFulfillmentOrder, submitCancellation, submitRequest } from "../commerce/fulfillment-requests.ts";
import { DEMO_SHOP } from "../defaults.ts";
import { getShop, type World } from "../world.ts";

type InShop = { readonly shop?: string };

/** Controls over fulfillment orders: what the merchant presses in Shopify. */
export function fulfillmentControls(world: World) {
  const sceneOf = ({ shop }: InShop) => ({ world, shop: getShop(world, shop ?? DEMO_SHOP) });
  return {
    requestFulfillment(
      input: InShop & { readonly id: string; readonly message?: string; readonly notifyCustomer?: boolean },
    ) {
      const scene = sceneOf(input);
      const { submitted } = submitRequest(scene, findFulfillmentOrder(scene, input.id), {
        message: input.message ?? null,
        notifyCustomer: input.notifyCustomer ?? false,
      });
      return { id: submitted.id, requestStatus: submitted.requestStatus };
    },
    requestCancellation(input: InShop & { readonly id: string; readonly message?: string }) {
      const scene = sceneOf(input);
      const one = findFulfillmentOrder(scene, input.id);
      submitCancellation(scene, one, input.message ?? null);
      return { id: one.id, requestStatus: one.requestStatus };
    },
  };
}
