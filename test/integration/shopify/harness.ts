import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { createAdminAccess } from "#app/shopify/admin-access.server.ts";
import { REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { createSessionStorage } from "#app/shopify/session-storage.server.ts";
import { createShopifyAdmin } from "#app/shopify/shopify-admin.server.ts";
import { createShopifyApp } from "#app/shopify/shopify-app.server.ts";
import { createShopifyFetch } from "#app/shopify/shopify-fetch.server.ts";
import { createTokenEndpoint } from "#app/shopify/token-endpoint.server.ts";
import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type ShopifyStandin, startShopifyStandin } from "#test/standins/shopify/server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

export { DEMO_SHOP };

export const APP_URL = "http://localhost:3000";
const AGENT = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36";

/** Our side of Shopify, over a real database and a Shopify that speaks HTTP. The clock is movable. */
export async function startShopifySide(shops: readonly string[] = [DEMO_SHOP]) {
  const standin = await startShopifyStandin({
    apiKey: DEMO_API_KEY,
    apiSecret: DEMO_API_SECRET,
    appUrl: APP_URL,
    scopes: REQUIRED_SCOPES,
    shops: [...shops],
    routingDelayMs: 0,
  });
  const database = await createTestDatabase();
  return { ...assemble(standin, database), stop: () => stop(standin, database) };
}

export type ShopifySide = Awaited<ReturnType<typeof startShopifySide>>;

function assemble(standin: ShopifyStandin, database: TestDatabase) {
  let skewMs = 0;
  const logged: object[] = [];
  const db = database.prisma;
  const crypto = createCrypto([{ id: "test", key: Buffer.alloc(32, 7) }]);
  const clock = { now: () => new Date(Date.now() + skewMs) };
  const log = {
    debug: (entry: object) => void logged.push(entry),
    info: (entry: object) => void logged.push(entry),
    warn: (entry: object) => void logged.push(entry),
    error: (entry: object) => void logged.push(entry),
  };
  const fetch = createShopifyFetch({ standinUrl: standin.url });
  const tokenEndpoint = createTokenEndpoint({
    apiKey: DEMO_API_KEY,
    apiSecrets: [DEMO_API_SECRET],
    fetch,
    clock,
  });
  const sessionStorage = createSessionStorage({ db, crypto });
  const newAccess = () => createAdminAccess({ db, crypto, tokenEndpoint, clock });
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
    skewMs += ms;
    standin.control.clock({ advance: { seconds: ms / 1000 } });
  };
  const access = newAccess();
  const app = createShopifyApp({
    apiKey: DEMO_API_KEY,
    apiSecrets: [DEMO_API_SECRET],
    appUrl: APP_URL,
    sessionStorage,
    fetch,
    log,
    clock,
  });
  const shopifyAdmin = createShopifyAdmin({ access, fetch, clock, log, sleep });
  return {
    standin,
    fetch,
    db,
    pool: database.pool,
    crypto,
    clock,
    log,
    logged,
    slept,
    app,
    access,
    newAccess,
    sessionStorage,
    shopifyAdmin,
    tokenEndpoint,
    /** Both clocks, ours and Shopify's. */
    advance(seconds: number) {
      skewMs += seconds * 1000;
      standin.control.clock({ advance: { seconds } });
    },
    resetClock() {
      skewMs = 0;
      standin.control.clock({ set: new Date().toISOString() });
    },
    /** A page of the app asked for by App Bridge's fetch. */
    request(domain: string = DEMO_SHOP, userId = 1): Request {
      const token = standin.control.sessionToken({ shop: domain, userId });
      return new Request(`${APP_URL}/`, {
        headers: { authorization: `Bearer ${token}`, "user-agent": AGENT },
      });
    },
    /** Opens the app once, so that the shop has a row and a token; and its Admin client. */
    async openShop(domain: string = DEMO_SHOP) {
      await app.authenticateAdmin(this.request(domain));
      const shop = await db.shop.findUniqueOrThrow({ where: { domain } });
      return { shop, db, crypto, clock, log, admin: shopifyAdmin.clientFor(shop) };
    },
    tokenRequests: () => standin.control.requests().filter(({ kind }) => kind === "oauth"),
  };
}

async function stop(standin: ShopifyStandin, database: TestDatabase): Promise<void> {
  await standin.close();
  await database.drop();
}
