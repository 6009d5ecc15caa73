import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";

type Target =
  | { readonly tag: "empty" }
  | { readonly tag: "schemaDatamodel"; readonly files: readonly { path: string; content: string }[] };
type DiffParams = {
  readonly from: Target;
  readonly to: Target;
  readonly script: true;
  readonly exitCode: null;
  readonly shadowDatabaseUrl: null;
  readonly filters: { readonly externalTables: []; readonly externalEnums: [] };
};
type SchemaEngine = { readonly diff: (params: DiffParams) => Promise<{ stdout: string | null }> };
type EngineOptions = { readonly datamodels: readonly (readonly [string, string])[] };
type Glue = {
  readonly __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
  readonly SchemaEngine: {
    readonly new: (options: EngineOptions, log: () => void, adapter: object) => Promise<SchemaEngine>;
  };
};

const path = "schema.prisma";

/** The SQL that leads from one schema to another. The engine wants a database to talk to, which it leaves alone. */
export async function diffSchemas(databaseUrl: string, from: string | null, to: string): Promise<string> {
  const glue = await loadGlue();
  const factory = bindMigrationAwareSqlAdapterFactory(
    new PrismaPg({ connectionString: databaseUrl, idleTimeoutMillis: 50 }),
  );
  const engine = await glue.SchemaEngine.new({ datamodels: [[path, to]] }, () => undefined, factory);
  const { stdout } = await engine.diff({
    from: from === null ? { tag: "empty" } : { tag: "schemaDatamodel", files: [{ path, content: from }] },
    to: { tag: "schemaDatamodel", files: [{ path, content: to }] },
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return (stdout ?? "").trim();
}

// The package hides the file that takes the compiled module by hand, hence the import by path.
async function loadGlue(): Promise<Glue> {
  const directory = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const glue = await import(pathToFileURL(join(directory, "schema_engine_bg.js")).href);
  const module = await WebAssembly.compile(await readFile(join(directory, "schema_engine_bg.wasm")));
  const instance = await WebAssembly.instantiate(module, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
  return glue;
}
