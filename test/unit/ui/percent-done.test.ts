import { expect, it } from "vitest";
import { importStepWords } from "#app/ui/import-step-words.ts";
import { percentDone } from "#app/ui/percent-done.ts";

it.each([
  [0, 0, 0],
  [1, 3, 33],
  [2, 3, 67],
  [7, 9, 78],
  [12, 9, 100],
])("%i of %i is told in whole percents", (done, total, percent) => {
  expect(percentDone({ done, total })).toBe(percent);
});

it("says Linking only of what is in the store already", () => {
  const steps = ["product", "create", "variants", "stock", "mapping", "done"] as const;
  expect(steps.filter((step) => importStepWords(step).includes("Linking"))).toEqual([]);
  expect(importStepWords("adopt")).toContain("Linking");
});
