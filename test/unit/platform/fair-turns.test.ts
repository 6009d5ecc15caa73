import { describe, expect, it } from "vitest";
import { createFairTurns } from "#app/platform/queue/fair-turns.ts";

describe("fair turns", () => {
  it("go on after a task that throws before it promises anything", async () => {
    const turns = createFairTurns();
    const failing = turns.take("a", () => {
      throw new Error("At once");
    });
    const next = turns.take("b", async () => "done");
    await expect(failing).rejects.toThrow("At once");
    await expect(next).resolves.toBe("done");
  });
});
