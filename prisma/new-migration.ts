import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import { diffSchemas } from "./schema-diff.ts";

// Writes prisma/migrations/<time>_<name>/migration.sql: the step from the committed schema to the one in the folder.
const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  console.error("Usage: node prisma/new-migration.ts <name_in_snake_case>");
  process.exit(1);
}
const previous = execFileSync("git", ["show", "HEAD:prisma/schema.prisma"], { encoding: "utf8" });
const wanted = await readFile("prisma/schema.prisma", "utf8");
const postgres = await startEmbeddedPostgres({ directory: ".data/postgres" });
const sql = await diffSchemas(postgres.url, previous, wanted);
if (postgres.owned) await postgres.stop();
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const directory = `prisma/migrations/${stamp}_${name}`;
await mkdir(directory, { recursive: true });
await writeFile(`${directory}/migration.sql`, `${sql}\n`);
console.log(`${directory}/migration.sql`);
