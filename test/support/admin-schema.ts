import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";
import { extract } from "tar";

/**
 * The real Admin API schema, as Shopify publishes it inside the npm package `@shopify/dev-mcp`.
 * It is fetched once by `npm pack`, checked against a pinned integrity, and cached outside version control.
 */
export const ADMIN_API_VERSION = "2026-10";

const PACKAGE = "@shopify/dev-mcp@1.16.0";
const INTEGRITY =
  "sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==";
const MEMBER = `package/dist/data/admin_${ADMIN_API_VERSION}.json.gz`;
const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const CACHE = join(PROJECT, "node_modules", ".cache", "karwan");
const CACHED_SCHEMA = join(
  CACHE,
  `admin_${ADMIN_API_VERSION}.${INTEGRITY.slice(7, 19).replace(/\W/g, "_")}.json.gz`,
);

export type OfflineScope = {
  readonly typeName: string;
  readonly fieldName?: string;
  readonly requiredAccess?: string;
  readonly offlineScopes: readonly string[];
};

type SchemaFile = {
  readonly data: IntrospectionQuery;
  readonly offline_scopes: { readonly items: readonly OfflineScope[] };
};

let file: SchemaFile | undefined;
let schema: GraphQLSchema | undefined;

/** Returns the executable-ready schema; `prefetchAdminSchema` must have run on this machine before. */
export function loadAdminSchema(): GraphQLSchema {
  schema ??= buildClientSchema(readSchemaFile().data, { assumeValid: true });
  return schema;
}

/** Lists which access scopes each type and field asks for, as far as Shopify's own file knows. */
export function offlineScopes(): readonly OfflineScope[] {
  return readSchemaFile().offline_scopes.items;
}

/** Makes sure the schema is in the cache. Safe to call from several processes at once. */
export async function prefetchAdminSchema(): Promise<string> {
  if (existsSync(CACHED_SCHEMA)) return CACHED_SCHEMA;
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), "karwan-schema-"));
  try {
    const tarball = await packTarball(work);
    await extract({ file: tarball, cwd: work }, [MEMBER]);
    const ready = join(CACHE, `${process.pid}.${Date.now()}.partial`);
    await writeFile(ready, await readFile(join(work, MEMBER)));
    await rename(ready, CACHED_SCHEMA);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return CACHED_SCHEMA;
}

async function packTarball(into: string): Promise<string> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await promisify(execFile)(npm, ["pack", PACKAGE, "--pack-destination", into], { cwd: into });
  const tarball = join(into, "shopify-dev-mcp-1.16.0.tgz");
  const integrity = `sha512-${createHash("sha512")
    .update(await readFile(tarball))
    .digest("base64")}`;
  if (integrity !== INTEGRITY)
    throw new Error(`${PACKAGE} has integrity ${integrity}, which is not the pinned one`);
  return tarball;
}

function readSchemaFile(): SchemaFile {
  if (file) return file;
  if (!existsSync(CACHED_SCHEMA)) {
    throw new Error("The Admin schema is not cached: run `npx node test/support/admin-schema.ts` first");
  }
  file = parseSchemaFile(gunzipSync(readFileSync(CACHED_SCHEMA)).toString("utf8"));
  return file;
}

function parseSchemaFile(text: string): SchemaFile {
  return JSON.parse(text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await prefetchAdminSchema());
}
