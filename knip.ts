import type { KnipConfig } from "knip";

/** What nothing imports and is used all the same, each with who uses it. Routes, tests and configurations are known to knip. */
export default {
  entry: [
    // Started by the scripts of package.json, by CONTRIBUTING's commands, or by `.ci/run`.
    "prisma/new-migration.ts",
    // Bundled by bundle-processes.ts.
    "app/{web,worker}.server.ts",
    // A thread of parse-html.server.ts.
    "app/domain/catalog/text/html-worker.server.ts",
    // Started by Prisma, which finds it in schema.prisma.
    "prisma/uuid-filters.ts",
    "test/bench/{catalog,listings,orders}-list.ts",
    "test/support/{count-tests,customer-screenshots,screenshots,write-records-index}.ts",
    // Started as processes of their own by drills, benches and tests.
    "test/bench/bare-intake.ts",
    "test/drills/storm/clock-ahead.ts",
    "test/integration/platform/migrating-process.ts",
    "test/standins/shopify/run.ts",
    // Named in each extension's shopify.extension.toml.
    "extensions/*/src/{index,action,thank-you}.tsx",
    // Sent to a browser as they are.
    "public/away.js",
    "test/standins/admin/browser/*.js",
  ],
  ignoreDependencies: [
    // Found by their place on the disk: schema-diff.ts, browser-binary.ts, axe-findings.ts.
    "@prisma/schema-engine-wasm",
    "@sparticuz/chromium",
    "axe-core",
  ],
  ignoreIssues: {
    // Written by generate-operation-types.ts, which exports whatever the schema names.
    "app/shopify/operations.generated.ts": ["types"],
    // A generator that is started by a command is taken for a package.
    "prisma/schema.prisma": ["unlisted"],
  },
} satisfies KnipConfig;
