import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { type AdminFrame, startAdminFrame } from "#test/standins/admin/server.ts";
import { type MailStandin, startMailStandin } from "#test/standins/mail/server.ts";
import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import type { ShopifyStandinOptions } from "#test/standins/shopify/options.ts";
import { type ShopifyStandin, startShopifyStandin } from "#test/standins/shopify/server.ts";
import { DEMO_WEBHOOK_HOST } from "#test/standins/supplier/defaults.ts";
import type { SupplierStandinOptions } from "#test/standins/supplier/options.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { readAppConfiguration } from "./app-configuration.ts";
import {
  type AppProcess,
  type AppProcessOptions,
  startAppProcess,
  startWorkerProcess,
  type WorkerProcess,
} from "./app-process.ts";
import { watchLog } from "./watched.ts";

/** What a world's app asks of whoever reads its metrics. */
export const WORLD_METRICS_TOKEN = "metrics-token-of-the-world";

export type WorldOptions = {
  /** An empty database with nobody else in it; without it an embedded server is started and thrown away. */
  readonly databaseUrl?: string;
  readonly ports?: { readonly app?: number; readonly admin?: number };
  /** Over what the world sets itself. */
  readonly env?: Readonly<Record<string, string>>;
  readonly shopify?: Partial<ShopifyStandinOptions>;
  readonly supplier?: SupplierStandinOptions;
  readonly logFile?: string;
  /** How the app is started; without it as in production, from the build. */
  readonly startApp?: (options: AppProcessOptions) => Promise<AppProcess>;
  /** Where its files are kept until it closes, its processes' ids in `pids`; without it a temporary folder. */
  readonly home?: string;
};

export type World = {
  readonly app: AppProcess;
  readonly shopify: ShopifyStandin;
  readonly supplier: SupplierStandin;
  /** The operator's mail server. */
  readonly mail: MailStandin;
  readonly admin: AdminFrame;
  readonly databaseUrl: string;
  /** Starts the app again, on the same port and database, after it left; `env` goes over the world's, this once. */
  restartApp(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Starts one more process of the app, at an address of its own, on the same database. It is stopped when the world closes. */
  startSecondApp(): Promise<AppProcess>;
  /** Starts one more process that only works, beside whatever runs. It is killed when the world closes. */
  startWorker(env?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
  /** Asks the app's database: who waits for the app asks it over and over, which costs less than a page. */
  query(text: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
};

type Closing = () => Promise<unknown>;

/**
 * The whole stack, as the demo and the browser tests meet it: a database, both stand-ins, the admin frame, and the
 * app as a process of its own. Whatever was started is stopped again when a later part does not start.
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const closings: Closing[] = [];
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    return await openWorld(options, closings, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function openWorld(options: WorldOptions, closings: Closing[], close: Closing): Promise<World> {
  const home = options.home ?? (await mkdtemp(path.join(tmpdir(), "karwan-world-")));
  await mkdir(home, { recursive: true });
  // PostgreSQL runs as another user when we are root, and has to get in.
  await chmod(home, 0o755);
  closings.push(() => rm(home, { recursive: true, force: true }));
  const databaseUrl = options.databaseUrl ?? (await openDatabase(path.join(home, "postgres"), closings));
  const port = await freePort(options.ports?.app);
  const appUrl = `http://localhost:${port}`;
  const { shopify, supplier } = await openStandins(options, port, closings);
  const mail = await startMailStandin();
  closings.push(mail.close);
  const admin = await startAdminFrame({
    appUrl,
    appName: "Karwan",
    shop: DEMO_SHOP,
    shopifyControlUrl: shopify.controlUrl,
    supplierControlUrl: supplier.controlUrl,
    storefrontUrl: `http://${DEMO_SHOP.split(".")[0]}.localhost:${new URL(shopify.url).port}`,
    mails: mail.received,
    port: await freePort(options.ports?.admin),
  });
  closings.push(admin.close);
  const env = {
    ...environmentOf({ appUrl, databaseUrl, shopify, supplier, mail, admin }),
    DATA_DIR: path.join(home, "data"),
    ...options.env,
  };
  const logFile = options.logFile ?? path.join(home, "app.log");
  const unwatchLog = watchLog(logFile);
  closings.push(async () => unwatchLog());
  const pidFile = path.join(home, "pids");
  const startApp = options.startApp ?? startAppProcess;
  const start = (over = {}) => startApp({ port, env: { ...env, ...over }, logFile, pidFile });
  let app = await start();
  closings.push(() => app.stop());
  const workers: WorkerProcess[] = [];
  closings.push(() => Promise.all(workers.map((worker) => worker.kill())));
  return {
    get app() {
      return app;
    },
    shopify,
    supplier,
    mail,
    admin,
    databaseUrl,
    restartApp: async (over) => {
      app = await start(over);
    },
    query: openQueries(databaseUrl, closings),
    startSecondApp: async () => {
      const file = path.join(home, "second-app.log");
      const second = await startApp({ port: await freePort(), env, logFile: file, pidFile });
      closings.push(() => second.stop());
      return second;
    },
    startWorker: async (over = {}) => {
      const file = path.join(home, `worker-${workers.length + 1}.log`);
      const worker = await startWorkerProcess({ env: { ...env, ...over }, logFile: file, pidFile });
      workers.push(worker);
      return worker;
    },
    close: async () => {
      await close();
    },
  };
}

async function openDatabase(directory: string, closings: Closing[]): Promise<string> {
  const postgres = await startEmbeddedPostgres({ directory, durability: "none" });
  closings.push(postgres.stop);
  return postgres.url;
}

/** Its connections are opened when it is first asked. */
function openQueries(connectionString: string, closings: Closing[]): World["query"] {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // One that the server ends while nobody asks is opened anew.
  pool.on("error", () => undefined);
  closings.push(() => pool.end());
  return async (text, values) => (await pool.query(text, [...values])).rows;
}

async function openStandins(options: WorldOptions, appPort: number, closings: Closing[]) {
  const { scopes, optionalScopes, subscriptions, flowTriggers, appProxy } = await readAppConfiguration();
  const appUrl = `http://localhost:${appPort}`;
  const shopify = await startShopifyStandin({
    apiKey: DEMO_API_KEY,
    apiSecret: DEMO_API_SECRET,
    appUrl,
    // A shop that allowed all it may be asked for, unless a test is about the asking.
    scopes: [...scopes, ...optionalScopes],
    optionalScopes,
    subscriptions,
    flowTriggers,
    appProxy,
    themeExtension: path.resolve("extensions/storefront-blocks"),
    shops: [DEMO_SHOP],
    ...options.shopify,
  });
  closings.push(() => shopify.close());
  const supplier = await startSupplierStandin({
    hosts: { [DEMO_WEBHOOK_HOST]: appUrl },
    ...options.supplier,
  });
  closings.push(() => supplier.close());
  return { shopify, supplier };
}

type Parts = {
  appUrl: string;
  databaseUrl: string;
  shopify: ShopifyStandin;
  supplier: SupplierStandin;
  mail: MailStandin;
  admin: AdminFrame;
};

function environmentOf(parts: Parts): Record<string, string> {
  const { appUrl, databaseUrl, shopify, supplier, mail, admin } = parts;
  return {
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    SHOPIFY_API_KEY: DEMO_API_KEY,
    SHOPIFY_API_SECRET: DEMO_API_SECRET,
    SHOPIFY_APP_URL: appUrl,
    SHOPIFY_STANDIN_URL: shopify.url,
    SERVICE_BASE_URL: supplier.baseUrl,
    SMTP_URL: mail.url,
    MAIL_FROM: "Karwan <mail@karwan.example>",
    SERVICE_DASHBOARD_URL: "https://dashboard.karwan-catalog.example",
    WEBHOOK_BASE_URL: `https://${DEMO_WEBHOOK_HOST}`,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `world:${randomBytes(32).toString("base64")}`,
    APP_BRIDGE_URL: `${admin.url}/app-bridge.js`,
    ADMIN_FRAME_ORIGIN: admin.url,
    EXTENSION_ORIGIN: admin.extensionsUrl,
    EGRESS_ADDRESSES: "127.0.0.1",
    METRICS_TOKEN: WORLD_METRICS_TOKEN,
  };
}
