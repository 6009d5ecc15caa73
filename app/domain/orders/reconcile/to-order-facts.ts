import type { Order } from "@prisma/client";
import Decimal from "decimal.js";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type CityForLists, cityForLists } from "#app/domain/orders/customer/city-for-lists.ts";
import { hashCity } from "#app/domain/orders/customer/city-hash.ts";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import type { OriginalCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import { toRuleColumns } from "#app/domain/orders/rules/rule-columns.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { toOrderLines } from "./order-lines.ts";

/** Columns of an order's row; none where Shopify was not read. */
export type OrderFacts = Partial<Order>;

type ReadCustomer = {
  readonly original: OriginalCustomer;
  /** As `planPhone` writes it; null where none is valid. */
  readonly calledPhone: string | null;
};

/** The columns of an order's row that are a copy of what Shopify said; the customer as written is sealed. */
export function toOrderFacts(
  shopify: ShopifyOrder,
  read: ReadCustomer | null,
  {
    orderId,
    ctx,
    now,
  }: { readonly orderId: OrderId; readonly ctx: Pick<ShopContext, "shop" | "crypto">; readonly now: Date },
): OrderFacts {
  const customer = read?.original ?? null;
  const province = shopify.shippingAddress?.province ?? "";
  const city = customer && cityForLists({ city: customer.city, province });
  const place = { table: "order", row: orderId, column: "customer_enc" };
  return {
    name: shopify.name,
    test: shopify.test,
    ...sumsOf(shopify),
    // Raw statements take JSON as text.
    lines: customer ? JSON.stringify(toOrderLines(shopify, ctx.shop.locationGid)) : null,
    city: city?.kind === "known" ? city.name : null,
    cityKey: city && keyOf(ctx, city),
    ...(customer && toRuleColumns(ctx, shopify)),
    phoneHash: read?.calledPhone ? hashPhone(ctx, read.calledPhone) : null,
    customerEnc: read ? ctx.crypto.seal(JSON.stringify(toKept(read, shopify)), place) : null,
    shopifyCreatedAt: new Date(shopify.createdAt),
    listedAt: listedAtOf(shopify),
    shopifyUpdatedAt: new Date(shopify.updatedAt),
    readAt: now,
  };
}

/** Unknown where the shop's currency is another: what is read is in that one, and none is turned into rupees here. */
function sumsOf(shopify: ShopifyOrder) {
  if (shopify.currency !== "PKR")
    return {
      ...{ totalPkr: null, outstandingPkr: null, netPaymentPkr: null },
      ...{ refundedPkr: null, manualPaidPkr: null },
    };
  return {
    totalPkr: wholeRupees(shopify.currentTotalPrice),
    outstandingPkr: wholeRupees(shopify.totalOutstanding),
    netPaymentPkr: wholeRupees(shopify.netPayment),
    ...paymentsOf(shopify),
  };
}

/** What the order comes to; null where that is not in rupees. */
export function totalPkrOf(shopify: ShopifyOrder): Rupees | null {
  return sumsOf(shopify).totalPkr;
}

/** It was read, and its sums are of another currency. */
export function isInOtherCurrency({ readAt, totalPkr }: Pick<Order, "readAt" | "totalPkr">): boolean {
  return readAt !== null && totalPkr === null;
}

function keyOf(ctx: Pick<ShopContext, "shop" | "crypto">, city: CityForLists): string {
  return city.kind === "known" ? city.key : hashCity(ctx, city.key);
}

/**
 * Shopify dates a creation to the second: the thousandths keep orders of one second as it numbered them, so that a list
 * is in one order with one index.
 */
export function listedAtOf({ createdAt, name }: Pick<ShopifyOrder, "createdAt" | "name">): Date {
  const created = new Date(createdAt);
  if (created.getMilliseconds() > 0) return created;
  const number = Number(/(\d{1,3})\D*$/.exec(name)?.[1] ?? 0);
  return new Date(created.getTime() + number);
}

/** For lists and search only; what is collected is planned from the exact decimals. */
function wholeRupees(amount: string): Rupees {
  return new Decimal(amount).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber() as Rupees;
}

function paymentsOf({ transactions }: Pick<ShopifyOrder, "transactions">) {
  const successful = transactions.filter(({ status }) => status === "SUCCESS");
  const manual = successful.filter(
    ({ kind, manualPaymentGateway }) => manualPaymentGateway && (kind === "SALE" || kind === "CAPTURE"),
  );
  return {
    refundedPkr: sumOf(successful.filter(({ kind }) => kind === "REFUND")),
    manualPaidPkr: sumOf(manual),
  };
}

function sumOf(transactions: ShopifyOrder["transactions"]): Rupees {
  return wholeRupees(
    transactions.reduce((total, { amount }) => total.plus(amount), new Decimal(0)).toFixed(),
  );
}

function toKept({ original, calledPhone }: ReadCustomer, { shippingAddress }: ShopifyOrder) {
  const place = { province: shippingAddress?.province, postalCode: shippingAddress?.zip };
  return { ...original, calledPhone, ...place };
}
