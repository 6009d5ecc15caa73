import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { resultSentence } from "#app/domain/settlement/check-sentence.ts";
import { ledgerDifferenceKinds, shopifyDifferenceKinds } from "#app/domain/settlement/difference-kinds.ts";
import { differenceSentence, supplierQuestion } from "#app/domain/settlement/difference-words.ts";
import type { SupplierOrderId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const facts = { expectedPkr: rupees(540), foundPkr: rupees(0), pairedName: null, parcels: 1 };

describe("the words of a difference", () => {
  it("tell each kind apart, with its sums", () => {
    const sentences = [
      ...ledgerDifferenceKinds.map((kind) => differenceSentence({ ...facts, side: "ledger", kind })),
      ...shopifyDifferenceKinds.map((kind) => differenceSentence({ ...facts, side: "shopify", kind })),
    ];
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toContain("Rs 540");
  });

  it("ask the supplier with its own numbers, and nothing of the customer", () => {
    const entries = [{ entryId: "led_1", type: "MARGIN", amountPkr: rupees(1080) }];
    const asked = {
      ...facts,
      side: "ledger" as const,
      kind: "doubled" as const,
      foundPkr: rupees(1080),
      supplierOrderIds: [asId<SupplierOrderId>("ord_7")],
      entries,
    };
    expect(supplierQuestion(asked)).toBe(
      [
        "Assalam o alaikum. Please check the wallet entries of order ord_7.",
        "They add up to Rs 1,080; by the order's own figures they should be Rs 540, so Rs 540 is too much.",
        "The entries we see:",
        "- led_1 MARGIN: Rs 1,080",
      ].join("\n"),
    );
    expect(supplierQuestion({ ...asked, foundPkr: rupees(0), entries: [] })).toContain(
      "Rs 540 is missing.\nWe see no entry.",
    );
  });
});

describe("the result of a check", () => {
  const check = { isRunning: false, lastRanAt: "2026-11-23T08:00:00Z", progress: null };

  it.each([
    [{ seen: 214, agree: 214 }, 0, "All 214 parcels agree"],
    [{ seen: 1, agree: 1 }, 0, "The one parcel agrees"],
    [{}, 0, "No parcel has ended yet"],
    [{ seen: 214, unknown: 2 }, 0, "Nothing differs in 214 parcels; 2 could not be compared"],
    [{ seen: 2, unknown: 2 }, 0, "None of 2 parcels could be compared"],
    [{ seen: 214, differs: 1 }, 1, "1 difference in 214 parcels"],
    [{ seen: 1200, not_yet: 1 }, 3, "3 differences in 1,200 parcels; 1 is looked at again soon"],
  ])("of %j with %i open is “%s”", (result, open, sentence) => {
    expect(resultSentence({ ...check, result }, open)).toBe(sentence);
  });

  it("tells how far it has come, and that it was never run", () => {
    const running = { ...check, isRunning: true, progress: { done: 400, total: 1200 }, result: {} };
    expect(resultSentence(running, 0)).toBe("Checking: 400 of 1,200 parcels");
    expect(resultSentence({ ...check, lastRanAt: null, result: {} }, 0)).toBe("Not checked yet");
  });
});
