import { getVariant } from "#test/demo/shop-products.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import type { DrillOrder } from "./order-facts.ts";
import type { DrillStage } from "./stage.ts";

export type OrderKind = "COD" | "prepaid" | "two parcels" | "other goods";

const titles: Readonly<Record<OrderKind, readonly string[]>> = {
  COD: ["Pressure Cooker Gasket Set"],
  prepaid: ["Pressure Cooker Gasket Set"],
  /** Of two stores of the service: it ships them apart. */
  "two parcels": ["Wireless Earbuds", "Bluetooth Speaker"],
  "other goods": ["Chai Mug Pair"],
};

const goodsPkr: Readonly<Record<OrderKind, number>> = {
  ...{ COD: 1600, prepaid: 1600, "two parcels": 3000, "other goods": 1000 },
};
export const deliveryPkr = 200;

export function titlesOf(kind: OrderKind): readonly string[] {
  return titles[kind];
}

export function parcelsOf(kind: OrderKind): number {
  return titles[kind].length;
}

/** What is to be collected for an order of this kind, or was paid: goods and delivery. */
export function totalOf(kind: OrderKind): number {
  return goodsPkr[kind] + deliveryPkr;
}

let buyers = 0;

/** A customer orders at the shop; each is another person, so that no refusal blocks the next. */
export function placeOrder(
  stage: DrillStage,
  kind: OrderKind,
  more: Partial<NewOrder> & { readonly shop?: string } = {},
): DrillOrder {
  const shop = more.shop ?? stage.merchant.shop;
  buyers += 1;
  const order = stage.world.shopify.control.placeOrder({
    shop,
    lines: titles[kind].map((title) => ({ variantId: getVariant(stage.world, shop, title), quantity: 1 })),
    payment: kind === "prepaid" ? "paid" : "cod",
    shipping: deliveryPkr,
    customer: { firstName: "Ayesha", lastName: "Example", phone: `+92300${1_000_000 + buyers}` },
    ...more,
  });
  return { gid: order.id, name: order.name, shop };
}
