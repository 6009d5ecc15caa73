import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** The id token App Bridge hands to the app: HS256 over the app's secret, good for one minute. */
export type SessionTokenClaims = z.infer<typeof claimsSchema>;

const claimsSchema = z.object({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  sub: z.string(),
  exp: z.number(),
  nbf: z.number(),
  iat: z.number(),
  jti: z.string(),
  sid: z.string(),
});

/** How long a token of Shopify's lives. */
const LIFETIME_SECONDS = 60;

export function mintSessionToken(input: {
  shop: string;
  userId: number;
  apiKey: string;
  apiSecret: string;
  now: Date;
  lifetimeSeconds?: number;
}): string {
  const issuedAt = Math.floor(input.now.getTime() / 1000);
  const claims: SessionTokenClaims = {
    iss: `https://${input.shop}/admin`,
    dest: `https://${input.shop}`,
    aud: input.apiKey,
    sub: String(input.userId),
    exp: issuedAt + (input.lifetimeSeconds ?? LIFETIME_SECONDS),
    nbf: issuedAt,
    iat: issuedAt,
    jti: randomUUID(),
    sid: randomUUID(),
  };
  return toSignedToken(claims, input.apiSecret);
}

/** How long a token of a customer's account lives. */
const ACCOUNT_LIFETIME_SECONDS = 300;

/** What an extension in a customer's account is given. It names the customer only to an app that may know them. */
export function mintAccountToken(input: {
  shop: string;
  customerGid: string | null;
  apiKey: string;
  apiSecret: string;
  now: Date;
}): string {
  const issuedAt = Math.floor(input.now.getTime() / 1000);
  const claims = {
    dest: input.shop,
    aud: input.apiKey,
    exp: issuedAt + ACCOUNT_LIFETIME_SECONDS,
    nbf: issuedAt,
    iat: issuedAt,
    jti: randomUUID(),
    ...(input.customerGid !== null && { sub: input.customerGid }),
  };
  return toSignedToken(claims, input.apiSecret);
}

function toSignedToken(claims: unknown, secret: string): string {
  const head = encode({ alg: "HS256", typ: "JWT" });
  const body = encode(claims);
  return `${head}.${body}.${sign(`${head}.${body}`, secret)}`;
}

/** Returns the claims of a token that is well signed, meant for this app and shop, and not expired; else null. */
export function readSessionToken(
  token: string,
  expected: { shop: string; apiKey: string; apiSecret: string; now: Date },
): SessionTokenClaims | null {
  const [head, body, signature] = token.split(".");
  if (!head || !body || !signature) return null;
  const wanted = Buffer.from(sign(`${head}.${body}`, expected.apiSecret));
  const given = Buffer.from(signature);
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null;
  const claims = claimsSchema.safeParse(decode(body));
  if (!claims.success) return null;
  const nowSeconds = expected.now.getTime() / 1000;
  const { aud, dest, exp, nbf } = claims.data;
  const isForUs = aud === expected.apiKey && dest === `https://${expected.shop}`;
  return isForUs && exp > nowSeconds && nbf <= nowSeconds + 10 ? claims.data : null;
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

function sign(input: string, secret: string): string {
  return createHmac("sha256", secret).update(input).digest("base64url");
}
