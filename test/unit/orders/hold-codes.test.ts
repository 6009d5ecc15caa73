import { describe, expect, it } from "vitest";
import {
  type HoldCode,
  holdAction,
  holdEnds,
  holdSentence,
  isHoldCode,
  listHoldCodes,
} from "#app/domain/messages/holds/hold-codes.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";

describe("hold codes", () => {
  it.each(listHoldCodes())("%s reads as a sentence even when its numbers are missing", (code) => {
    const sentence = holdSentence(code);
    expect(sentence).toMatch(/^[A-Z“].*[.?”]$/);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
    expect(sentence.length).toBeLessThan(160);
    expect(holdAction(code)).toMatch(/^[a-z_]+$/);
    expect(["by_itself", "by_merchant", "never"]).toContain(holdEnds(code));
  });

  it.each<[HoldCode, Record<string, unknown>, string]>([
    ["price_below_minimum", { missing: 1100, deliveryCanPay: true }, "Rs 1,100 below"],
    ["price_below_minimum", { missing: 100, deliveryCanPay: false }, "fulfil it yourself"],
    ["amounts_disagree", { recomputedPaisa: 474_820, shopifyPaisa: 474_800 }, "Rs 4,748.20"],
    [
      "city_unknown",
      { city: "Pindi Gheb", suggestions: ["Attock", 7] },
      "“Pindi Gheb” is not one we know. Possible: Attock.",
    ],
    ["reseller_suspended", { message: "Too many refusals" }, "“Too many refusals”"],
    ["cod_below_cost", { collects: 1199, missing: 1 }, "Rs 1,199, Rs 1 less"],
    ["how_paid", { gateway: "Bank Deposit" }, "how the customer pays (Bank Deposit)."],
    ["how_paid", { gateway: "" }, "how the customer pays (no payment recorded)."],
    // Its name is not kept everywhere, which does not mean that there was none.
    ["how_paid", {}, "how the customer pays. Say it once"],
    ["phone_invalid", {}, "The phone number is not"],
  ])("%s carries its numbers", (code, params, part) => {
    expect(holdSentence(code, params)).toContain(part);
  });

  it("knows its own codes and no others", () => {
    expect(isHoldCode("comes_back")).toBe(true);
    expect(isHoldCode("toString")).toBe(false);
  });

  it("shows paisa only where there are any, and a loss with a minus sign", () => {
    expect([formatRupees(1234), formatRupees(4748.2), formatRupees(-350)]).toEqual([
      "Rs 1,234",
      "Rs 4,748.20",
      "−Rs 350",
    ]);
  });
});
