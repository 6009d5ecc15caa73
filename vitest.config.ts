import { join } from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  // The files of a worker share what they import: no module of ours keeps what a test could leave behind.
  isolate: false,
  setupFiles: ["test/support/fail-on-console-error.ts"],
};

/** A browser with the app's processes and both stand-ins: `npm test` runs these beside all the others. */
const inBrowser = { maxWorkers: 1, sequence: { groupOrder: 0 } };
/** These wait more than they work. */
const onServer = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/** The folder where CI wants the counts of each run; people read the default reporter. */
const reports = process.env.TEST_REPORTS;

export default defineConfig({
  test: {
    reporters: reports
      ? ["default", ["json", { outputFile: join(reports, `${process.pid}.json`) }]]
      : ["default"],
    globalSetup: ["test/support/postgres-global.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["test/unit/**/*.test.ts?(x)"],
          testTimeout: 10_000,
          ...onServer,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          ...onServer,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          ...inBrowser,
        },
      },
    ],
  },
});
