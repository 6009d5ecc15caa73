import { describe, expect, it } from "vitest";
import { toOrderNumber } from "#app/domain/storefront/order-names.ts";

describe("the number of an order as a customer types it", () => {
  it.each([
    ["1042", "1042"],
    [" # 1042 ", "1042"],
    ["##1042", "1042"],
    ["۱۰۴۲", "1042"],
    ["١٠٤٢", "1042"],
    ["１０４２", "1042"],
    ["KR-1042\u200e", "KR-1042"],
    ["Order 1042", "ORDER1042"],
    ["order #1042", "ORDER1042"],
    ["1042-pk", "1042-PK"],
    ["", ""],
  ])("%j is %j", (typed, number) => {
    expect(toOrderNumber(typed)).toBe(number);
  });

  it("is cut where it is longer than any", () => {
    expect(toOrderNumber("1".repeat(5000))).toHaveLength(40);
  });
});
