import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuleSwitches, RULES } from "#test/standins/shopify/rules.ts";

const FOLDER = import.meta.dirname;
const tests = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".test.ts") && name !== "rules.test.ts")
  .map((name) => readFileSync(join(FOLDER, name), "utf8"))
  .join("\n");

describe("the table of run-time rules", () => {
  it("names every rule once, each with a source or marked as assumed", () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    for (const rule of RULES) expect("source" in rule || "assumed" in rule, rule.id).toBe(true);
  });

  it.each(RULES.map(({ id }) => id))("has a test named after %s that also switches it off", (id) => {
    const isSwitchedOff = tests.includes(`${id}: false`) || tests.includes(`rulesOff: ["${id}"]`);
    expect({ isNamed: tests.includes(`(${id})`), isSwitchedOff }).toEqual({
      isNamed: true,
      isSwitchedOff: true,
    });
  });

  it("counts its guesses", () => {
    const assumed = RULES.filter((rule) => "assumed" in rule).map(({ id }) => id);
    expect(RULES).toHaveLength(44);
    expect(assumed).toEqual([
      "costs_as_recorded",
      "cancelled_fulfillment_reopens",
      "fulfill_only_accepted",
      "new_variant_at_merchant_locations",
      "sku_at_fulfillment_service",
      "file_copied_anew",
      "cash_rounding_in_total",
      "rate_request_signed",
      "draft_is_staged",
    ]);
  });

  it("refuses a switch for a rule it does not have", () => {
    expect(() => createRuleSwitches(["no_such_rule"])).toThrow('No rule is called "no_such_rule"');
  });
});
