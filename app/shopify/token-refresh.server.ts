import { Prisma, type PrismaClient } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { offlineRowId, sealTokens } from "./session-rows.server.ts";
import type { OfflineTokens } from "./token-endpoint.server.ts";

/** The right to ask Shopify for a shop's next pair, and the pair to ask with. */
export type RefreshClaim = {
  readonly sessionId: string;
  readonly claim: string;
  readonly failures: number;
  readonly accessTokenEnc: Uint8Array | null;
  readonly refreshTokenEnc: Uint8Array | null;
  readonly expiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
};

type Where = { readonly db: PrismaClient; readonly crypto: Crypto; readonly clock: { now(): Date } };

/** Longer than a refresh may take; after a death another process goes on after this. */
const CLAIM_MS = 12_000;

const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/**
 * Takes the right to refresh a shop's token, committed before Shopify is asked; null while somebody else has it, while
 * the shop's endpoint rests after failures, or where no session is stored.
 */
export async function claimRefresh({ db, clock }: Where, shopId: ShopId): Promise<RefreshClaim | null> {
  const [claimed] = await queryRows<RefreshClaim>(
    db,
    Prisma.sql`
    update shopify_session set
      refresh_claim = gen_random_uuid(),
      refresh_claimed_until = clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'
    where shop_id = ${shopId}::uuid and not is_online
      and coalesce(refresh_claimed_until <= clock_timestamp(), true)
      and coalesce(refresh_retry_at <= ${clock.now()}, true)
    returning id as "sessionId", refresh_claim as "claim", refresh_failures as "failures",
      access_token_enc as "accessTokenEnc", refresh_token_enc as "refreshTokenEnc",
      expires_at as "expiresAt", refresh_token_expires_at as "refreshTokenExpiresAt"`,
  );
  return claimed ?? null;
}

/**
 * Stores the pair Shopify gave, unless the claim was lost: another pair is stored then, and this one is dropped. Until a
 * new refresh token is used, Shopify takes the one before it, so that a dropped or lost pair locks nobody out.
 */
export async function storeRefreshed(
  { db, crypto }: Where,
  { shopId, claim }: { readonly shopId: ShopId; readonly claim: RefreshClaim },
  fresh: OfflineTokens,
): Promise<"stored" | "claim_lost"> {
  const id = offlineRowId(shopId);
  const sealed = sealTokens(crypto, id, fresh);
  const stored = await db.$executeRaw`
    update shopify_session set
      id = ${id}, scope = ${fresh.scope},
      access_token_enc = ${sealed.accessTokenEnc}, refresh_token_enc = ${sealed.refreshTokenEnc},
      expires_at = ${fresh.expiresAt}, refresh_token_expires_at = ${fresh.refreshTokenExpiresAt},
      refresh_claim = null, refresh_claimed_until = null, refresh_failures = 0, refresh_retry_at = null,
      updated_at = clock_timestamp()
    where id = ${claim.sessionId} and refresh_claim = ${claim.claim}::uuid`;
  return stored === 1 ? "stored" : "claim_lost";
}

/** Gives the claim back; Shopify's answer, or ours, says nothing about its endpoint. */
export async function releaseRefresh({ db }: Where, claim: RefreshClaim): Promise<void> {
  await db.$executeRaw`
    update shopify_session set refresh_claim = null, refresh_claimed_until = null
    where id = ${claim.sessionId} and refresh_claim = ${claim.claim}::uuid`;
}

/**
 * Gives the claim back and lets the shop's endpoint rest in every process: 5 s, doubling to a minute. The single refresh
 * that is tried after the rest decides how it goes on.
 */
export async function failRefresh({ db, clock }: Where, claim: RefreshClaim): Promise<void> {
  const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(claim.failures, 10));
  const retryAt = new Date(clock.now().getTime() + restMs);
  await db.$executeRaw`
    update shopify_session set refresh_claim = null, refresh_claimed_until = null,
      refresh_failures = refresh_failures + 1, refresh_retry_at = ${retryAt}
    where id = ${claim.sessionId} and refresh_claim = ${claim.claim}::uuid`;
}
