import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

const shared = {
  // The files of a worker share what they import: no module of ours keeps what a test could leave behind.
  isolate: false,
  setupFiles: ["test/support/fail-on-console-error.ts"],
};

/** A browser with the app's processes and both stand-ins works two thirds of its time: three of them fill two cores. */
const withBrowser = { maxWorkers: 3, sequence: { groupOrder: 0 } };
/** These wait more than they work. */
const besides = { maxWorkers: 4, sequence: { groupOrder: 1 } };

/** Who asks for an order by chance (`--sequence.shuffle.files`) gets that. */
const sequencer = process.argv.some((word) => word.startsWith("--sequence.")) ? undefined : LongestFirst;

/** Where CI wants the counts; people read the default reporter. */
const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    globalSetup: ["test/support/postgres-global.ts"],
    sequence: { sequencer },
    // What comes about in the end may take its time on a busy machine.
    expect: { poll: { timeout: 40_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["test/unit/**/*.test.ts?(x)"],
          testTimeout: 60_000,
          ...besides,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "extensions",
          setupFiles: [...shared.setupFiles, "test/support/await-preact.ts"],
          include: ["test/extensions/**/*.test.ts"],
          environment: "jsdom",
          // Each file has a `shopify` and a page of its own, as in Shopify's sandbox.
          isolate: true,
          server: { deps: { inline: [/@shopify\/ui-extensions-tester/] } },
          testTimeout: 60_000,
          ...besides,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          ...besides,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "processes",
          include: ["test/processes/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          ...besides,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "e2e",
          setupFiles: [...shared.setupFiles, "test/support/print-watched.ts"],
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          ...withBrowser,
        },
      },
    ],
  },
});
