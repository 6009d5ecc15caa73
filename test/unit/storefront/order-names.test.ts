import { describe, expect, it } from "vitest";
import { orderNamesOf, toOrderNumber } from "#app/domain/storefront/order-names.ts";

describe("the number of an order as a customer types it", () => {
  it.each([
    ["1042", "1042"],
    [" # 1042 ", "1042"],
    ["##1042", "1042"],
    ["۱۰۴۲", "1042"],
    ["١٠٤٢", "1042"],
    ["１０４２", "1042"],
    ["KR-1042\u200e", "KR-1042"],
    ["", ""],
  ])("%j is %j", (typed, number) => {
    expect(toOrderNumber(typed)).toBe(number);
  });

  it("is cut where it is longer than any", () => {
    expect(toOrderNumber("1".repeat(5000))).toHaveLength(40);
  });

  it("is looked for with and without its sign, and in capitals", () => {
    expect(orderNamesOf("1042")).toEqual(["#1042", "1042"]);
    expect(orderNamesOf("kr-1042")).toEqual(["#kr-1042", "kr-1042", "#KR-1042", "KR-1042"]);
  });
});
