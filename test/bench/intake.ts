import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { parseEncryptionKeys } from "#app/platform/crypto/encryption-keys.ts";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { type AppProcess, startAppProcess } from "#test/support/app-process.ts";
import {
  buildShopifyDelivery,
  buildSupplierDelivery,
  type Delivery,
  insertConnection,
  type SupplierWebhook,
  shopifySecret,
} from "#test/support/deliveries.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { percentile } from "./figures.ts";
import { loadFully, loadSteadily } from "./load.ts";

/** Many short ones: the machine's own speed changes within seconds, and both sides of a ratio should see the same of it. */
const ROUNDS = 12;
const WARM_UP_SECONDS = 6;
const GOAL_RATIO = 0.5;
/** Words at random: one letter repeated is next to nothing where PostgreSQL compresses what it stores. */
const BODY_FILLERS = Array.from({ length: 64 }, () => toWords(randomBytes(280)));

type IntakeBench = {
  readonly app: AppProcess;
  readonly bareUrl: string;
  readonly webhook: SupplierWebhook;
  readonly stored: () => Promise<number>;
};

/** Signed deliveries of 2 KB, half of each side, committed before their answer, beside a bare server doing the same. */
export async function benchIntake(options: ReadonlyMap<string, string>): Promise<boolean> {
  const seconds = Number(options.get("seconds") || 2);
  const home = await mkdtemp(path.join(tmpdir(), "karwan-bench-"));
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres({ directory: path.join(home, "postgres") });
  const closings: (() => Promise<unknown>)[] = [
    () => rm(home, { recursive: true, force: true }),
    postgres.stop,
  ];
  try {
    return await measure(await prepare(postgres.url, home, closings), seconds);
  } finally {
    for (const closing of closings.reverse()) await closing();
  }
}

async function prepare(
  databaseUrl: string,
  home: string,
  closings: (() => Promise<unknown>)[],
): Promise<IntakeBench> {
  const keys = `bench:${randomBytes(32).toString("base64")}`;
  const port = await freePort();
  const env = {
    NODE_ENV: "test",
    ROLE: "web",
    LOG_LEVEL: "warn",
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: keys,
  };
  const app = await startAppProcess({ port, env, logFile: path.join(home, "app.log") });
  closings.push(() => app.stop());
  const database = connectDatabase(databaseUrl, { poolSize: 2 });
  closings.push(database.close);
  const shop = await database.prisma.shop.create({ data: { domain: "karwan-demo.myshopify.com" } });
  const crypto = createCrypto(parseEncryptionKeys(keys) ?? []);
  // One secret for both sides, as the bare server knows one.
  const webhook = await insertConnection(database.prisma, crypto, shop.id, { secret: shopifySecret });
  const bareUrl = await startBareServer(await createBareDatabase(databaseUrl), closings);
  return { app, bareUrl, webhook, stored: () => database.prisma.delivery.count() };
}

/** Beside the app's, in the same server: the same disk and the same durability. */
async function createBareDatabase(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("create database bare");
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = "/bare";
  return url.href;
}

async function startBareServer(databaseUrl: string, closings: (() => Promise<unknown>)[]): Promise<string> {
  const port = await freePort();
  const env = { ...process.env, SECRET: shopifySecret, DATABASE_URL: databaseUrl, PORT: String(port) };
  const script = path.join(import.meta.dirname, "bare-intake.ts");
  const child: ChildProcess = spawn(process.execPath, [script], { env, stdio: "inherit" });
  closings.push(async () => child.kill("SIGKILL"));
  const url = `http://localhost:${port}`;
  await waitFor(
    () =>
      fetch(url, { method: "POST" }).then(
        () => true,
        () => false,
      ),
    { what: "the bare server" },
  );
  return url;
}

async function measure(bench: IntakeBench, seconds: number): Promise<boolean> {
  const ours = () => buildDelivery(bench.app.url, bench.webhook);
  const bare = () => ({ ...ours(), url: bench.bareUrl });
  // Both until they are compiled: what is larger takes longer to get there.
  await loadFully(ours, WARM_UP_SECONDS);
  await loadFully(bare, WARM_UP_SECONDS);
  const rounds: { readonly ours: number; readonly bare: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [bareLoad, ourLoad] = [await loadFully(bare, seconds), await loadFully(ours, seconds)];
    rounds.push({ ours: ourLoad.perSecond, bare: bareLoad.perSecond });
    console.log(
      `round ${round}: ours ${ourLoad.perSecond.toFixed(0)}/s, bare ${bareLoad.perSecond.toFixed(0)}/s, ` +
        `ratio ${(ourLoad.perSecond / bareLoad.perSecond).toFixed(2)}`,
    );
  }
  const ratio = percentile(
    rounds.map((round) => round.ours / round.bare),
    0.5,
  );
  const half =
    percentile(
      rounds.map((round) => round.ours),
      0.5,
    ) / 2;
  console.log(
    `median ratio ${ratio.toFixed(2)}; goal at least ${GOAL_RATIO}: ${ratio >= GOAL_RATIO ? "met" : "missed"}`,
  );
  const before = await bench.stored();
  const steady = await loadSteadily(ours, seconds * 5, Math.round(half));
  const stored = (await bench.stored()) - before;
  console.log(
    `at half load, ${half.toFixed(0)}/s: p50 ${percentile(steady.tookMs, 0.5).toFixed(1)} ms, ` +
      `p99 ${percentile(steady.tookMs, 0.99).toFixed(1)} ms; answered ${steady.answered}, stored ${stored}`,
  );
  return ratio >= GOAL_RATIO && stored === steady.answered;
}

function toWords(bytes: Buffer): string {
  return [...bytes].map((byte) => `w${byte.toString(8)}rd`.padEnd(6, "s")).join(" ");
}

let sent = 0;

function buildDelivery(url: string, webhook: SupplierWebhook): Delivery {
  sent += 1;
  const note = BODY_FILLERS[sent % BODY_FILLERS.length];
  if (sent % 2 === 0) return buildShopifyDelivery(url, "orders/updated", { id: sent, note });
  const data = { externalOrderId: `bench-${randomUUID()}`, note };
  return buildSupplierDelivery(url, webhook, { data });
}
