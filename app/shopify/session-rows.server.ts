import type { Prisma, PrismaClient, ShopifySession } from "@prisma/client";
import type { Crypto, SealedPlace } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";

export type Tokens = {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
};

type SealedTokens = {
  readonly accessTokenEnc: Uint8Array | null;
  readonly refreshTokenEnc: Uint8Array | null;
};

/** Encrypts a pair for the row `sessionId`; a pair copied to another shop's row does not open there. */
export function sealTokens(crypto: Crypto, sessionId: string, tokens: Tokens) {
  const seal = (token: string | null, column: string) =>
    token === null ? null : crypto.seal(token, placeOf(sessionId, column));
  return {
    accessTokenEnc: seal(tokens.accessToken, "access_token_enc"),
    refreshTokenEnc: seal(tokens.refreshToken, "refresh_token_enc"),
  };
}

/** @throws AppError `sealed_value_unreadable` where the key is gone */
export function openTokens(crypto: Crypto, sessionId: string, row: SealedTokens): Tokens {
  const open = (blob: Uint8Array | null, column: string) =>
    blob === null ? null : crypto.openText(blob, placeOf(sessionId, column));
  return {
    accessToken: open(row.accessTokenEnc, "access_token_enc"),
    refreshToken: open(row.refreshTokenEnc, "refresh_token_enc"),
  };
}

/** Shopify's own id of a shop's offline session. */
export function offlineSessionId(shopDomain: string): string {
  return `offline_${shopDomain}`;
}

/** The domain in Shopify's id of an offline session; null for the id of any other session. */
export function domainOfSessionId(sessionId: string): string | null {
  return /^offline_(.+)$/.exec(sessionId)?.[1] ?? null;
}

/** The id under which the offline session of a shop is stored: the shop's own, as its domain may change. */
export function offlineRowId(shopId: ShopId): string {
  return `offline_${shopId}`;
}

/** The stored offline session of a shop. */
export function findOfflineSession(
  db: Pick<PrismaClient, "shopifySession">,
  shopId: ShopId,
): Promise<ShopifySession | null> {
  return db.shopifySession.findFirst({ where: { shopId, isOnline: false } });
}

/** What a stored pair ends: nobody refreshes it, and no refresh has failed. */
export const refreshSettledFields = {
  refreshClaim: null,
  refreshClaimedUntil: null,
  refreshFailures: 0,
  refreshRetryAt: null,
} as const;

/**
 * Runs `work` as the only one, in all processes, that stores or deletes this shop's sessions by what it read. Nothing
 * outside is called within.
 */
export async function withTokenLock<Result>(
  db: PrismaClient,
  shopId: ShopId,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`shopify_token/${shopId}`}, 0))`;
    return work(tx);
  });
}

function placeOf(sessionId: string, column: string): SealedPlace {
  return { table: "shopify_session", row: sessionId, column };
}
