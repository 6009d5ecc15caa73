import { describe, expect, it } from "vitest";
import { isTooFew } from "#app/domain/payouts/profit/profit-row.ts";

describe("a row of profit", () => {
  it.each([
    [0, 0, true],
    [19, 0, true],
    [12, 7, true],
    [20, 0, false],
    [12, 8, false],
    [0, 20, false],
  ])("of %i delivered and %i that came back says too little: %s", (delivered, cameBack, isFew) => {
    expect(isTooFew({ delivered, cameBack })).toBe(isFew);
  });
});
