import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { startDevelopProcess } from "#test/support/app-process.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let home: string;
let database: TestDatabase;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "karwan-develop-"));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

/** What Shopify CLI puts into the environment of the `dev` command; nothing here needs a login. */
async function start(over: Readonly<Record<string, string>> = {}) {
  const env = {
    ...{ NODE_ENV: "development", HOST: "https://made-up-words.trycloudflare.com", SCOPES: "read_products" },
    ...{
      SHOPIFY_API_KEY: "0123456789abcdef0123456789abcdef",
      SHOPIFY_API_SECRET: "a-secret-of-the-dashboard",
    },
    ...{ DATABASE_URL: database.url, DATA_DIR: path.join(home, "data"), ENCRYPTION_KEYS: "", ...over },
  };
  return startDevelopProcess({ port: await freePort(), env, logFile: path.join(home, "app.log") });
}

const keyFile = () => path.join(home, "data", "development-encryption-key");

describe("npm run dev, as Shopify CLI starts it", () => {
  it("serves the app behind the tunnel, under a key of this machine's own that stays", async () => {
    const first = await start();
    const made = await readFile(keyFile(), "utf8");
    expect(made).toMatch(/^dev1:[A-Za-z0-9+/]{43}=\n$/);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const page = await fetch(`${first.url}/?shop=made-up.myshopify.com&host=bWFkZS11cA`, {
      redirect: "manual",
    });
    expect(page.headers.get("strict-transport-security")).not.toBeNull();
    await first.stop();
    const second = await start();
    expect(await readFile(keyFile(), "utf8")).toBe(made);
    await second.stop();
  }, 90_000);

  it("says what is missing where the CLI does not say who the app is", async () => {
    await expect(start({ SHOPIFY_API_SECRET: "" })).rejects.toThrow(/SHOPIFY_API_SECRET/);
  });
});
