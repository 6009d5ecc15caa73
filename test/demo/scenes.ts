import { waitForOrder } from "./merchant.ts";
import { buyer, moveToEnd, place, type Scene, type Stage } from "./scene.ts";
import { getVariant } from "./shop-products.ts";

const cooker = "Pressure Cooker Gasket Set";

/** Cash on delivery, delivered: 1,600 + 200; wholesale 1,000, shipping cost 200, so 540 stay. */
export async function playCod(stage: Stage): Promise<Scene> {
  const { order, supplierOrder } = await place(stage, "COD", {
    lines: [{ variantId: getVariant(stage.world, stage.merchant.shop, cooker), quantity: 1 }],
    payment: "cod",
    customer: buyer("Ayesha", "+923001234501"),
  });
  await waitForOrder(stage.merchant, order.name, ["placed"]);
  await moveToEnd(stage, supplierOrder, { status: "DELIVERED" });
  await waitForOrder(stage.merchant, order.name, ["delivered"]);
  return {
    title: "COD, delivered",
    orderName: order.name,
    orderGid: order.id,
    expected: {
      parcels: 1,
      status: "DELIVERED",
      totalPkr: 1800,
      outstandingPkr: 0,
      codPkr: 1800,
      netPkr: 540,
      financialStatus: "PAID",
    },
  };
}

/** Ordered by bank deposit: nothing happens until it is paid; then 1,200 leave the wallet, and 60 after 20 days. */
export async function playPrepaid(stage: Stage): Promise<Scene> {
  const { order, supplierOrder } = await place(stage, "prepaid, not paid yet", {
    lines: [{ variantId: getVariant(stage.world, stage.merchant.shop, cooker), quantity: 1 }],
    payment: "pending",
    gateway: "Bank Deposit",
    customer: buyer("Bilal", "+923001234502"),
  });
  await waitForOrder(stage.merchant, order.name, ["waiting", "to_place", "held"]);
  stage.say(`${order.name} waits for its payment; now it is paid`);
  stage.world.shopify.control.payOrder({ shop: stage.merchant.shop, orderId: order.id });
  await waitForOrder(stage.merchant, order.name, ["placed"]);
  await moveToEnd(stage, supplierOrder, { status: "DELIVERED" });
  await waitForOrder(stage.merchant, order.name, ["delivered"]);
  return {
    title: "Prepaid, paid later",
    orderName: order.name,
    orderGid: order.id,
    expected: {
      parcels: 1,
      status: "DELIVERED",
      totalPkr: 1800,
      outstandingPkr: 0,
      codPkr: 0,
      netPkr: 540,
      financialStatus: "PAID",
    },
  };
}

/** Two stores of the service and a product of the merchant's own: 3,300 are ours, 550 the merchant's. */
export async function playMixed(stage: Stage): Promise<Scene> {
  const { world, merchant } = stage;
  const own = world.shopify.control.addOwnProduct({
    shop: merchant.shop,
    title: "Ajrak Cushion",
    price: 500,
  });
  const { order, supplierOrder } = await place(stage, "mixed cart", {
    lines: [
      { variantId: getVariant(world, merchant.shop, "Wireless Earbuds"), quantity: 1 },
      { variantId: getVariant(world, merchant.shop, "Bluetooth Speaker"), quantity: 1 },
      { variantId: own.variantId, quantity: 1 },
    ],
    payment: "cod",
    shipping: 350,
    customer: buyer("Sana", "+923001234503"),
  });
  await waitForOrder(merchant, order.name, ["placed"]);
  await moveToEnd(stage, supplierOrder, { status: "DELIVERED" });
  await waitForOrder(merchant, order.name, ["delivered"]);
  return {
    title: "Mixed cart, two parcels",
    orderName: order.name,
    orderGid: order.id,
    expected: {
      parcels: 2,
      status: "DELIVERED",
      totalPkr: 3850,
      outstandingPkr: 3850,
      codPkr: 3300,
      netPkr: 990,
      financialStatus: "PENDING",
    },
  };
}

/** Cash on delivery, refused at the door: both ways of shipping are charged. */
export async function playRefused(stage: Stage): Promise<Scene> {
  const { order, supplierOrder } = await place(stage, "COD, to be refused", {
    lines: [{ variantId: getVariant(stage.world, stage.merchant.shop, cooker), quantity: 1 }],
    payment: "cod",
    customer: buyer("Hamza", "+923001234504"),
  });
  await waitForOrder(stage.merchant, order.name, ["placed"]);
  await moveToEnd(stage, supplierOrder, { status: "RETURNED", type: "rto", reason: "Refused at the door" });
  await waitForOrder(stage.merchant, order.name, ["refused"]);
  return {
    title: "COD, refused",
    orderName: order.name,
    orderGid: order.id,
    expected: {
      parcels: 1,
      status: "RETURNED",
      totalPkr: 1800,
      outstandingPkr: 1800,
      codPkr: 1800,
      netPkr: -350,
      financialStatus: "PENDING",
    },
  };
}
