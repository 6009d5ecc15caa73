import { randomBytes } from "node:crypto";
import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { findStaffNames } from "#app/domain/shops/staff.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ApiRight } from "./api-rights.ts";

const MOST_TOKENS = 10;
const DAY_MS = 24 * 3_600_000;
/** So that a token is found by those who look for secrets where none should be. */
const PREFIX = "karwan_";
const SECRET_BYTES = 32;
const TOKEN = /^karwan_[\w-]{43}$/;
const HINT_LETTERS = 4;

export type ApiTokenView = {
  readonly id: string;
  readonly name: string;
  /** The last letters of the token, which is shown once and not kept. */
  readonly hint: string;
  readonly rights: readonly ApiRight[];
  /** Shopify's id of the person, and their name where it is known. */
  readonly createdBy: string;
  readonly createdByName: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
  readonly usedAt: Date | null;
  readonly calls: number;
};

type TokenDeps = Pick<ShopContext, "shop" | "db" | "crypto" | "clock">;

/** Every token of the shop, the newest first. */
export async function listApiTokens(ctx: TokenDeps): Promise<readonly ApiTokenView[]> {
  const rows = await ctx.db.apiToken.findMany({
    where: { shopId: ctx.shop.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const names = await findStaffNames(ctx, [...new Set(rows.map(({ createdBy }) => createdBy))]);
  const now = ctx.clock.now();
  return rows.map(({ id, name, hint, rights, createdBy, createdAt, expiresAt, usedAt, calls }) => ({
    ...{ id, name, hint, rights, createdBy, createdAt, expiresAt, usedAt, calls },
    createdByName: names.get(createdBy) ?? null,
    isExpired: expiresAt <= now,
  }));
}

export type CreateApiTokenInput = {
  readonly name: string;
  readonly rights: readonly ApiRight[];
  readonly days: number;
  readonly by: string;
};

/** Makes a token, which is returned here and nowhere again; null where the shop has as many as it may have. */
export async function createApiToken(
  { shop, db, crypto, clock }: TokenDeps,
  { name, rights, days, by }: CreateApiTokenInput,
): Promise<string | null> {
  const token = `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const shopId = shop.id;
  const at = clock.now();
  return db.$transaction(async (tx) => {
    // Of two presses at once one counts the other's.
    await tx.$queryRaw`select 1 from shop where id = ${shopId}::uuid for no key update`;
    if ((await tx.apiToken.count({ where: { shopId } })) >= MOST_TOKENS) return null;
    const hint = token.slice(-HINT_LETTERS);
    const row = { shopId, name, rights: [...rights], hint, hash: hashOfToken(crypto, token) };
    const expiresAt = new Date(at.getTime() + days * DAY_MS);
    await tx.apiToken.create({ data: { ...row, createdBy: by, createdAt: at, expiresAt } });
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "api_token_made", at } as const;
    await recordFact(tx, shopId, { ...fact, params: { hint, days } });
    return token;
  });
}

/** Ends a token at once; false where there is none by that id. */
export async function endApiToken(
  { shop, db, clock }: Pick<TokenDeps, "shop" | "db" | "clock">,
  { tokenId, by }: { readonly tokenId: string; readonly by: string },
): Promise<boolean> {
  const shopId = shop.id;
  return db.$transaction(async (tx) => {
    const [ended] = await queryRows<{ readonly hint: string }>(
      tx,
      Prisma.sql`delete from api_token where shop_id = ${shopId}::uuid and id = ${tokenId}::uuid returning hint`,
    );
    if (!ended) return false;
    const { hint } = ended;
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "api_token_ended" } as const;
    await recordFact(tx, shopId, { ...fact, params: { hint }, at: clock.now() });
    return true;
  });
}

/** Whether it looks like one: what does not is nobody's, and the database is not asked about it. */
export function isApiToken(text: string): boolean {
  return TOKEN.test(text);
}

export function hashOfToken({ hash }: Pick<ShopContext["crypto"], "hash">, token: string): string {
  return hash(token, "api_token");
}
