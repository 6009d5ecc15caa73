import { describe, expect, it } from "vitest";
import { GOES_ON, runSummary, waitsWords } from "#app/ui/run-words.ts";

describe("how a run of many stands", () => {
  it.each([
    [{ total: 3, done: 3, refused: 0, isFinished: true }, "3 of 3 done."],
    [{ total: 1200, done: 1190, refused: 10, isFinished: true }, "1,190 of 1,200 done, 10 not possible."],
    [{ total: 3, done: 1, refused: 0, isFinished: false }, `1 of 3 done. ${GOES_ON}`],
  ])("%# is said in a sentence", (run, words) => {
    expect(runSummary(run)).toBe(words);
  });

  it("names how many wait all the same", () => {
    const run = { total: 3, done: 3, refused: 0, isFinished: true };
    expect(runSummary(run, waitsWords(0))).toBe("3 of 3 done.");
    expect(runSummary(run, waitsWords(1))).toBe("3 of 3 done. 1 still waits: it says why.");
    expect(runSummary(run, waitsWords(2))).toBe("3 of 3 done. 2 still wait: each says why.");
  });
});
