import type { Prisma, PrismaClient, Shop, ShopifySession } from "@prisma/client";
import { Session } from "@shopify/shopify-api";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import { parseShopDomain, type ShopId } from "#app/platform/ids.ts";
import {
  domainOfSessionId,
  findOfflineSession,
  offlineRowId,
  offlineSessionId,
  openTokens,
  refreshSettledFields,
  sealTokens,
  withTokenLock,
} from "./session-rows.server.ts";

/** The five methods Shopify's library keeps its sessions with. */
export type SessionStorage = {
  storeSession(session: Session): Promise<boolean>;
  loadSession(id: string): Promise<Session | undefined>;
  deleteSession(id: string): Promise<boolean>;
  deleteSessions(ids: string[]): Promise<boolean>;
  findSessionsByShop(shop: string): Promise<Session[]>;
};

/**
 * Sessions in our own table, tokens encrypted and bound to their row. Storing one finds or creates the shop's row. The
 * offline session is the shop's, whatever domain it was stored under. A pair that no longer opens (its key was retired)
 * reads as no session, so that Shopify's library asks for a new one.
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
      await withTokenLock(db, shop.id, (tx) => store(tx, crypto, shop.id, session));
      return true;
    },
    async loadSession(id) {
      const row = await db.shopifySession.findFirst({ where: whereOf(id), include: { shop: true } });
      return row === null ? undefined : toSession(crypto, row);
    },
    async deleteSession(id) {
      await db.shopifySession.deleteMany({ where: whereOf(id) });
      return true;
    },
    async deleteSessions(ids) {
      await db.shopifySession.deleteMany({ where: { OR: ids.map(whereOf) } });
      return true;
    },
    async findSessionsByShop(domain) {
      const rows = await db.shopifySession.findMany({ where: { shop: { domain } }, include: { shop: true } });
      return rows.flatMap((row) => toSession(crypto, row) ?? []);
    },
  };
}

function whereOf(id: string): Prisma.ShopifySessionWhereInput {
  const domain = domainOfSessionId(id);
  return domain === null ? { id } : { isOnline: false, shop: { domain } };
}

async function store(
  tx: Prisma.TransactionClient,
  crypto: Crypto,
  shopId: ShopId,
  session: Session,
): Promise<void> {
  const user = session.onlineAccessInfo?.associated_user;
  const stored = session.isOnline ? null : await findOfflineSession(tx, shopId);
  const id = session.isOnline ? session.id : offlineRowId(shopId);
  const columns = {
    id,
    shopId,
    isOnline: session.isOnline,
    state: session.state,
    scope: session.scope ?? "",
    expiresAt: session.expires ?? null,
    refreshTokenExpiresAt: session.refreshTokenExpires ?? null,
    userId: user?.id === undefined ? null : String(user.id),
    accountOwner: user?.account_owner ?? false,
    ...sealTokens(crypto, id, {
      accessToken: session.accessToken ?? null,
      refreshToken: session.refreshToken ?? null,
    }),
    ...refreshSettledFields,
  };
  await tx.shopifySession.upsert({ where: { id: stored?.id ?? id }, create: columns, update: columns });
}

function toSession(
  crypto: Crypto,
  row: ShopifySession & { readonly shop: Pick<Shop, "domain"> },
): Session | undefined {
  const tokens = openOrForget(crypto, row);
  if (tokens === null) return undefined;
  const { domain } = row.shop;
  return new Session({
    id: row.isOnline ? row.id : offlineSessionId(domain),
    shop: domain,
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
