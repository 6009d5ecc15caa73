import { runMigrations } from "#app/platform/database/migrations.server.ts";

// Migrates a database, to be killed or stopped meanwhile.
const [databaseUrl = "", directory = "", idleMs = ""] = process.argv.slice(2);
await runMigrations(databaseUrl, { directory, idleMs: Number(idleMs) });
