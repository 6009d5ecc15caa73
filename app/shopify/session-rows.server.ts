import type { Prisma, PrismaClient } from "@prisma/client";
import type { Crypto, SealedPlace } from "#app/platform/crypto.ts";

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

/**
 * Runs `work` as the only one, in all processes, that changes this shop's offline tokens. The connection stays open
 * while Shopify is asked, so the limits that guard ordinary transactions are widened for this one.
 */
export async function withTokenLock<Result>(
  db: PrismaClient,
  shopDomain: string,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return db.$transaction(
    async (tx) => {
      await tx.$queryRaw`
        select set_config('lock_timeout', '40s', true), set_config('statement_timeout', '45s', true),
               set_config('idle_in_transaction_session_timeout', '45s', true)`;
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`shopify_token/${shopDomain}`}, 0))`;
      return work(tx);
    },
    { maxWait: 20_000, timeout: 60_000 },
  );
}

function placeOf(sessionId: string, column: string): SealedPlace {
  return { table: "shopify_session", row: sessionId, column };
}
