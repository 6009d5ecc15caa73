import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "#app/platform/process/free-port.server.ts";
import { type AppProcess, startAppProcess } from "#test/support/app-process.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const entry = path.resolve("build/app/worker.server.js");
const goesWrong = new URL("./uncaught.ts", import.meta.url).href;
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
  const started = spawn(process.execPath, ["--import", goesWrong, entry], {
    env: { NODE_ENV: "test", ...env },
    stdio: "pipe",
  });
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

  it.each(["throws", "rejects"])(
    "ends what it does after an error nobody caught (%s), and tells no secret",
    async (how) => {
      const env = { DATABASE_URL: database.url, GOES_WRONG: how };
      const ended = await run(env, (line, process) => {
        if (line.includes('"event":"working"')) process.kill("SIGUSR2");
      });
      expect(ended.code).toBe(1);
      expect(ended.output).toContain('"event":"uncaught_error"');
      expect(ended.output).toContain("The customer [phone] has [key]");
      expect(ended.output).not.toMatch(/zqcanary|1234567/);
      expect(ended.output.indexOf('"event":"leaving"')).toBeGreaterThan(
        ended.output.indexOf("uncaught_error"),
      );
    },
  );

  it("says that it is not ready before its port closes", async () => {
    const port = await freePort();
    const readyz = () => fetch(`http://localhost:${port}/readyz`).then(({ status }) => status);
    const seen: Promise<number>[] = [];
    const env = { DATABASE_URL: database.url, METRICS_PORT: String(port), DRAIN_SECONDS: "2" };
    const ended = await run(env, (line, process) => {
      if (line.includes('"event":"working"')) {
        seen.push(readyz());
        void seen[0]?.finally(() => process.kill("SIGTERM"));
      }
      if (line.includes('"event":"leaving"')) seen.push(readyz());
    });
    expect([ended.code, await Promise.all(seen)]).toEqual([0, [200, 503]]);
    await expect(readyz()).rejects.toThrow();
  });
});

/** The status `/readyz` answers a new connection with. */
const readyzOf = ({ url }: AppProcess) =>
  fetch(`${url}/readyz`, { headers: { connection: "close" } }).then(
    ({ status }) => status,
    () => "closed" as const,
  );

/** What `/readyz` says from now on until the port is closed; the same in a row counts once. */
async function leave(app: AppProcess): Promise<readonly (number | "closed")[]> {
  const answers = [await readyzOf(app)];
  process.kill(app.pid, "SIGTERM");
  while (answers.at(-1) !== "closed") {
    answers.push(await readyzOf(app));
    await pause(20);
  }
  return answers.filter((each, index) => each !== answers[index - 1]);
}

describe("the process of pages and intakes", () => {
  it.each(["all", "web"])("says that it is not ready before its port closes (ROLE=%s)", async (role) => {
    const home = await mkdtemp(path.join(tmpdir(), "karwan-leaving-"));
    const env = { NODE_ENV: "test", DATABASE_URL: database.url, ROLE: role, DRAIN_SECONDS: "2" };
    const app = await startAppProcess({ port: await freePort(), env, logFile: path.join(home, "app.log") });
    try {
      expect(await leave(app)).toEqual([200, 503, "closed"]);
      expect((await app.left).signal).toBeNull();
    } finally {
      await app.kill();
      await rm(home, { recursive: true });
    }
  });
});
