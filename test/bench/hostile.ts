import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { parseEncryptionKeys } from "#app/platform/crypto/encryption-keys.ts";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { startAppProcess } from "#test/support/app-process.ts";
import { insertConnection } from "#test/support/deliveries.ts";
import { benchFlood } from "./hostile/flood.ts";
import type { HostileBench } from "./hostile/hostile-bench.ts";
import { benchTexts } from "./hostile/texts.ts";
import { benchUnknownAddress } from "./hostile/unknown-address.ts";

const cases: Readonly<
  Record<string, (bench: HostileBench, options: ReadonlyMap<string, string>) => Promise<boolean>>
> = { flood: benchFlood, address: benchUnknownAddress, texts: (_, options) => benchTexts(options) };

/** What strangers can send: how much memory it takes, how long it takes, and what it gives away. `--only <case>`. */
export async function benchHostile(options: ReadonlyMap<string, string>): Promise<boolean> {
  const only = options.get("only");
  const home = await mkdtemp(path.join(tmpdir(), "karwan-bench-"));
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres({ directory: path.join(home, "postgres") });
  const closings: (() => Promise<unknown>)[] = [
    () => rm(home, { recursive: true, force: true }),
    postgres.stop,
  ];
  try {
    const bench = await openBench(postgres.url, home, closings);
    const results: boolean[] = [];
    for (const [name, run] of Object.entries(cases))
      if (only === undefined || only === name) results.push(await run(bench, options));
    return results.every(Boolean);
  } finally {
    for (const closing of closings.reverse()) await closing();
  }
}

async function openBench(
  databaseUrl: string,
  home: string,
  closings: (() => Promise<unknown>)[],
): Promise<HostileBench> {
  const keys = `bench:${randomBytes(32).toString("base64")}`;
  const env = {
    NODE_ENV: "test",
    ROLE: "web",
    LOG_LEVEL: "info",
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: keys,
  };
  const app = await startAppProcess({ port: await freePort(), env, logFile: path.join(home, "app.log") });
  closings.push(() => app.stop());
  const database = connectDatabase(databaseUrl, { poolSize: 2 });
  closings.push(database.close);
  const shop = await database.prisma.shop.create({ data: { domain: "karwan-demo.myshopify.com" } });
  const crypto = createCrypto(parseEncryptionKeys(keys) ?? []);
  return { app, webhook: await insertConnection(database.prisma, crypto, shop.id) };
}
