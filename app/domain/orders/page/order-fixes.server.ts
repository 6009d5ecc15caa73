import { z } from "zod";
import type { OpenIssue } from "#app/domain/attention/list-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CustomerEditFields } from "#app/domain/orders/customer/customer-edit.ts";
import { isEditable, toEditFields } from "#app/domain/orders/customer/edit-customer.server.ts";
import { openCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { listCities } from "#app/domain/orders/customer/pakistan-cities.ts";
import {
  type CustomerWarning,
  type OriginalCustomer,
  warningsOf,
} from "#app/domain/orders/customer/plan-customer.ts";
import { planPhone } from "#app/domain/orders/customer/plan-phone.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { grantPage } from "#app/domain/shops/grant-page.ts";
import { type OrderId, toOrderId, toSupplierVariantId } from "#app/platform/ids.ts";

/** What the forms on an order's page start with. */
export type OrderFixes = {
  /** Null once a correction would not reach the parcel any more. */
  readonly customer: CustomerFix | null;
  /** All cities there are to choose from, while the customer can be corrected. */
  readonly cities: readonly string[];
  /** The service's own pages, for what only they can do. */
  readonly dashboardUrl: string | null;
  /** The page of Shopify's admin that gives lost permissions back. */
  readonly grantPage: string;
  /** Of the orders that wait for the same goods, which one this is: 1 goes first. */
  readonly stockPlace: number | null;
};

type CustomerFix = {
  readonly fields: CustomerEditFields;
  readonly original: OriginalCustomer;
  /** Who corrected it and when; null while nobody did. */
  readonly corrected: { readonly by: string; readonly at: Date } | null;
  /** Numbers that may have been meant by one that cannot be called. */
  readonly phones: readonly string[];
  /** What may keep the courier from finding them, although the order can go out. */
  readonly warnings: readonly string[];
};

const WARNINGS: Readonly<Record<CustomerWarning, string>> = {
  landline: "This is a landline: the courier cannot send a message to it. A mobile number is better.",
  address_short:
    "The address is very short. The courier may not find it: add a street, an area or a landmark.",
};

export async function findOrderFixes(
  ctx: ShopContext,
  order: OrderRecord,
  holds: readonly OpenIssue[],
): Promise<OrderFixes> {
  const customer = isEditable(order) ? toCustomerFix(ctx, order) : null;
  return {
    customer,
    cities: customer ? [...new Set(listCities().map(({ name }) => name))] : [],
    dashboardUrl: ctx.env.SERVICE_DASHBOARD_URL ?? null,
    grantPage: grantPage(ctx.env),
    stockPlace: await findStockPlace(ctx, order, holds),
  };
}

function toCustomerFix(ctx: ShopContext, order: OrderRecord): CustomerFix {
  const kept = openCustomerEdit(ctx, order);
  const known = openCustomer(ctx, order);
  const original = {
    name: known?.name ?? "",
    phone: known?.phone ?? "",
    address: known?.address ?? "",
    city: known?.city ?? "",
  };
  const phone = planPhone([original.phone]);
  const fields = toEditFields(ctx, order);
  const called = planPhone([fields.phone, fields.secondPhone]);
  const isLandline = called.kind === "ready" && called.isLandline;
  return {
    fields,
    warnings: warningsOf(fields, isLandline).map((warning) => WARNINGS[warning]),
    original,
    corrected: kept ? { by: kept.by, at: kept.at } : null,
    phones: phone.kind === "invalid" ? phone.suggestions : [],
  };
}

const shortage = z.object({ variantId: z.string().transform(toSupplierVariantId) });

async function findStockPlace(
  ctx: ShopContext,
  order: OrderRecord,
  holds: readonly OpenIssue[],
): Promise<number | null> {
  const mine = shortage.safeParse(holds.find(({ code }) => code === "out_of_stock")?.params).data;
  if (!mine) return null;
  const shopId = ctx.shop.id;
  const rows = await ctx.db.attention.findMany({
    where: { shopId, code: "out_of_stock", thing: "order", resolvedAt: null },
  });
  const same = rows.filter((row) => shortage.safeParse(row.params).data?.variantId === mine.variantId);
  const waiting = await ctx.db.order.findMany({
    where: { shopId, id: { in: same.map((row) => toOrderId(row.thingId)) } },
    select: { id: true, shopifyCreatedAt: true },
  });
  return waiting.filter((each) => each.id !== order.id && isOlder(each, order)).length + 1;
}

type DatedOrder = { readonly id: OrderId; readonly shopifyCreatedAt: Date | null };

/** The very order in which goods that are back are given out. */
function isOlder(one: DatedOrder, other: DatedOrder): boolean {
  const [at, otherAt] = [one.shopifyCreatedAt?.getTime() ?? 0, other.shopifyCreatedAt?.getTime() ?? 0];
  return at === otherAt ? one.id < other.id : at < otherAt;
}
