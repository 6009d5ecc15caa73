import { describe, expect, it } from "vitest";
import { attentionCodes, attentionSentence } from "#app/domain/messages/attention/attention-sentence.ts";
import { countOf, countOfParam } from "#app/domain/messages/count-of.ts";
import { factSentence, listFactCodes } from "#app/domain/orders/commands/fact-sentence.ts";

/** "1 rows", "1 item rows": a plural after a one that is no sum, number or name. */
const ONE_OF_MANY = /(?<!Rs |number |Parcel )(?<![\d,.])\b1 (?!is\b|was\b|has\b|less\b)(?:item )?[a-z]+s\b/;

/** Whatever a sentence asks for is 1; `fixed` are the words that choose between sentences. */
function ones(fixed: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return new Proxy(fixed, { get: (target, key) => Reflect.get(target, key) ?? 1 });
}

function wrongOnes(sentences: readonly string[]): readonly string[] {
  return sentences.filter((sentence) => ONE_OF_MANY.test(sentence));
}

const SWEEPS = ["stock", "shopify_stock", "shopify_orders", "shopify_orders_week", "requests"];
const MORE_SWEEPS = ["unsettled", "parcels", "parcels_delivered", "failed_deliveries", "imports"];

describe("a count and its noun", () => {
  it.each([
    [0, "0 orders"],
    [1, "1 order"],
    [2, "2 orders"],
    [1200, "1,200 orders"],
  ])("agree for %i", (count, words) => {
    expect(countOf(count, "order", "orders")).toBe(words);
  });

  it("agree where the number was stored, and read where none was", () => {
    const noun = { one: "order", many: "orders", unknown: "some" };
    expect(countOfParam({ orders: 1 }, "orders", noun)).toBe("1 order");
    expect(countOfParam({ orders: 12 }, "orders", noun)).toBe("12 orders");
    expect(countOfParam({}, "orders", noun)).toBe("some orders");
  });

  it("agree in every line of the timeline", () => {
    const lines = listFactCodes().map((code) => factSentence(code, ones()));
    const terms = factSentence("terms_changed", ones({ figure: "payout_days" }));
    const mended = [...SWEEPS, ...MORE_SWEEPS].map((sweep) => factSentence("sweep_mended", ones({ sweep })));
    expect(wrongOnes([...lines, terms, ...mended])).toEqual([]);
    expect(factSentence("import_run", ones())).toBe("An import of 1 product began");
    expect(terms).toContain("is 1 day now; it was 1 day");
  });

  it("agree in every sentence of what needs a person", () => {
    expect(wrongOnes(attentionCodes.map((code) => attentionSentence(code, ones())))).toEqual([]);
    expect(attentionSentence("unknown_orders_at_service", ones())).toBe(
      "The supplier holds 1 order in this shop's name that Karwan did not place. Ask who placed it.",
    );
    expect(attentionSentence("orphan_variant", ones())).toContain("(1 unit)");
  });
});
