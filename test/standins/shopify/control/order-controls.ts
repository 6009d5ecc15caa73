import { type NewOrder, placeOrder } from "../commerce/place-order.ts";
import { DEMO_SHOP } from "../defaults.ts";
import { getShop, type World } from "../world.ts";

type InShop = { readonly shop?: string };

/** Controls over orders: what customers and the merchant do to them. */
export function orderControls(world: World) {
  const sceneOf = ({ shop }: InShop) => ({ world, shop: getShop(world, shop ?? DEMO_SHOP) });
  return {
    placeOrder(input: InShop & NewOrder) {
      const order = placeOrder(sceneOf(input), input);
      return { id: order.id, name: order.name };
    },
  };
}
