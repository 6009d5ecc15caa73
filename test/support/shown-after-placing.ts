import { type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { waitFor } from "./wait-for.ts";
import type { World } from "./world.ts";

/** Orders of which something changed once they were placed, by what is to be seen. */
export async function placeChangedOrders(world: World, merchant: Merchant): Promise<Record<string, string>> {
  const { control } = world.shopify;
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  const place = (firstName: string, quantity = 1) =>
    control.placeOrder({
      ...{ shop: DEMO_SHOP, shipping: 200, lines: [{ variantId, quantity }], payment: "cod" },
      customer: { firstName, lastName: "Example", phone: `+9230012345${50 + firstName.length}` },
    });
  const changed = place("Maryam", 3);
  const tooMuch = place("Usman", 2);
  const undone = place("Noor");
  for (const { name } of [changed, tooMuch, undone]) await waitForOrder(merchant, name, ["placed"]);
  control.editAddress({
    shop: DEMO_SHOP,
    orderId: changed.id,
    address: { address1: "House 77, Street 9, Gulberg III" },
  });
  control.editOrder({
    shop: DEMO_SHOP,
    orderId: changed.id,
    set: [{ lineId: changed.lineIds[0] ?? "", quantity: 2 }],
  });
  await ship(world, tooMuch.id);
  await waitForOrder(merchant, tooMuch.name, ["on_the_way"]);
  control.payOrder({ shop: DEMO_SHOP, orderId: tooMuch.id, amount: 1000, gateway: "bank" });
  await ship(world, undone.id);
  await waitForOrder(merchant, undone.name, ["on_the_way"]);
  const fulfillment = await waitFor(
    async () =>
      control
        .state({ shop: DEMO_SHOP })
        .orders.find(({ id }) => id === undone.id)
        ?.fulfillments.at(0) ?? null,
    { what: "the fulfillment" },
  );
  control.cancelFulfillment({ shop: DEMO_SHOP, id: fulfillment.id });
  return {
    changed: (await waitForOrder(merchant, changed.name, ["placed"])).id,
    "too-much": (await waitForOrder(merchant, tooMuch.name, ["on_the_way"])).id,
    "fulfillment-cancelled": (await waitForOrder(merchant, undone.name, ["on_the_way"])).id,
  };
}

async function ship(world: World, orderGid: string): Promise<void> {
  const { orders } = await world.supplier.control.audit();
  const number = orderGid.split("/").at(-1) ?? "";
  for (const { id } of orders.filter(({ externalOrderId }) => externalOrderId.endsWith(`-${number}`)))
    await world.supplier.control.moveParcel({ id, status: "SHIPPED" });
}
