import type { FrameLocator } from "playwright-core";
import { type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import type { ShownState } from "./shown-states.ts";
import type { World } from "./world.ts";

/** A customer to call before the order is placed, and orders that shadow mode decided. */
export async function* showDecisions(
  world: World,
  merchant: Merchant,
  home: string,
): AsyncGenerator<ShownState> {
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  const buy = (phone: string, order: { readonly price: number } & Partial<NewOrder>) => {
    const { price, ...more } = order;
    return world.shopify.control.placeOrder({
      ...{ shop: DEMO_SHOP, shipping: 200, lines: [{ variantId, quantity: 1, price }], payment: "cod" },
      customer: { firstName: "Zainab", lastName: "Example", phone },
      ...more,
    });
  };
  const rule = { intent: "add", effect: "confirm", kind: "value", limit: "5000" };
  await merchant.press("holds", "/settings/holds", rule);
  const asked = buy("+923019990001", { price: 6000 });
  await waitForOrder(merchant, asked.name, ["held"]);
  yield { name: "18-calls", path: `${home}/orders/calls` };
  yield { name: "18-confirmation-rule", path: `${home}/settings/confirmation` };
  await merchant.press("settings", "/settings", { intent: "start_shadow" });
  const placed = buy("+923019990002", { price: 1600 });
  const held = buy("+923019990003", { price: 1600, shippingAddress: { city: "Qasba Nowhere" } });
  const { id } = await waitForOrder(merchant, placed.name, ["to_place"]);
  await waitForOrder(merchant, held.name, ["to_place"]);
  yield { name: "18-shadow", path: `${home}/orders/shadow` };
  yield { name: "18-order-preview", path: `${home}/orders/${id}`, act: openPreview };
  await merchant.press("settings", "/settings", {
    intent: "end_shadow",
    ...{ autoPrepaid: "true", autoCod: "true" },
  });
}

async function openPreview(app: FrameLocator): Promise<void> {
  await app.getByRole("button", { name: "Show preview" }).click();
  await app.getByText("What each side pays").waitFor();
}
