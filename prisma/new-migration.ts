import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import { columnTypes } from "./column-types.ts";
import { diffSchemas } from "./schema-diff.ts";

// Writes prisma/migrations/<time>_<name>/migration.sql: the step from the committed schema to the one in the folder, and
// the checks of the closed columns that are named, anew from their lists.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "string", multiple: true, default: [] } },
});
const [name] = positionals;
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  fail("Usage: node prisma/new-migration.ts <name_in_snake_case> [--check <table>.<column>]");
}
const wanted = await readFile("prisma/schema.prisma", "utf8");
const checks = values.check.map((column) => checkOf(wanted, column));
const sql = [await diffFromCommitted(), ...checks].filter(Boolean).join("\n\n");
if (sql === "") fail("Nothing to write: the schema is as it was committed, and no --check names a column.");
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const directory = `prisma/migrations/${stamp}_${name}`;
await mkdir(directory, { recursive: true });
await writeFile(`${directory}/migration.sql`, `${sql}\n`);
console.log(`${directory}/migration.sql`);

async function diffFromCommitted(): Promise<string> {
  const previous = execFileSync("git", ["show", "HEAD:prisma/schema.prisma"], { encoding: "utf8" });
  if (previous === wanted) return "";
  const postgres = await startEmbeddedPostgres({ directory: ".data/postgres" });
  try {
    const diff = await diffSchemas(postgres.url, previous, wanted);
    // A comment alone.
    return diff.startsWith("-- This is an empty migration") ? "" : diff;
  } finally {
    if (postgres.owned) await postgres.stop();
  }
}

/** The words of a column, from the list that its comment in the schema names. */
function checkOf(schema: string, place: string): string {
  const [table = "", column = ""] = place.split(".");
  const body = schema.split(/^(?=model )/m).find((model) => model.includes(`@@map("${table}")`)) ?? "";
  const fields = [...body.matchAll(/\/\/\/ \[(\w+)\][^\n]*\n(?: +\/\/\/[^\n]*\n)* +(\w+) [^\n]*/g)];
  const field = fields.find(([text, , own]) => own === column || text.includes(`@map("${column}")`));
  const words = Object.entries(columnTypes).find(([type]) => type === field?.[1])?.[1];
  if (words === undefined) fail(`${place} is no column of a closed type: see prisma/column-types.ts`);
  const list = words.map((word) => `'${word}'`).join(", ");
  return `ALTER TABLE "${table}" DROP CONSTRAINT "${table}_${column}_check";
ALTER TABLE "${table}" ADD CONSTRAINT "${table}_${column}_check" CHECK (${column} IN (${list}));`;
}

function fail(words: string): never {
  console.error(words);
  process.exit(1);
}
