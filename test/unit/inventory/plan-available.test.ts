import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planAvailable } from "#app/domain/stock-work/plan-available.ts";

describe("planAvailable", () => {
  it.each([
    ["offers what the service has", { serviceStock: 10, buffer: 0, sold: 0 }, 10],
    ["keeps the buffer back", { serviceStock: 10, buffer: 3, sold: 0 }, 7],
    ["takes off what is sold", { serviceStock: 10, buffer: 0, sold: 4 }, 6],
    ["adds nothing for less than nothing sold", { serviceStock: 6, buffer: 0, sold: -3 }, 6],
    ["never offers more than Shopify takes", { serviceStock: 2_000_000_000, buffer: 0, sold: 0 }, 1_000_000],
    ["never offers less than nothing", { serviceStock: 2, buffer: 1, sold: 5 }, 0],
  ])("%s", (_, facts, expected) => {
    expect(planAvailable(facts)).toBe(expected);
  });

  it("never offers more than the service has", () => {
    const units = fc.nat({ max: 1000 });
    const facts = fc.record({ serviceStock: units, buffer: units, sold: units });
    fc.assert(
      fc.property(facts, (each) => planAvailable(each) <= each.serviceStock && planAvailable(each) >= 0),
    );
  });
});
