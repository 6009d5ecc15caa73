// The adapter registers the runtime's functions; it has to be loaded before anything else of the library.
import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, LogSeverity } from "@shopify/shopify-api";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { AppDistribution, shopifyApp } from "@shopify/shopify-app-remix/server";
import { invariant } from "#app/platform/errors.ts";
import type { Log } from "#app/platform/observability/log.server.ts";
import { redactText } from "#app/platform/observability/redact-text.ts";
import { API_VERSION } from "./api-version.ts";
import { signingSecretOf, withClientSecrets } from "./client-secrets.server.ts";
import { offlineSessionId } from "./session-rows.server.ts";
import type { SessionStorage } from "./session-storage.server.ts";
import { adminShopOf, sessionTokenOf } from "./session-token-of.ts";
import type { ShopifyFetch } from "./shopify-fetch.server.ts";

export type ShopifyAppOptions = {
  readonly apiKey: string;
  /** Client secrets that Shopify may sign with, newest first; at least one. */
  readonly apiSecrets: readonly string[];
  readonly appUrl: string;
  readonly sessionStorage: SessionStorage;
  readonly fetch: ShopifyFetch;
  readonly log: Pick<Log, "info" | "warn">;
  readonly clock: { now(): Date };
  /** Runs after each token exchange: on install, on reinstall, and whenever the token was renewed by opening the app. */
  readonly afterAuth?: (shop: { readonly domain: string; readonly scope: string }) => Promise<void>;
};

export type ShopifyApp = ReturnType<typeof createShopifyApp>;

/** Closer to its end than this, the library asks for a new token. */
const RENEWAL_MS = 5 * 60_000;
const EXCHANGE_TIMEOUT_MS = 10_000;

/**
 * Shopify's library for embedded pages: session tokens and token exchange only. There is no login form (App Store
 * requirement 2.3.1), no billing, and webhooks and Admin calls are our own.
 */
export function createShopifyApp(options: ShopifyAppOptions) {
  setAbstractFetchFunc(withClientSecrets(withTimeLimit(options.fetch), options.apiSecrets));
  const apps = options.apiSecrets.map((apiSecret) => createLibraryApp(options, apiSecret));
  const [newest] = apps;
  invariant(newest, "the app has a client secret");
  // The library knows one secret: each has an instance of its own, and a token goes to that of the secret it is signed with.
  const authenticateAdmin = serialiseFirstLoads(options, (request: Request) => {
    const token = sessionTokenOf(request);
    // The library would take a token without its word as well.
    if (token === null && request.headers.has("authorization")) throw new Response(null, { status: 401 });
    // A customer's account has tokens of the same secret for the same app.
    if (token !== null && adminShopOf(token) === null) throw new Response(null, { status: 401 });
    const app = apps[signingSecretOf(token, options.apiSecrets)] ?? newest;
    return app.authenticate.admin(request);
  });
  return { authenticateAdmin, addDocumentResponseHeaders: newest.addDocumentResponseHeaders };
}

function createLibraryApp(options: ShopifyAppOptions, apiSecretKey: string) {
  return shopifyApp({
    apiKey: options.apiKey,
    apiSecretKey,
    appUrl: options.appUrl,
    apiVersion: libraryVersion(),
    sessionStorage: options.sessionStorage,
    distribution: AppDistribution.AppStore,
    isEmbeddedApp: true,
    useOnlineTokens: false,
    hooks: {
      afterAuth: async ({ session }) => {
        await options.afterAuth?.({ domain: session.shop, scope: session.scope ?? "" });
      },
    },
    logger: { level: LogSeverity.Warning, log: logLibrary(options.log) },
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  });
}

/** The library waits for ever; one exchange that hangs would hold up every request of its shop. */
function withTimeLimit(fetch: ShopifyFetch): ShopifyFetch {
  return (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS) });
}

function libraryVersion(): ApiVersion {
  const version = Object.values(ApiVersion).find((known) => known === API_VERSION);
  invariant(version, `Shopify's library knows version ${API_VERSION}`);
  return version;
}

/**
 * A first load asks for several routes at once; without this each would exchange the same session token again.
 * While a shop has no usable token its requests go one after another: the first exchanges, the rest find the token.
 */
function serialiseFirstLoads<Context>(
  { sessionStorage, clock }: ShopifyAppOptions,
  authenticate: (request: Request) => Promise<Context>,
): (request: Request) => Promise<Context> {
  const queues = new Map<string, Promise<unknown>>();
  return async (request) => {
    const shopDomain = claimedShop(request);
    if (shopDomain === null || (await hasToken(shopDomain))) return authenticate(request);
    const ahead = queues.get(shopDomain) ?? Promise.resolve();
    const turn = ahead.then(() => authenticate(request));
    const settled: Promise<unknown> = turn
      .catch(() => undefined)
      .finally(() => {
        if (queues.get(shopDomain) === settled) queues.delete(shopDomain);
      });
    queues.set(shopDomain, settled);
    return turn;
  };

  async function hasToken(shopDomain: string): Promise<boolean> {
    const session = await sessionStorage.loadSession(offlineSessionId(shopDomain));
    const endsAt = session?.expires?.getTime() ?? 0;
    return session?.accessToken !== undefined && endsAt > clock.now().getTime() + RENEWAL_MS;
  }
}

/** The shop a session token speaks of, unverified: it only chooses a queue, the library verifies it. */
function claimedShop(request: Request): string | null {
  const token = sessionTokenOf(request);
  return token === null ? null : adminShopOf(token);
}

/** The library puts whole session tokens into its messages: only the first words are kept. */
function logLibrary(log: ShopifyAppOptions["log"]) {
  return (severity: LogSeverity, message: string) => {
    const entry = { event: "shopify_library", message: redactText(message, 200) };
    if (severity <= LogSeverity.Warning) log.warn(entry);
    else log.info(entry);
  };
}
