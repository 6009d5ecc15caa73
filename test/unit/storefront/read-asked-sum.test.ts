import { describe, expect, it } from "vitest";
import { readAskedSum } from "#app/domain/storefront/read-asked-sum.ts";

describe("a sum a customer types", () => {
  it.each([
    ["2800", 2800],
    [" 2,800 ", 2800],
    ["Rs. 2,800/-", 2800],
    ["rs2800", 2800],
    ["PKR 2800", 2800],
    ["2800 Rs", 2800],
    ["2800.00", 2800],
    ["۲۸۰۰", 2800],
    ["२८००", 2800],
    ["₨ 1", 1],
    ["1000000", 1_000_000],
  ])("%j is %d", (typed, sum) => {
    expect(readAskedSum(typed)).toBe(sum);
  });

  it.each(["", "0", "-1", "2800.5", "1000001", "03001234567", "two thousand", "28 00x", "1e3", "{{ 1 }}"])(
    "%j is none",
    (typed) => {
      expect(readAskedSum(typed)).toBeNull();
    },
  );
});
