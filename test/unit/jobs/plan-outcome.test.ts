import { describe, expect, it } from "vitest";
import { backoffMs, planOutcome } from "#app/jobs/plan-outcome.ts";
import { AppError } from "#app/platform/errors.ts";

describe("what an error means for its row", () => {
  it.each([
    [
      "a failure that passes",
      new AppError("timeout", "", { retryable: true }),
      { kind: "retry", code: "timeout" },
    ],
    [
      "one that says when to come back",
      new AppError("rate_limited", "", { retryable: true, retryAfterMs: 7000 }),
      { kind: "retry", code: "rate_limited", delayMs: 7000 },
    ],
    [
      "one that does not pass",
      new AppError("not_found", "", { retryable: false }),
      { kind: "failed", code: "not_found" },
    ],
    ["a bug", new TypeError("x is not a function"), { kind: "failed", code: "bug" }],
    ["something that is no error", "oops", { kind: "failed", code: "bug" }],
    [
      "a deadlock in the database",
      Object.assign(new Error("deadlock detected"), { code: "40P01" }),
      { kind: "retry", code: "database_40P01" },
    ],
    [
      "a violated constraint",
      Object.assign(new Error("duplicate key"), { code: "23505" }),
      { kind: "failed", code: "bug" },
    ],
  ])("reads %s", (_what, error, outcome) => {
    expect(planOutcome(error, 0, 0.5)).toMatchObject(outcome);
  });

  it("waits longer each time, up to five minutes, and never in step", () => {
    expect([0, 1, 2, 3].map((attempts) => backoffMs(attempts, 1))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoffMs(50, 1)).toBe(300_000);
    expect(backoffMs(3, 0)).toBe(4000);
  });
});
