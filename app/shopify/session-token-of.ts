import { z } from "zod";
import { findShopDomain, type ShopDomain } from "#app/platform/ids.ts";

/**
 * The session token a request brings: in its `Authorization` header, else in its address as the admin opens a document.
 * A header of any other form is no token, and the address does not stand in for it: who presses and whose rights are
 * asked would be two people.
 */
export function sessionTokenOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header !== null) return /^Bearer ([^\s,]+)$/.exec(header)?.[1] ?? null;
  return new URL(request.url).searchParams.get("id_token");
}

const adminClaims = z.object({ iss: z.string(), dest: z.string() });

/**
 * The shop whose admin made a session token, unverified: the library verifies the signature. Null for any other token:
 * those of customers' accounts have the same secret and the same app, and name no admin.
 * https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens
 */
export function adminShopOf(token: string): ShopDomain | null {
  try {
    const body: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const { iss, dest } = adminClaims.parse(body);
    return iss === `${dest}/admin` && dest.startsWith("https://") ? findShopDomain(dest.slice(8)) : null;
  } catch {
    return null;
  }
}
