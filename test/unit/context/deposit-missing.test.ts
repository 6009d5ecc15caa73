import { describe, expect, it } from "vitest";
import { depositMissing } from "#app/domain/context/deposit-missing.ts";
import { rupees } from "#app/domain/money/rupees.ts";

describe("what the security deposit lacks", () => {
  it.each([
    ["is what is asked for less what is held", 2000, 500, 1500],
    ["is all of it where nothing is held", 2000, 0, 2000],
    ["is nothing where it is complete", 2000, 2000, 0],
    ["is nothing where more is held", 2000, 2600, 0],
  ])("%s", (_what, required, held, missing) => {
    expect(depositMissing(rupees(required), rupees(held))).toBe(missing);
  });

  it.each([
    ["what is held", rupees(2000), undefined],
    ["what is held, with a null", rupees(2000), null],
    ["what is asked for", null, rupees(500)],
    ["either", undefined, null],
  ])("is not known where the service does not say %s", (_what, required, held) => {
    expect(depositMissing(required, held)).toBeNull();
  });
});
