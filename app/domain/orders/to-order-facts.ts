import type { Order } from "@prisma/client";
import Decimal from "decimal.js";
import type { Crypto } from "#app/platform/crypto.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { cityForLists } from "./customer/city-for-lists.ts";
import type { OriginalCustomer } from "./customer/plan-customer.ts";

/** Columns of an order's row; none where Shopify was not read. */
export type OrderFacts = Partial<Order>;

/** The columns of an order's row that are a copy of what Shopify said; the customer as written is sealed. */
export function toOrderFacts(
  shopify: ShopifyOrder,
  customer: OriginalCustomer | null,
  { orderId, crypto, now }: { readonly orderId: string; readonly crypto: Crypto; readonly now: Date },
): OrderFacts {
  const place = { table: "order", row: orderId, column: "customer_enc" };
  return {
    name: shopify.name,
    test: shopify.test,
    totalPkr: wholeRupees(shopify.currentTotalPrice),
    outstandingPkr: wholeRupees(shopify.totalOutstanding),
    city: customer?.city || null,
    cityKey:
      customer && cityForLists({ city: customer.city, province: shopify.shippingAddress?.province ?? "" }),
    customerEnc: customer ? crypto.seal(JSON.stringify(withPlace(customer, shopify)), place) : null,
    shopifyCreatedAt: new Date(shopify.createdAt),
    listedAt: placeInLists(shopify),
    shopifyUpdatedAt: new Date(shopify.updatedAt),
    readAt: now,
  };
}

/**
 * Shopify tells a creation to the second: the thousandths keep orders of one second as it numbered them, so that a list
 * is in one order with one index.
 */
function placeInLists({ createdAt, name }: Pick<ShopifyOrder, "createdAt" | "name">): Date {
  const created = new Date(createdAt);
  if (created.getMilliseconds() > 0) return created;
  const number = Number(/(\d{1,3})\D*$/.exec(name)?.[1] ?? 0);
  return new Date(created.getTime() + number);
}

/** For lists and search only; what is collected is planned from the exact decimals. */
function wholeRupees(amount: string): number {
  return new Decimal(amount).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
}

function withPlace(customer: OriginalCustomer, { shippingAddress }: ShopifyOrder) {
  return { ...customer, province: shippingAddress?.province, postalCode: shippingAddress?.zip };
}
