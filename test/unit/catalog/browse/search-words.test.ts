import { describe, expect, it } from "vitest";
import { foldWords, toSearchQuery } from "#app/domain/catalog/browse/search-words.ts";
import { titleHas, toListingWords } from "#app/domain/catalog/listings/list/find-words.ts";
import { asId } from "#test/support/as-id.ts";

describe("the words of a search", () => {
  it.each([
    ["small letters and no accents", "Café CRÈME", ["cafe", "creme"]],
    ["words once, split at anything else", "COOKER-1, cooker (1)", ["cooker", "1"]],
    ["Arabic yeh and kaf as Urdu ones", "كيتلي", ["کیتلی"]],
    ["hehs as one letter", "هھہةۃۀ", ["ہہہہہہ"]],
    ["alefs as one letter", "آأإا", ["اااا"]],
    ["no vowel signs and no lengthening", "قُــرتَا", ["قرتا"]],
    ["no joiner without width inside a word", "بے\u200cوزن", ["بےوزن"]],
    ["European digits", "۱۲۳ ٤٥٦", ["123", "456"]],
    ["presentation forms", "ﻻﮨﻮﺭ", ["لاہور"]],
    ["nothing of signs alone", "!!! — ؟", []],
  ])("are %s", (_what, text, words) => {
    expect(foldWords(text)).toEqual(words);
  });

  it("are the same however a letter with a mark was typed", () => {
    expect(foldWords("ا\u0653م")).toEqual(foldWords("آم"));
    expect(foldWords("ي\u0654")).toEqual(foldWords("ئ"));
  });

  it("stay within what an index holds", () => {
    expect(foldWords("x".repeat(5000))).toEqual(["x".repeat(40)]);
    expect(foldWords(Array.from({ length: 1000 }, (_, at) => `w${at}`).join(" "))).toHaveLength(200);
  });

  it("are looked for from their beginning, and cannot leave their quotes", () => {
    expect(toSearchQuery("Cook  gas")).toBe("'cook':* & 'gas':*");
    expect(toSearchQuery("a' | 'b' & !c")).toBe("'a' & 'b' & 'c'");
    expect(toSearchQuery("'")).toBeNull();
  });

  it("asks for beginnings of three letters at least, and for eight words at most", () => {
    expect(toSearchQuery("c co coo چائے دو")).toBe("'c' & 'co' & 'coo':* & 'چایے':* & 'دو'");
    expect(toSearchQuery("one two three four five six seven eight nine ten")?.split("&")).toHaveLength(8);
    expect(toListingWords("one two three four five six seven eight nine ten")).toHaveLength(8);
    const asked = (word: string) => titleHas(asId("s"), word).values.at(-1);
    expect([asked("c"), asked("co"), asked("coo")]).toEqual(["'s' & 'c'", "'s' & 'co'", "'s' & 'coo':*"]);
  });
});
