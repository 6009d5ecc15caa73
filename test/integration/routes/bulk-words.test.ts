import { describe, expect, it } from "vitest";
import { bulkQuestion, countedWords, whoseWords } from "#app/routes/admin/orders/bulk-words.ts";

describe("what is asked before a press on many orders", () => {
  it("counts those it fits, and what they cost", () => {
    const asked = bulkQuestion("place", { able: 3, prepaid: 1, payPkr: 0 });
    expect(asked.confirm).toBe("Place 3 orders");
    expect(asked.text).toContain("1 of them is prepaid and paid from your wallet.");
    expect(bulkQuestion("pay", { able: 2, prepaid: 2, payPkr: 2520 }).confirm).toBe("Pay Rs 2,520");
  });

  it.each([
    ["retry", 3, 0, ""],
    ["retry", 3, 2, "3 of 5 orders can be tried again. 2 cannot:"],
    ["place", 0, 1, "This order cannot be placed:"],
    ["cancel", 0, 4, "None of these orders can be cancelled:"],
  ] as const)("says of %s how many of %i and %i it fits", (action, able, unable, words) => {
    expect(countedWords(action, { able, unable })).toBe(words);
  });

  it("names whose reason it is, and how many more", () => {
    expect(whoseWords({ orders: 1, names: ["#1001"] })).toBe("#1001");
    expect(whoseWords({ orders: 6, names: ["#1001", "#1002", "#1003"] })).toBe(
      "#1001, #1002, #1003 and 3 more",
    );
  });
});
