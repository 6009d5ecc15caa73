import { createHash, randomBytes } from "node:crypto";

/** An unguessable part of an address, 256 bits. */
export function newCallbackToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether it looks like one: what does not is nobody's, and the database is not asked about it. */
export function isCallbackToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What a shop is found by; the token itself is kept by Shopify alone. */
export function hashCallbackToken(token: string): string {
  return createHash("sha256").update(`rates/${token}`).digest("hex");
}

/** Where Shopify asks for the charge of a cart. */
export function callbackAddress(baseUrl: string, token: string): string {
  return `${baseUrl}/rates/${token}`;
}

/** Whether an address is one of this installation's, with whatever token. */
export function isCallbackAddress(baseUrl: string, address: string | null): boolean {
  return address?.startsWith(`${baseUrl}/rates/`) ?? false;
}
