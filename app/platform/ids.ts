import { AppError } from "./errors.ts";

export type ShopId = string & { readonly __brand: "ShopId" };
export type ShopDomain = string & { readonly __brand: "ShopDomain" };
export type OrderGid = string & { readonly __brand: "OrderGid" };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shopDomain = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/;

/** @throws AppError `id_malformed` */
export function parseShopId(value: unknown): ShopId {
  return parseMatching(value, uuid, "shop id") as ShopId;
}

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
