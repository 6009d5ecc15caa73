import type { Prisma, PrismaClient, ShopifySession } from "@prisma/client";
import { Session } from "@shopify/shopify-api";
import type { Crypto } from "#app/platform/crypto.ts";
import { parseShopDomain } from "#app/platform/ids.ts";
import { openTokens, sealTokens, withTokenLock } from "./session-rows.server.ts";

/** The five methods Shopify's library keeps its sessions with. */
export type SessionStorage = {
  storeSession(session: Session): Promise<boolean>;
  loadSession(id: string): Promise<Session | undefined>;
  deleteSession(id: string): Promise<boolean>;
  deleteSessions(ids: string[]): Promise<boolean>;
  findSessionsByShop(shop: string): Promise<Session[]>;
};

/**
 * Sessions in our own table, tokens encrypted and bound to their row. Storing one finds or creates the shop's row.
 * A pair that no longer opens (its key was retired) reads as no session, so that Shopify's library asks for a new one.
 */
export function createSessionStorage(options: {
  readonly db: PrismaClient;
  readonly crypto: Crypto;
}): SessionStorage {
  const { db, crypto } = options;
  return {
    async storeSession(session) {
      const shopDomain = parseShopDomain(session.shop);
      const shop = await db.shop.upsert({
        where: { domain: shopDomain },
        create: { domain: shopDomain },
        update: {},
        select: { id: true },
      });
      await withTokenLock(db, shopDomain, (tx) => store(tx, crypto, shop.id, session));
      return true;
    },
    async loadSession(id) {
      const row = await db.shopifySession.findUnique({ where: { id }, include: { shop: true } });
      return row === null ? undefined : toSession(crypto, row, row.shop.domain);
    },
    async deleteSession(id) {
      await db.shopifySession.deleteMany({ where: { id } });
      return true;
    },
    async deleteSessions(ids) {
      await db.shopifySession.deleteMany({ where: { id: { in: ids } } });
      return true;
    },
    async findSessionsByShop(domain) {
      const rows = await db.shopifySession.findMany({ where: { shop: { domain } } });
      return rows.flatMap((row) => toSession(crypto, row, domain) ?? []);
    },
  };
}

async function store(
  tx: Prisma.TransactionClient,
  crypto: Crypto,
  shopId: string,
  session: Session,
): Promise<void> {
  const user = session.onlineAccessInfo?.associated_user;
  const columns = {
    shopId,
    isOnline: session.isOnline,
    state: session.state,
    scope: session.scope ?? "",
    expiresAt: session.expires ?? null,
    refreshTokenExpiresAt: session.refreshTokenExpires ?? null,
    userId: user?.id === undefined ? null : String(user.id),
    accountOwner: user?.account_owner ?? false,
    ...sealTokens(crypto, session.id, {
      accessToken: session.accessToken ?? null,
      refreshToken: session.refreshToken ?? null,
    }),
  };
  await tx.shopifySession.upsert({
    where: { id: session.id },
    create: { id: session.id, ...columns },
    update: columns,
  });
}

function toSession(crypto: Crypto, row: ShopifySession, shop: string): Session | undefined {
  const tokens = openOrForget(crypto, row);
  if (tokens === null) return undefined;
  return new Session({
    id: row.id,
    shop,
    state: row.state,
    isOnline: row.isOnline,
    scope: row.scope,
    ...(row.expiresAt === null ? {} : { expires: row.expiresAt }),
    ...(row.refreshTokenExpiresAt === null ? {} : { refreshTokenExpires: row.refreshTokenExpiresAt }),
    ...(tokens.accessToken === null ? {} : { accessToken: tokens.accessToken }),
    ...(tokens.refreshToken === null ? {} : { refreshToken: tokens.refreshToken }),
  });
}

function openOrForget(crypto: Crypto, row: ShopifySession) {
  try {
    return openTokens(crypto, row.id, row);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "sealed_value_unreadable") return null;
    throw error;
  }
}
