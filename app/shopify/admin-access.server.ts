import type { PrismaClient } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto.ts";
import { ShopifyError } from "./errors.ts";
import { offlineSessionId, openTokens, sealTokens, withTokenLock } from "./session-rows.server.ts";
import type { TokenEndpoint } from "./token-endpoint.server.ts";

export type AdminAccess = {
  /**
   * The shop's offline access token, refreshed when it is about to expire or was just rejected. However many ask at
   * once, one refresh is made. Throws ShopifyError `token_dead` where only the merchant opening the app helps.
   */
  getToken(
    shop: { readonly id: string; readonly domain: string },
    options?: { readonly rejected?: string },
  ): Promise<string>;
};

type AccessOptions = {
  readonly db: PrismaClient;
  readonly crypto: Crypto;
  readonly tokenEndpoint: TokenEndpoint;
  readonly clock: { now(): Date };
};

type Shop = { readonly id: string; readonly domain: string };

/** A token this close to its end is not begun with. */
const MARGIN_MS = 60_000;

/** An order asks ten times within a second; what was read is good for that. Shopify refuses one that is not. */
const REMEMBERED_MS = 10_000;

/** Tokens of installed shops. One refresh per shop at a time, across processes too. */
export function createAdminAccess(options: AccessOptions): AdminAccess {
  const flights = new Map<string, Promise<string>>();
  const remembered = new Map<string, { readonly tokens: StoredTokens; readonly until: number }>();

  async function readOften(shop: Shop, rejected: string | undefined): Promise<StoredTokens | null> {
    const known = remembered.get(shop.id);
    if (known && rejected === undefined && known.until > options.clock.now().getTime()) return known.tokens;
    const tokens = await readTokens(options, options.db, shop);
    remembered.delete(shop.id);
    const until = options.clock.now().getTime() + REMEMBERED_MS;
    if (tokens) remembered.set(shop.id, { tokens, until });
    return tokens;
  }

  function refreshOnce(shop: Shop, rejected: string | undefined): Promise<string> {
    const underway = flights.get(shop.id);
    if (underway !== undefined) return underway;
    const flight = refresh(options, shop, rejected).finally(() => flights.delete(shop.id));
    flights.set(shop.id, flight);
    return flight;
  }

  return {
    async getToken(shop, { rejected } = {}) {
      const stored = await readOften(shop, rejected);
      if (stored !== null && isUsable(stored, rejected, options.clock.now())) return stored.accessToken;
      remembered.delete(shop.id);
      const token = await refreshOnce(shop, rejected);
      // A flight that began before this token was rejected may have found that very token still good.
      return token === rejected ? refreshOnce(shop, rejected) : token;
    },
  };
}

type StoredTokens = {
  readonly accessToken: string;
  readonly expiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshTokenExpiresAt: Date | null;
};

/** Asks again under the lock: whoever held it before may have refreshed already. */
async function refresh(options: AccessOptions, shop: Shop, rejected: string | undefined): Promise<string> {
  return withTokenLock(options.db, shop.domain, async (tx) => {
    const now = options.clock.now();
    const stored = await readTokens(options, tx, shop);
    if (stored !== null && isUsable(stored, rejected, now)) return stored.accessToken;
    if (stored === null || stored.refreshToken === null) throw tokenDead("there is none");
    if (stored.refreshTokenExpiresAt !== null && stored.refreshTokenExpiresAt <= now)
      throw tokenDead("it expired");
    const fresh = await options.tokenEndpoint.refresh(shop.domain, stored.refreshToken);
    const id = offlineSessionId(shop.domain);
    await tx.shopifySession.update({
      where: { id },
      data: {
        scope: fresh.scope,
        expiresAt: fresh.expiresAt,
        refreshTokenExpiresAt: fresh.refreshTokenExpiresAt,
        ...sealTokens(options.crypto, id, fresh),
      },
    });
    return fresh.accessToken;
  });
}

async function readTokens(
  { crypto }: AccessOptions,
  db: Pick<PrismaClient, "shopifySession">,
  shop: Shop,
): Promise<StoredTokens | null> {
  const id = offlineSessionId(shop.domain);
  const row = await db.shopifySession.findUnique({ where: { id } });
  if (row === null) return null;
  const { accessToken, refreshToken } = openTokens(crypto, id, row);
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
