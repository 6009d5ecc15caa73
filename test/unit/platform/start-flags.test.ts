import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { MALLOC_ARENA_MAX, nodeFlags } from "#test/support/app-process.ts";

it("what the tests start runs with the flags a deployer's process has", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  const words: readonly string[] = scripts.start.split(" ");
  expect(words.filter((word) => word.startsWith("--"))).toEqual(nodeFlags);
  expect(words).toContain(`MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX}`);
  expect(words.at(-1)).toBe("build/app/web.server.js");
});

it("a project that was not built says so, and does not start", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  const { status, stderr } = spawnSync("sh", ["-c", scripts.prestart], { cwd: tmpdir(), encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toBe("There is no build to serve: run `npm run build` first\n");
});
