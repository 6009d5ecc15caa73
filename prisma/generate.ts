import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Generates the Prisma client, with the closed types of its columns, unless the one in place was made from this very
// schema and these versions.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const resolveFrom = createRequire(import.meta.url);
const clientManifest = resolveFrom.resolve("@prisma/client/package.json");
const generated = join(dirname(clientManifest), "../../.prisma/client");
const typesManifest = resolveFrom.resolve("prisma-json-types-generator/package.json");
const stamp = join(generated, "karwan-schema.sha256");
const wanted = createHash("sha256")
  .update(readFileSync(join(root, "prisma/schema.prisma")))
  .update(readFileSync(join(root, "prisma/uuid-filters.ts")))
  .update(readFileSync(clientManifest))
  .update(readFileSync(typesManifest))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  const cli = resolveFrom.resolve("prisma/build/index.js");
  // Generating needs no schema engine, but the CLI looks for one, and would download it. It starts the other
  // generators by their names.
  const env = {
    ...process.env,
    PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  };
  const outcome = spawnSync(process.execPath, [cli, "generate"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (outcome.status !== 0) {
    console.error(String(outcome.stdout));
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
