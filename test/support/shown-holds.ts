import type { Merchant } from "#test/demo/merchant.ts";
import { waitForOrder } from "#test/demo/merchant.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import type { World } from "./world.ts";

/** Orders held for what a merchant fixes on their page, by what holds them; each by another customer. */
export async function placeHeldOrders(world: World, merchant: Merchant): Promise<Record<string, string>> {
  const { control } = world.shopify;
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  const one = { variantId, quantity: 1, price: 1600 };
  let phones = 0;
  const buy = (order: Partial<NewOrder>) => {
    phones += 1;
    const customer = { firstName: "Nida", lastName: "Example", phone: `+92300999000${phones}` };
    return control.placeOrder({
      ...{ shop: DEMO_SHOP, shipping: 200, lines: [one], payment: "cod", customer },
      ...order,
    });
  };
  const wrongPhone = "0923001234599";
  const orders = {
    phone: buy({
      customer: { firstName: "Nida", lastName: "Example", phone: wrongPhone },
      shippingAddress: { phone: wrongPhone },
    }),
    "below-minimum": buy({ payment: "partly", paidAmount: 500 }),
    "partly-paid": buy({ payment: "partly", paidAmount: 100, gateway: "Advance Form" }),
    "nothing-pending": buy({ payment: "partly", paidAmount: 100, restPending: false }),
    "not-a-delivery": buy({ deliveryMethodType: "LOCAL" }),
    "many-items": buy({ lines: Array.from({ length: 51 }, () => one) }),
  };
  const entries = Object.entries(orders).map(async ([what, { name }]) => {
    return [what, (await waitForOrder(merchant, name, ["held"])).id] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
