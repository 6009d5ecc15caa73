import { setTimeout as pause } from "node:timers/promises";
import type { PrismaClient } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { isShopifyError, ShopifyError } from "./errors.ts";
import { findOfflineSession, openTokens } from "./session-rows.server.ts";
import type { TokenEndpoint } from "./token-endpoint.server.ts";
import {
  claimRefresh,
  failRefresh,
  type RefreshClaim,
  releaseRefresh,
  storeRefreshed,
} from "./token-refresh.server.ts";

type Shop = { readonly id: ShopId; readonly domain: string };

export type AdminAccess = {
  /**
   * The shop's offline access token, refreshed when it is about to expire or was just rejected. However many ask at
   * once, one refresh is made, and nobody waits for it longer than a second. Throws ShopifyError `token_dead` where only
   * the merchant opening the app helps, and `unavailable` with the time to come back while there is no usable token.
   */
  getToken(shop: Shop, options?: { readonly rejected?: string }): Promise<string>;
};

type AccessOptions = {
  readonly db: PrismaClient;
  readonly crypto: Crypto;
  readonly tokenEndpoint: TokenEndpoint;
  readonly clock: { now(): Date };
};

/** A token this close to its end is not begun with. */
const MARGIN_MS = 60_000;

/** An order asks ten times within a second; what was read is good for that. Shopify refuses one that is not. */
const REMEMBERED_MS = 10_000;

/** Shopify mostly answers within this. Whoever asks holds a slot of work meanwhile, so the rest comes back instead. */
const PATIENCE_MS = 1_000;
/** The same after a refresh that failed. */
const PROBE_PATIENCE_MS = 250;
const RETRY_LATER_MS = 2_000;
/** How often it is looked whether another process has stored the new pair. */
const POLL_EVERY_MS = 100;

type StoredTokens = {
  readonly accessToken: string;
  readonly expiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshTokenExpiresAt: Date | null;
};

type StoredSession = {
  readonly tokens: StoredTokens;
  readonly failures: number;
  readonly retryAt: Date | null;
};

type RefreshInProgress = { readonly token: Promise<string>; readonly startedAtMs: number };

/**
 * Tokens of installed shops. A refresh runs beside whoever asks for it, one per shop at a time in all processes: it holds
 * neither a transaction nor a connection, and no slot of work longer than a second.
 */
export function createAdminAccess(options: AccessOptions): AdminAccess {
  const flights = new Map<string, RefreshInProgress>();
  const remembered = new Map<string, { readonly tokens: StoredTokens; readonly until: number }>();

  async function readOften(shop: Shop, rejected: string | undefined): Promise<StoredSession | null> {
    const known = remembered.get(shop.id);
    if (known && rejected === undefined && known.until > options.clock.now().getTime())
      return { tokens: known.tokens, failures: 0, retryAt: null };
    const session = await readSession(options, shop);
    remembered.delete(shop.id);
    const until = options.clock.now().getTime() + REMEMBERED_MS;
    if (session) remembered.set(shop.id, { tokens: session.tokens, until });
    return session;
  }

  function refreshOnce(shop: Shop, rejected: string | undefined): RefreshInProgress {
    const underway = flights.get(shop.id);
    if (underway !== undefined) return underway;
    const token = refresh(options, shop, rejected).finally(() => flights.delete(shop.id));
    // Whoever began it may have left by the time it fails.
    token.catch(() => undefined);
    const flight = { token, startedAtMs: performance.now() };
    flights.set(shop.id, flight);
    return flight;
  }

  return {
    async getToken(shop, { rejected } = {}) {
      const stored = await readOften(shop, rejected);
      const now = options.clock.now();
      if (stored !== null && isUsable(stored.tokens, rejected, now)) return stored.tokens.accessToken;
      remembered.delete(shop.id);
      const restMs = (stored?.retryAt?.getTime() ?? 0) - now.getTime();
      if (restMs > 0) throw toRetryLaterError("rests after failures", restMs);
      const patienceMs = stored?.failures ? PROBE_PATIENCE_MS : PATIENCE_MS;
      const token = await waitBriefly(refreshOnce(shop, rejected), patienceMs);
      // A flight that began before this token was rejected may have found that very token still good.
      return token === rejected ? waitBriefly(refreshOnce(shop, rejected), patienceMs) : token;
    },
  };
}

/** The flight's token, if it comes within so long of the flight's start. */
async function waitBriefly({ token, startedAtMs }: RefreshInProgress, patienceMs: number): Promise<string> {
  const timer = new AbortController();
  const leftMs = Math.max(0, startedAtMs + patienceMs - performance.now());
  const late = pause(leftMs, null, { signal: timer.signal, ref: false }).catch(() => null);
  const inTime = await Promise.race([token, late]).finally(() => timer.abort());
  if (inTime === null) throw toRetryLaterError("has not answered yet", RETRY_LATER_MS);
  return inTime;
}

async function refresh(options: AccessOptions, shop: Shop, rejected: string | undefined): Promise<string> {
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const claim = await claimRefresh(options, shop.id);
    if (claim !== null) return refreshClaimed(options, { shop, rejected, claim });
    const stored = await readSession(options, shop);
    if (stored === null) throw tokenDead("there is none");
    if (isUsable(stored.tokens, rejected, options.clock.now())) return stored.tokens.accessToken;
    if (performance.now() >= giveUpAtMs)
      throw toRetryLaterError("is being asked by another process", RETRY_LATER_MS);
    await pause(POLL_EVERY_MS, undefined, { ref: false });
  }
}

type ClaimedRefresh = {
  readonly shop: Shop;
  readonly rejected: string | undefined;
  readonly claim: RefreshClaim;
};

async function refreshClaimed(options: AccessOptions, claimed: ClaimedRefresh): Promise<string> {
  const { shop, rejected, claim } = claimed;
  try {
    const tokens = toStoredTokens(options.crypto, claim.sessionId, claim);
    const now = options.clock.now();
    // Whoever had the claim before may have refreshed already.
    if (tokens !== null && isUsable(tokens, rejected, now)) {
      await releaseRefresh(options, claim);
      return tokens.accessToken;
    }
    const fresh = await options.tokenEndpoint.refresh(shop.domain, requireRefreshToken(tokens, now));
    const outcome = await storeRefreshed(options, { shopId: shop.id, claim }, fresh);
    return outcome === "stored" ? fresh.accessToken : await readStoredMeanwhile(options, shop);
  } catch (error) {
    return afterFailure(options, claimed, error);
  }
}

function requireRefreshToken(tokens: StoredTokens | null, now: Date): string {
  if (tokens === null || tokens.refreshToken === null) throw tokenDead("there is none");
  if (tokens.refreshTokenExpiresAt !== null && tokens.refreshTokenExpiresAt <= now)
    throw tokenDead("it expired");
  return tokens.refreshToken;
}

/** What Shopify said of this shop says nothing of its endpoint; anything else lets the endpoint rest. */
async function afterFailure(
  options: AccessOptions,
  { shop, rejected, claim }: ClaimedRefresh,
  error: unknown,
): Promise<string> {
  const isAnswer = isShopifyError(error, "token_dead") || isShopifyError(error, "shop_unavailable");
  await (isAnswer ? releaseRefresh(options, claim) : failRefresh(options, claim));
  // The merchant may have opened the app meanwhile, which stores another pair.
  const stored = await readSession(options, shop);
  if (stored !== null && isUsable(stored.tokens, rejected, options.clock.now()))
    return stored.tokens.accessToken;
  throw error;
}

async function readStoredMeanwhile(options: AccessOptions, shop: Shop): Promise<string> {
  const stored = await readSession(options, shop);
  if (stored === null) throw tokenDead("there is none");
  return stored.tokens.accessToken;
}

async function readSession({ db, crypto }: AccessOptions, shop: Shop): Promise<StoredSession | null> {
  const row = await findOfflineSession(db, shop.id);
  const tokens = row === null ? null : toStoredTokens(crypto, row.id, row);
  if (row === null || tokens === null) return null;
  return { tokens, failures: row.refreshFailures, retryAt: row.refreshRetryAt };
}

type SealedRow = Pick<
  RefreshClaim,
  "accessTokenEnc" | "refreshTokenEnc" | "expiresAt" | "refreshTokenExpiresAt"
>;

function toStoredTokens(crypto: Crypto, sessionId: string, row: SealedRow): StoredTokens | null {
  const { accessToken, refreshToken } = openTokens(crypto, sessionId, row);
  if (accessToken === null && refreshToken === null) return null;
  return {
    accessToken: accessToken ?? "",
    expiresAt: row.expiresAt,
    refreshToken,
    refreshTokenExpiresAt: row.refreshTokenExpiresAt,
  };
}

function isUsable(tokens: StoredTokens, rejected: string | undefined, now: Date): boolean {
  if (tokens.accessToken === "" || tokens.accessToken === rejected) return false;
  return tokens.expiresAt === null || tokens.expiresAt.getTime() - now.getTime() > MARGIN_MS;
}

function tokenDead(why: string): ShopifyError {
  return new ShopifyError("token_dead", `The shop's refresh token cannot be used: ${why}`);
}

function toRetryLaterError(why: string, retryAfterMs: number): ShopifyError {
  return new ShopifyError("unavailable", `Shopify's token endpoint ${why}`, { retryAfterMs });
}
