import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const entry = fileURLToPath(new URL("../../../app/worker.server.ts", import.meta.url));
let database: TestDatabase;
let child: ChildProcess | null = null;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await database.drop();
});

type Ended = { readonly code: number | null; readonly output: string };

/** Runs the worker's process; `onLine` sees each line of its log. */
function run(
  env: Record<string, string>,
  onLine: (line: string, process: ChildProcess) => void = () => undefined,
) {
  const started = spawn(process.execPath, [entry], { env: { NODE_ENV: "test", ...env }, stdio: "pipe" });
  child = started;
  return new Promise<Ended>((settle) => {
    let output = "";
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      for (const line of chunk.toString().split("\n")) onLine(line, started);
    };
    started.stdout.on("data", take);
    started.stderr.on("data", take);
    started.once("exit", (code) => settle({ code, output }));
  });
}

describe("the worker's process", () => {
  it("works until it is asked to stop, and ends well", async () => {
    const ended = await run({ DATABASE_URL: database.url }, (line, process) => {
      if (line.includes('"event":"working"')) process.kill("SIGTERM");
    });
    expect(ended.code).toBe(0);
  });

  it("names what is wrong with its environment, and does not start", async () => {
    const ended = await run({ NODE_ENV: "production", PORT: "eighty" });
    expect(ended.code).toBe(1);
    expect(ended.output).toContain("PORT:");
    expect(ended.output).toContain("ENCRYPTION_KEYS: production requires it");
    expect(ended.output).not.toContain("    at ");
  });
});
