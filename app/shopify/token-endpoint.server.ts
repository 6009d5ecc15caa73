import { z } from "zod";
import { requireNoTransaction } from "#app/platform/database/open-transaction.ts";
import { parseExactJson } from "#app/platform/http/parse-exact-json.ts";
import { withClientSecrets } from "./client-secrets.server.ts";
import { ShopifyError } from "./errors.ts";
import type { ShopifyFetch } from "./shopify-fetch.server.ts";

export type OfflineTokens = {
  readonly accessToken: string;
  readonly scope: string;
  readonly expiresAt: Date;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: Date;
};

/** Who acts in the admin, as Shopify names them at that moment. */
export type ActingUser = {
  readonly userId: string;
  readonly accountOwner: boolean;
  readonly collaborator: boolean;
  /** As the person is called in Shopify; empty where it does not say. */
  readonly name: string;
};

export type TokenEndpoint = {
  /** Throws ShopifyError `token_dead` where only the merchant opening the app helps. */
  refresh(shopDomain: string, refreshToken: string): Promise<OfflineTokens>;
  /**
   * Who is acting, by an online token exchange whose token is thrown away (R28).
   * Throws ShopifyError `unauthorized` where the session token is not accepted.
   */
  findActingUser(shopDomain: string, sessionToken: string): Promise<ActingUser>;
};

type TokenEndpointOptions = {
  readonly apiKey: string;
  /** Client secrets, newest first. */
  readonly apiSecrets: readonly string[];
  readonly fetch: ShopifyFetch;
  readonly clock: { now(): Date };
  readonly timeoutMs?: number;
};

/** Shorter than the claim a refresh runs under. */
const TIMEOUT_MS = 10_000;

const offlineAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
  refresh_token_expires_in: z.number().positive(),
});

const onlineAnswer = z.object({
  associated_user: z.object({
    id: z.union([z.number().int(), z.string()]),
    account_owner: z.boolean(),
    collaborator: z.boolean().catch(false),
    first_name: z.string().catch(""),
    last_name: z.string().catch(""),
  }),
});

const refusal = z.object({ error: z.string() });

/** Ours to fix (a wrong secret), so no reason to call a shop's token dead. */
const OUR_FAULT: ReadonlySet<string> = new Set(["invalid_client", "application_cannot_be_found"]);

/** `POST /admin/oauth/access_token`. https://shopify.dev/docs/apps/build/authentication-authorization */
export function createTokenEndpoint(given: TokenEndpointOptions): TokenEndpoint {
  const options = { ...given, fetch: withClientSecrets(given.fetch, given.apiSecrets) };
  const credentials = { client_id: options.apiKey, client_secret: options.apiSecrets[0] ?? "" };
  return {
    async refresh(shopDomain, refreshToken) {
      const body = { ...credentials, grant_type: "refresh_token", refresh_token: refreshToken };
      const request = { shopDomain, body, refusedKind: "token_dead", signal: timeLimit(options) } as const;
      // An answer that was lost may be asked for again: the old refresh token works until the new one is used.
      const answer = await post(options, request).catch((error: unknown) => {
        if (error instanceof ShopifyError && error.kind === "unavailable") return post(options, request);
        throw error;
      });
      return toOfflineTokens(offlineAnswer.parse(answer), options.clock.now());
    },
    async findActingUser(shopDomain, sessionToken) {
      const body = {
        ...credentials,
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: sessionToken,
        subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
        requested_token_type: "urn:shopify:params:oauth:token-type:online-access-token",
      };
      const request = { shopDomain, body, refusedKind: "unauthorized", signal: timeLimit(options) } as const;
      const answer = onlineAnswer.parse(await post(options, request));
      const user = answer.associated_user;
      return {
        userId: String(user.id),
        accountOwner: user.account_owner,
        collaborator: user.collaborator,
        name: `${user.first_name} ${user.last_name}`.trim(),
      };
    },
  };
}

function toOfflineTokens(answer: z.output<typeof offlineAnswer>, now: Date): OfflineTokens {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  return {
    accessToken: answer.access_token,
    scope: answer.scope,
    expiresAt: after(answer.expires_in),
    refreshToken: answer.refresh_token,
    refreshTokenExpiresAt: after(answer.refresh_token_expires_in),
  };
}

/** For all tries of a request together. */
function timeLimit({ timeoutMs = TIMEOUT_MS }: TokenEndpointOptions): AbortSignal {
  return AbortSignal.timeout(timeoutMs);
}

type TokenRequest = {
  readonly shopDomain: string;
  readonly body: Readonly<Record<string, string>>;
  readonly refusedKind: "token_dead" | "unauthorized";
  readonly signal: AbortSignal;
};

async function post(
  { fetch }: TokenEndpointOptions,
  { shopDomain, body, refusedKind, signal }: TokenRequest,
): Promise<unknown> {
  requireNoTransaction("Shopify's token endpoint");
  try {
    const response = await fetch(`https://${shopDomain}/admin/oauth/access_token`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      signal,
      redirect: "manual",
    });
    const answer = toAnswer(await response.text());
    if (response.ok && answer !== null) return answer;
    throw toError(response.status, answer, refusedKind);
  } catch (error) {
    if (error instanceof ShopifyError) throw error;
    throw new ShopifyError("unavailable", "Shopify's token endpoint did not answer", { cause: error });
  }
}

/** Null for what is no JSON. */
function toAnswer(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return null;
  }
}

function toError(status: number, answer: unknown, refusedKind: "token_dead" | "unauthorized"): ShopifyError {
  const word = refusal.safeParse(answer).data?.error ?? "";
  const sentence = `Shopify's token endpoint answered ${status} ${word}`.trim();
  if (status === 402 || status === 404 || status === 423)
    return new ShopifyError("shop_unavailable", sentence, { status });
  if (OUR_FAULT.has(word)) return new ShopifyError("bad_request", sentence, { status });
  if (status === 400 || status === 401 || status === 403)
    return new ShopifyError(refusedKind, sentence, { status });
  return new ShopifyError("unavailable", sentence, { status });
}
