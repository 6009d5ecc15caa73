import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { createServer } from "vite";
import { type Env, takeCliVariables } from "./platform/process/env.server.ts";
import { type OpenPages, runWeb } from "./web.server.ts";

// The app while it is developed, on the stand-ins or as Shopify CLI starts it: the CLI says where the app is reached
// (`HOST`) and which app it is (`SHOPIFY_API_KEY`, `SHOPIFY_API_SECRET`, `PORT`); what else it needs may stand in `.env`.

const keyFile = "development-encryption-key";

/** Everybody knows the demo's key, and the tunnel is open to all: one of this machine's own is made once and kept. */
async function readOrMakeKey(folder: string): Promise<string> {
  const file = path.join(folder, keyFile);
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept !== "") return kept.trim();
  const made = `dev1:${randomBytes(32).toString("base64")}`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** Pages from their sources: Vite transforms what is asked for, and tells the browser of each change on the same port. */
async function findSources({ NODE_ENV, SHOPIFY_APP_URL }: Env): Promise<OpenPages> {
  if (NODE_ENV === "production") throw new Error("Production serves a build: use `npm start`");
  return async (server) => {
    const { hostname } = new URL(SHOPIFY_APP_URL);
    const vite = await createServer({
      appType: "custom",
      clearScreen: false,
      server: { middlewareMode: true, hmr: { server }, allowedHosts: [hostname] },
    });
    const build = async () => parseBuild(await vite.ssrLoadModule("virtual:remix/server-build"));
    // Vite has printed what is wrong with a source, and the next request of a page tries again.
    await build().catch(() => null);
    return { mode: "development", files: [vite.middlewares], build, close: () => vite.close() };
  };
}

function parseBuild(module: Readonly<Record<string, unknown>>): ServerBuild {
  if (!isBuild(module)) throw new Error("Vite loaded something else than the routes");
  return module;
}

function isBuild(module: object): module is ServerBuild {
  return "routes" in module && "entry" in module && "assets" in module;
}

if (existsSync(".env")) process.loadEnvFile(".env");
await takeCliVariables(readOrMakeKey);
await runWeb(findSources);
