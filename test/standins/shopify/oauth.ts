import { z } from "zod";
import { readSessionToken } from "./session-token.ts";
import { ACCESS_SECONDS, REFRESH_SECONDS } from "./tokens.ts";
import type { ShopState, World } from "./world.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const OFFLINE = "urn:shopify:params:oauth:token-type:offline-access-token";
const ONLINE = "urn:shopify:params:oauth:token-type:online-access-token";

const requestSchema = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string(),
  subject_token: z.string().optional(),
  subject_token_type: z.string().optional(),
  requested_token_type: z.string().optional(),
  expiring: z.union([z.string(), z.number(), z.boolean()]).optional(),
  refresh_token: z.string().optional(),
});
type TokenRequest = z.infer<typeof requestSchema>;

export type JsonAnswer = { readonly status: number; readonly body: unknown };

/** Answers POST /admin/oauth/access_token: token exchange and refresh. */
export function answerTokenRequest(world: World, shop: ShopState, body: unknown): JsonAnswer {
  const request = requestSchema.safeParse(body);
  if (!request.success) return refuse("invalid_request", "The request misses a required field");
  const { client_id, client_secret, grant_type } = request.data;
  if (client_id !== world.options.apiKey || !world.secrets.accepted.includes(client_secret)) {
    return refuse("invalid_client", "Client authentication failed", 401);
  }
  if (grant_type === TOKEN_EXCHANGE) return exchange(world, shop, request.data);
  if (grant_type === "refresh_token") return refresh(world, shop, request.data);
  return refuse("unsupported_grant_type", "This grant type is not supported");
}

function exchange(world: World, shop: ShopState, request: TokenRequest): JsonAnswer {
  const { subject_token: token, subject_token_type: type } = request;
  const expected = { shop: shop.domain, apiKey: world.options.apiKey, now: world.clock.now() };
  const read = (apiSecret: string) => readSessionToken(token ?? "", { ...expected, apiSecret });
  const claims = type === ID_TOKEN ? world.secrets.accepted.map(read).find((found) => found !== null) : null;
  if (!claims || !shop.installed)
    return refuse("invalid_subject_token", "Session token is invalid or expired");
  if (request.requested_token_type === ONLINE)
    return exchangeOnline(world, shop, Number(claims.sub), claims.sid);
  if (request.requested_token_type !== OFFLINE)
    return refuse("invalid_request", "Unknown requested_token_type");
  const expiring = ["1", "true"].includes(String(request.expiring ?? ""));
  const { access, refresh } = world.tokens.issueOffline(shop.domain, shop.scopes, expiring);
  const scope = shop.scopes.join(",");
  if (refresh === null) return { status: 200, body: { access_token: access.value, scope } };
  return { status: 200, body: offlineBody(access.value, scope, refresh) };
}

function exchangeOnline(world: World, shop: ShopState, userId: number, session: string): JsonAnswer {
  const user = userOf(shop, userId);
  const access = world.tokens.issueOnline(shop.domain, shop.scopes, {
    userId,
    accountOwner: user.account_owner,
  });
  return {
    status: 200,
    body: {
      access_token: access.value,
      scope: shop.scopes.join(","),
      expires_in: 86_399,
      associated_user_scope: shop.scopes.join(","),
      session,
      associated_user: user,
    },
  };
}

function refresh(world: World, shop: ShopState, request: TokenRequest): JsonAnswer {
  const rotated = shop.installed
    ? world.tokens.rotate(shop.domain, request.refresh_token ?? "", shop.scopes)
    : null;
  if (!rotated) return refuse("invalid_grant", "The refresh token is invalid or expired");
  return { status: 200, body: offlineBody(rotated.access.value, shop.scopes.join(","), rotated.refresh) };
}

/** Users are known by number: 1 is the account owner, 2 is staff, 3 and above are collaborators. */
function userOf(shop: ShopState, userId: number) {
  return {
    id: userId,
    first_name: userId === 1 ? "Demo" : "Staff",
    last_name: userId === 1 ? "Owner" : `Member ${userId}`,
    email: userId === 1 ? shop.email : `staff-${userId}@example.com`,
    account_owner: userId === 1,
    locale: "en",
    collaborator: userId >= 3,
    email_verified: true,
  };
}

function offlineBody(accessToken: string, scope: string, refreshToken: string) {
  return {
    access_token: accessToken,
    scope,
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    refresh_token_expires_in: REFRESH_SECONDS,
  };
}

function refuse(error: string, description: string, status = 400): JsonAnswer {
  return { status, body: { error, error_description: description } };
}
