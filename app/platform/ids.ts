import { AppError } from "./errors.ts";

/** Our own id of a shop. */
export type ShopId = string & { readonly __brand: "ShopId" };
export type ShopDomain = string & { readonly __brand: "ShopDomain" };
export type OrderGid = string & { readonly __brand: "OrderGid" };
/** A location in Shopify: our own of a shop, or one of the merchant's. */
export type LocationGid = string & { readonly __brand: "LocationGid" };
export type FulfillmentOrderGid = string & { readonly __brand: "FulfillmentOrderGid" };
/** A line of a fulfillment order; a line of the order itself is a `LineItemGid`. */
export type FulfillmentOrderLineGid = string & { readonly __brand: "FulfillmentOrderLineGid" };
export type FulfillmentGid = string & { readonly __brand: "FulfillmentGid" };
/** A line of an order in Shopify. */
export type LineItemGid = string & { readonly __brand: "LineItemGid" };
export type InventoryItemGid = string & { readonly __brand: "InventoryItemGid" };
/** A product in Shopify: of a listing, or the merchant's own. */
export type ProductGid = string & { readonly __brand: "ProductGid" };
/** A variant in Shopify: of a listing, or the merchant's own. */
export type VariantGid = string & { readonly __brand: "VariantGid" };
/** Our own id of an order. */
export type OrderId = string & { readonly __brand: "OrderId" };
/** Of a rule for orders. */
export type OrderRuleId = string & { readonly __brand: "OrderRuleId" };
/** Our own id of a handoff. */
export type HandoffId = string & { readonly __brand: "HandoffId" };
/** Our own id of what a handoff holds: units of one variant for one line. */
export type HandoffItemId = string & { readonly __brand: "HandoffItemId" };
/** Our own id of a parcel. */
export type ParcelId = string & { readonly __brand: "ParcelId" };
/** Our own id of a listing. */
export type ListingId = string & { readonly __brand: "ListingId" };
/** What a handoff is called at the service; unique per account for ever. The service may show others than ours. */
export type ExternalOrderId = string & { readonly __brand: "ExternalOrderId" };
/** Our own id of a stocked item, and of the listing's variant or the link that it is. */
export type StockedItemId = string & { readonly __brand: "StockedItemId" };
/** Our own id of a bulk run. */
export type BulkRunId = string & { readonly __brand: "BulkRunId" };
/** Our own id of the mapping of a merchant's product. */
export type MappingId = string & { readonly __brand: "MappingId" };
/** The service's id of an order, which is one parcel. */
export type SupplierOrderId = string & { readonly __brand: "SupplierOrderId" };
/** The service's id of an entry of an account's ledger. */
export type LedgerEntryId = string & { readonly __brand: "LedgerEntryId" };
/** The service's id of a product. */
export type SupplierProductId = string & { readonly __brand: "SupplierProductId" };
/** The service's id of a variant. A product without variants is its own only one, under the product's id. */
export type SupplierVariantId = string & { readonly __brand: "SupplierVariantId" };
/** Our own id of a payment from the wallet. */
export type PaymentId = string & { readonly __brand: "PaymentId" };
/** Our own id of an attempt of a handoff. */
export type AttemptId = string & { readonly __brand: "AttemptId" };
/** The service's id of an account. */
export type AccountId = string & { readonly __brand: "AccountId" };
/** A hash of an account's id: what an account is named by where rows belong to no shop. */
export type AccountKey = string & { readonly __brand: "AccountKey" };

const shopDomain = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/;

/** Accepts the permanent `*.myshopify.com` name only, in any case. @throws AppError `id_malformed` */
export function parseShopDomain(value: unknown): ShopDomain {
  const lower = typeof value === "string" ? value.toLowerCase() : value;
  return parseMatching(lower, shopDomain, "shop domain") as ShopDomain;
}

/** As `parseShopDomain`, for a value that may well be none. */
export function findShopDomain(value: unknown): ShopDomain | null {
  return typeof value === "string" && shopDomain.test(value.toLowerCase()) ? parseShopDomain(value) : null;
}

/** @throws AppError `id_malformed` */
export function parseOrderGid(value: unknown): OrderGid {
  return parseMatching(value, gidOf("Order"), "order gid") as OrderGid;
}

/** An order's gid, as it is: said by Shopify, or asked for among the orders we know. */
export function toOrderGid(text: string): OrderGid {
  return text as OrderGid;
}

/** A location's gid, as it is: said by Shopify, or one that a form or our own JSON names. */
export function toLocationGid(text: string): LocationGid {
  return text as LocationGid;
}

/** A fulfillment order's gid, as it is: said by Shopify, or one that our own rows of work name. */
export function toFulfillmentOrderGid(text: string): FulfillmentOrderGid {
  return text as FulfillmentOrderGid;
}

/** A fulfillment order's line, as it is: said by Shopify. */
export function toFulfillmentOrderLineGid(text: string): FulfillmentOrderLineGid {
  return text as FulfillmentOrderLineGid;
}

/** A fulfillment's gid, as it is: said by Shopify, or one that our own JSON names. */
export function toFulfillmentGid(text: string): FulfillmentGid {
  return text as FulfillmentGid;
}

/** An order's line, as it is: said by Shopify, repeated by the service, or one that a form or our own JSON names. */
export function toLineItemGid(text: string): LineItemGid {
  return text as LineItemGid;
}

/** An inventory item's gid, as it is: said by Shopify, or one that our own JSON names. */
export function toInventoryItemGid(text: string): InventoryItemGid {
  return text as InventoryItemGid;
}

/** A product's gid, as it is: said by Shopify, repeated by the service, or one that an address or our own JSON names. */
export function toProductGid(text: string): ProductGid {
  return text as ProductGid;
}

/** A variant's gid, as it is: said by Shopify, or one that a form, a file or our own JSON names. */
export function toVariantGid(text: string): VariantGid {
  return text as VariantGid;
}

/** For an id that a form names. */
export function toOrderRuleId(text: string): OrderRuleId {
  return text as OrderRuleId;
}

/** For an id just made, one that a route, a form or our own JSON names, or one asked for among the ids we know. */
export function toOrderId(text: string): OrderId {
  return text as OrderId;
}

/** For an id just made, one that a form or our own JSON names, or one asked for among the ids we know. */
export function toHandoffId(text: string): HandoffId {
  return text as HandoffId;
}

/** For an id that our own JSON names. */
export function toHandoffItemId(text: string): HandoffItemId {
  return text as HandoffItemId;
}

/** As `toHandoffId`. */
export function toParcelId(text: string): ParcelId {
  return text as ParcelId;
}

/** For an id just made. */
export function toPaymentId(text: string): PaymentId {
  return text as PaymentId;
}

/** For an id just made. */
export function toAttemptId(text: string): AttemptId {
  return text as AttemptId;
}

/** As `toHandoffId`. */
export function toListingId(text: string): ListingId {
  return text as ListingId;
}

/** For an id just made, one that a form or our own JSON names, or one asked for among the ids we know. */
export function toStockedItemId(text: string): StockedItemId {
  return text as StockedItemId;
}

/** As `toHandoffId`. */
export function toBulkRunId(text: string): BulkRunId {
  return text as BulkRunId;
}

/** As `toHandoffId`. */
export function toMappingId(text: string): MappingId {
  return text as MappingId;
}

/** A name at the service, as it is: built by us, said by the service, or asked for among the names we know. */
export function toExternalOrderId(text: string): ExternalOrderId {
  return text as ExternalOrderId;
}

/** An id of the service, as it is: said by the service, or asked for among the ids we know. */
export function toSupplierOrderId(text: string): SupplierOrderId {
  return text as SupplierOrderId;
}

/** A ledger entry's id, as it is: said by the service. */
export function toLedgerEntryId(text: string): LedgerEntryId {
  return text as LedgerEntryId;
}

/** A product's id, as it is: said by the service, one that a form, an address or our own JSON names, or one asked for. */
export function toSupplierProductId(text: string): SupplierProductId {
  return text as SupplierProductId;
}

/** A variant's id, as it is: said by the service, one that a form or our own JSON names, or one written on Shopify's variant. */
export function toSupplierVariantId(text: string): SupplierVariantId {
  return text as SupplierVariantId;
}

/** An account's id, as it is: said by the service. */
export function toAccountId(text: string): AccountId {
  return text as AccountId;
}

/** For a hash just made of an account's id. */
export function toAccountKey(text: string): AccountKey {
  return text as AccountKey;
}

/** The digits at the end of a gid, as text: they may exceed what a number holds. */
export function numericPart(gid: string): string {
  const digits = /\/(\d+)$/.exec(gid)?.[1];
  if (digits === undefined) throw malformed("gid");
  return digits;
}

function gidOf(kind: string): RegExp {
  return new RegExp(`^gid://shopify/${kind}/[1-9]\\d{0,19}$`);
}

function parseMatching(value: unknown, pattern: RegExp, what: string): string {
  if (typeof value !== "string" || !pattern.test(value)) throw malformed(what);
  return value;
}

function malformed(what: string): AppError {
  return new AppError("id_malformed", `Not a ${what}`, { retryable: false });
}
