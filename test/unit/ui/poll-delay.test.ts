import { describe, expect, it } from "vitest";
import { pollDelayMs } from "#app/ui/poll-delay.ts";

function waits(isMoving: boolean): number[] {
  const all: number[] = [];
  for (let wait = pollDelayMs(0, isMoving); wait !== null; wait = pollDelayMs(all.length, isMoving))
    all.push(wait);
  return all;
}

describe("pollDelayMs", () => {
  it("looks soon after a press, then every few seconds", () => {
    expect(waits(true).slice(0, 4)).toEqual([800, 1600, 4000, 4000]);
  });

  it("gives up after about ten minutes", () => {
    const seconds = waits(true).reduce((sum, wait) => sum + wait, 0) / 1000;
    expect(seconds).toBeGreaterThan(9 * 60);
    expect(seconds).toBeLessThan(11 * 60);
  });

  it("looks a few times more at what has come to rest, and then not again", () => {
    expect(waits(false)).toEqual([800, 1600, 4000, 4000]);
  });
});
