import { afterEach } from "vitest";
import { describeWatched } from "./watched.ts";

afterEach(async ({ task }) => {
  const [error] = task.result?.state === "fail" ? (task.result.errors ?? []) : [];
  if (error) error.message += `\nWhen it failed:\n${await describeWatched()}\n`;
});
