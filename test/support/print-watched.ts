import { afterEach } from "vitest";
import { describeWatched } from "./watched.ts";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  process.stderr.write(`When "${task.name}" failed:\n${await describeWatched()}\n`);
});
