import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { findShopDomain, type ShopDomain } from "#app/platform/ids.ts";

/** Who looks at a page of their account: the shop's customer, as far as Shopify lets the app know. */
export type AccountVisit = { readonly shop: ShopDomain; readonly customerGid: string | null };

const header = z.object({ alg: z.literal("HS256") });
const claims = z.object({
  dest: z.string(),
  aud: z.string(),
  exp: z.number(),
  nbf: z.number(),
  /** Those of the admin name it; they are signed with the same secret for the same app, and are no customer's. */
  iss: z.string().nullish(),
  /** Only of who is signed in, and once Shopify approved the app's use of customers' data. */
  sub: z.string().nullish(),
});

/** Their clock may be ahead of ours by so much. */
const SKEW_SECONDS = 10;

type SignedToken = {
  readonly token: string;
  readonly apiKey: string;
  /** Client secrets that Shopify may sign with. */
  readonly secrets: readonly string[];
  readonly now: Date;
};

/**
 * The session token of an extension in a customer's account. Null where Shopify did not sign it for this app, or its five
 * minutes are over.
 * https://shopify.dev/docs/api/customer-account-ui-extensions/latest/target-apis/platform-apis/session-token-api
 */
export function readAccountToken({ token, apiKey, secrets, now }: SignedToken): AccountVisit | null {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || !header.safeParse(parsePart(head)).success) return null;
  const given = Buffer.from(signature, "base64url");
  const isSigner = (secret: string) => {
    const wanted = createHmac("sha256", secret).update(`${head}.${body}`).digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  if (!secrets.some(isSigner)) return null;
  const { data } = claims.safeParse(parsePart(body));
  const seconds = now.getTime() / 1000;
  if (!data || data.aud !== apiKey || data.exp <= seconds || data.nbf > seconds + SKEW_SECONDS) return null;
  if (data.iss?.endsWith("/admin")) return null;
  // With the scheme as tokens of the admin have it, or without, as Shopify documents those of accounts.
  const shop = findShopDomain(data.dest.replace(/^https:\/\//, ""));
  return shop && { shop, customerGid: data.sub ?? null };
}

function parsePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
