import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ShopifyFetch } from "./shopify-fetch.server.ts";

const tokenPath = "/admin/oauth/access_token";
const tokenRequest = z.looseObject({ client_secret: z.string() });
const refusal = z.object({ error: z.literal("invalid_client") });

/**
 * Sends token requests under the newest client secret, since what an older one was given ends with it; under the next
 * older one where Shopify does not know the newest yet. Everything else goes out as it is.
 * https://shopify.dev/docs/apps/build/authentication-authorization/client-secrets/rotate-revoke-client-credentials
 */
export function withClientSecrets(fetch: ShopifyFetch, secrets: readonly string[]): ShopifyFetch {
  return async (url, init) => {
    const body = readTokenRequest(url, init);
    if (!body) return fetch(url, init);
    const send = (secret: string) =>
      fetch(url, { ...init, body: JSON.stringify({ ...body, client_secret: secret }) });
    const [newest = body.client_secret, ...older] = secrets;
    let response = await send(newest);
    for (const secret of older) {
      if (!(await isUnknownSecret(response))) break;
      response = await send(secret);
    }
    return response;
  };
}

function readTokenRequest(url: Parameters<ShopifyFetch>[0], init: RequestInit | undefined) {
  const address = url instanceof Request ? url.url : String(url);
  if (typeof init?.body !== "string" || new URL(address).pathname !== tokenPath) return null;
  return tokenRequest.safeParse(JSON.parse(init.body)).data ?? null;
}

async function isUnknownSecret(response: Response): Promise<boolean> {
  if (response.ok) return false;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return refusal.safeParse(answer).success;
}

/** The place in the list of the secret a session token is signed with; 0 where none fits, for who verifies it to refuse. */
export function signingSecretOf(sessionToken: string | null, secrets: readonly string[]): number {
  const [head = "", claims = "", signature = ""] = (sessionToken ?? "").split(".");
  const given = Buffer.from(signature, "base64url");
  const isSigner = (secret: string) => {
    const wanted = createHmac("sha256", secret).update(`${head}.${claims}`).digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  return Math.max(0, secrets.findIndex(isSigner));
}
