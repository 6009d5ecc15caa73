import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { takeCliVariables } from "./platform/process/env.server.ts";
import { runWeb } from "./web.server.ts";

// The process of `npm run dev`, as Shopify CLI starts it: the CLI says where the app is reached (`HOST`, its tunnel) and
// which app it is (`SHOPIFY_API_KEY`, `SHOPIFY_API_SECRET`, `PORT`); what else it needs may stand in `.env`.

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

if (existsSync(".env")) process.loadEnvFile(".env");
await takeCliVariables(readOrMakeKey);
await runWeb();
