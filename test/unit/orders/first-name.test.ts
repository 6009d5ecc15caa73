import { describe, expect, it } from "vitest";
import { firstNameOf } from "#app/domain/orders/customer/first-name.ts";

describe("the first name of a customer", () => {
  it.each([
    ["Ayesha Khan", "Ayesha"],
    ["  Bilal ", "Bilal"],
    ["عائشہ خان", "عائشہ"],
    ["", ""],
  ])("of “%s” is “%s”", (name, first) => {
    expect(firstNameOf(name)).toBe(first);
  });
});
