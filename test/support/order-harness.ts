import type { Prisma } from "@prisma/client";
import { type App, createApp } from "#app/app.server.ts";
import { importProduct } from "#app/domain/catalog/import/import-product.server.ts";
import { createShopContext, type ShopContext } from "#app/domain/context/shop-context.server.ts";
import { orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { type SettingsChange, saveSettings } from "#app/domain/shops/save-settings.server.ts";
import { onDeadWork, workHandlers } from "#app/jobs/work-handlers.server.ts";
import { startWorker } from "#app/jobs/worker.server.ts";
import type { ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { startWeb } from "#app/web.server.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type ShopifyStandin, startShopifyStandin } from "#test/standins/shopify/server.ts";
import { DEMO_WEBHOOK_HOST } from "#test/standins/supplier/defaults.ts";
import type { SupplierStandinOptions } from "#test/standins/supplier/options.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { describeShopNow } from "#test/support/describe-work.ts";
import { readAppConfiguration } from "./app-configuration.ts";
import { createChangeWatch, endGathering, type OrderWork } from "./end-gathering.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";
import { waitFor } from "./wait-for.ts";

const agent = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36";

export type OrderRow = Prisma.OrderGetPayload<{ include: typeof orderRecordInclude }>;

/** What is placed in a shop: the customer's cart, and by whom it is paid. */
export type Placing = Omit<NewOrder, "lines"> & {
  readonly lines: NewOrder["lines"];
};

export type OrderHarness = {
  readonly app: App;
  readonly shopify: ShopifyStandin;
  readonly supplier: SupplierStandin;
  readonly shopId: ShopId;
  context(): Promise<ShopContext>;
  settings(change: Omit<SettingsChange, "by">): Promise<void>;
  connect(key: string): Promise<void>;
  /** Imports a product and returns its Shopify variants' gids, in the catalog's order. */
  list(productId: string): Promise<readonly string[]>;
  /** A customer checks out; cash on delivery and Rs 200 of shipping unless said otherwise. */
  place(
    order: Placing,
  ): Promise<{ readonly gid: string; readonly name: string; readonly lineIds: readonly string[] }>;
  findOrder(gid: string): Promise<OrderRow | null>;
  /** Waits until the order's row is as asked and nothing is left to do for it. */
  until(gid: string, isSo: (order: OrderRow) => boolean, what: string): Promise<OrderRow>;
  close(): Promise<void>;
};

/** The app with its worker in this process, on a real database, between both stand-ins; one shop set up and connected. */
export async function startOrderHarness(
  options: { readonly supplier?: SupplierStandinOptions; readonly key?: string } = {},
): Promise<OrderHarness> {
  const database = await createTestDatabase();
  const port = await freePort();
  const appUrl = `http://localhost:${port}`;
  const { scopes, optionalScopes, subscriptions, flowTriggers, appProxy } = await readAppConfiguration();
  const shopify = await startShopifyStandin({
    ...{ apiKey: DEMO_API_KEY, apiSecret: DEMO_API_SECRET, appUrl, subscriptions, flowTriggers, appProxy },
    ...{ scopes: [...scopes, ...optionalScopes], optionalScopes },
    ...{ shops: [DEMO_SHOP], routingDelayMs: 0, bucket: { maximum: 20_000, restorePerSecond: 2000 } },
    // What a busy machine did not answer within five seconds is sent again before a test has waited in vain.
    retryDelaysMs: [1, 2, 4, 8, 16].map((seconds) => seconds * 1000),
  });
  const supplier = await startSupplierStandin({
    hosts: { [DEMO_WEBHOOK_HOST]: appUrl },
    ...options.supplier,
  });
  const env = readEnv({
    ...{ NODE_ENV: "test", LOG_LEVEL: "silent", PORT: String(port), SHOPIFY_APP_URL: appUrl },
    ...{
      SHOPIFY_API_KEY: DEMO_API_KEY,
      SHOPIFY_API_SECRET: DEMO_API_SECRET,
      SHOPIFY_STANDIN_URL: shopify.url,
    },
    ...{ SERVICE_BASE_URL: supplier.baseUrl, WEBHOOK_BASE_URL: `https://${DEMO_WEBHOOK_HOST}` },
  });
  const app = await createApp(env, { database });
  const web = await startWeb(app, null, port);
  const worker = await startWorker(app, { handlers: workHandlers, onDead: onDeadWork });
  const shopId = await setUp(app, shopify, appUrl);
  const harness = createHarness({ app, database, shopify, supplier, shopId });
  await harness.connect(options.key ?? "lk_demo:live-demo-secret");
  return {
    ...harness,
    close: async () => {
      await worker.stop();
      await web.close();
      await shopify.close();
      await supplier.close();
      await app.close();
      await database.drop();
    },
  };
}

/** The first open of the app: a token is exchanged and the shop set up. */
async function setUp(app: App, shopify: ShopifyStandin, appUrl: string): Promise<ShopId> {
  const token = shopify.control.sessionToken({ shop: DEMO_SHOP, userId: 1 });
  const headers = { authorization: `Bearer ${token}`, "user-agent": agent };
  await app.shopify.authenticateAdmin(new Request(`${appUrl}/`, { headers }));
  const shop = await app.db.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
  await installShop(await createShopContext(app, shop.id), { appUrl });
  await letPay(app, shop.id);
  return shop.id;
}

/** Those by whom the tests press may spend the wallet; in the app every press has Shopify say who it is. */
async function letPay({ db }: App, shopId: ShopId): Promise<void> {
  const row = { shopId, rights: ["pay" as const], seenAt: new Date() };
  await db.staffMember.createMany({
    data: ["1", "7", "8", "Ali", "Test", "Somebody"].map((userId) => ({ ...row, userId })),
  });
}

type Parts = Pick<OrderHarness, "app" | "shopify" | "supplier" | "shopId"> & {
  readonly database: TestDatabase;
};

function createHarness({ app, shopify, supplier, shopId }: Parts): Omit<OrderHarness, "close"> {
  const context = () => createShopContext(app, shopId);
  const findOrder = (orderGid: string) =>
    app.db.order.findUnique({
      where: { shopId_orderGid: { shopId, orderGid } },
      include: orderRecordInclude,
    });
  return {
    ...{ app, shopify, supplier, shopId, context, findOrder },
    settings: async (change) => void (await saveSettings(await context(), { by: "Test", ...change })),
    connect: async (key) => {
      await connect(context, key);
      await catalogRead(app, shopId);
    },
    list: (productId) => list({ app, shopify, context }, productId),
    place: async (order) => {
      const placed = shopify.control.placeOrder({ payment: "cod", shipping: 200, ...order });
      return { gid: placed.id, name: placed.name, lineIds: placed.lineIds };
    },
    async until(gid, isSo, what) {
      const mayDiffer = createChangeWatch();
      return waitFor(
        async () => {
          const work = await endGathering({ app, shopId }, gid);
          if (!work || !isAtRest(work) || !mayDiffer(work)) return null;
          const row = await findOrder(gid);
          return row && isSo(row) ? row : null;
        },
        {
          ...{ what, everyMs: 50 },
          describe: async () =>
            `${describeOrder(await findOrder(gid))}\n${await describeShopNow({ app, shopId, shopify })}`,
        },
      );
    },
  };
}

async function connect(context: () => Promise<ShopContext>, key: string): Promise<void> {
  const [keyId = "", secret = ""] = key.split(":");
  const outcome = await connectSupplier(await context(), {
    keyId,
    secret,
    by: "Test",
    otherReceiver: "keep",
  });
  if (outcome.kind !== "connected") throw new Error(`Not connected: ${JSON.stringify(outcome)}`);
}

/** A new connection reads the catalog at once; tests that count calls begin after that. */
async function catalogRead({ db }: App, shopId: ShopId): Promise<void> {
  const isOver = { OR: [{ lastRanAt: { not: null } }, { lastError: { not: null } }] };
  await waitFor(
    async () => (await db.schedule.count({ where: { shopId, kind: "catalog", NOT: isOver } })) === 0,
    { what: "the catalog to be read", everyMs: 50 },
  );
}

async function list(
  { app, shopify, context }: Pick<OrderHarness, "app" | "shopify" | "context">,
  productId: string,
): Promise<readonly string[]> {
  const ctx = await context();
  const supplierProductId = asId<SupplierProductId>(productId);
  await importProduct(ctx, { supplierProductId, by: "Test" });
  const where = { shopId: ctx.shop.id, supplierProductId, state: "ready" as const };
  const listing = await waitFor(() => app.db.listing.findFirst({ where, include: { variants: true } }), {
    what: `${productId} to be listed`,
    everyMs: 50,
  });
  // What a test key imports the merchant puts on the channels by hand.
  if (listing.mode === "test") shopify.control.setChannels({ id: listing.productGid ?? "" });
  return listing.variants
    .toSorted((a, b) => a.supplierVariantId.localeCompare(b.supplierVariantId))
    .flatMap(({ variantGid }) => (variantGid ? [variantGid] : []));
}

/** Nothing is being done for an order, or soon will be; what is looked at again later may be long from now. */
function isAtRest({ isTaken, nextRunAt }: OrderWork): boolean {
  return !isTaken && (nextRunAt === null || nextRunAt.getTime() > Date.now() + 30_000);
}

function describeOrder(order: OrderRow | null): string {
  if (!order) return "there is no such order yet";
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels.map(({ status }) => status));
  return `it is ${order.state} (${order.holdCode ?? "no hold"}), parcels: ${parcels.join(", ") || "none"}`;
}
