import { describe, expect, it } from "vitest";
import { outcomeWords, resultWords } from "#app/ui/check-outcome-words.ts";

describe("what a check came to", () => {
  it.each([
    ["parcels", { seen: 12 }, "All is well", "Looked at 12, all is well"],
    ["parcels", { seen: 12, mended: 1 }, "Put right", "Looked at 12, put 1 right"],
    ["parcels", { seen: 12, unknown: 3 }, "All is well", "Looked at 12, all is well"],
    ["orphans", { seen: 11, orphans: 2 }, "Needs you", "Looked at 11, 2 need you: see Mapping"],
    ["settlement", { seen: 2, differs: 1 }, "Needs you", "Looked at 2, 1 differ: see Payouts"],
    [
      ...(["settlement", { seen: 3, unknown: 1 }, "Not all known"] as const),
      "Looked at 3, 1 could not be compared: see Payouts",
    ],
    [
      ...(["settlement", { seen: 2, unknown: 2 }, "Not known yet"] as const),
      "Looked at 2, 2 could not be compared: see Payouts",
    ],
    ["webhooks", { seen: 1, refused: 1 }, "Needs you", "Something stands in the way: see Settings"],
    ["catalog", { seen: 290, gone: 2 }, "All is well", "290 products, 2 no longer offered"],
  ])("%s %j", (kind, result, label, sentence) => {
    expect(outcomeWords(kind, result).label).toBe(label);
    expect(resultWords(kind, result)).toBe(sentence);
  });
});
