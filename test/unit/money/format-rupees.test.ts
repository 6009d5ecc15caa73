import { describe, expect, it } from "vitest";
import { formatRupees } from "#app/domain/money/format-rupees.ts";

describe("formatRupees", () => {
  it.each([
    [0, "Rs 0"],
    [999, "Rs 999"],
    [1234, "Rs 1,234"],
    [1_050_000, "Rs 1,050,000"],
    [-350, "−Rs 350"],
    [4748.2, "Rs 4,748.20"],
  ])("shows %s as %s", (amount, shown) => {
    expect(formatRupees(amount)).toBe(shown);
  });
});
