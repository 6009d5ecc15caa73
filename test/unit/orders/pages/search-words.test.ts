import { describe, expect, it } from "vitest";
import { listSearchWords, readSearch, type SearchWord } from "#app/domain/orders/search/search-words.ts";

const order = listSearchWords({
  orderName: "#10423",
  names: ["Ayesha Siddiqua Khan", null],
  cities: ["Rawalpindi", "pindi", null],
  products: ["Embroidered Lawn Suit, 3 pcs", "Red / XL", null],
  phones: ["0300-1234567 / 0321 7654321"],
  ids: ["77001-10423-f2", "SUP-000812", "TCS 99 1234", "LAWN-07-RED", null],
});

const has = ({ kind, word }: SearchWord) => order.some((each) => each.kind === kind && each.word === word);

/** Whether the order is found by a text, in the first rank of readings that finds it. */
function findsIt(text: string): boolean {
  return readSearch(text).some((readings) => readings.some((words) => words.length > 0 && words.every(has)));
}

describe("an order is found", () => {
  it.each([
    ["its number", "#10423"],
    ["its number without the mark", "10423"],
    ["the beginning of its number", "1042"],
    ["a name of the customer", "siddiqua"],
    ["names in any order and case", "KHAN ayesha"],
    ["the first letters of a name", "aye"],
    ["a name cut short", "siddiq"],
    ["a city, as sent or as written", "rawalpindi"],
    ["the first letters of a city", "pin"],
    ["a product", "lawn suit"],
    ["the first letters of a product", "embr"],
    ["a name, a city and a product together", "ayesha pindi lawn"],
    ["a variant", "red"],
    ["a SKU in another spelling", "lawn07red"],
    ["a phone as it was written", "0300-1234567"],
    ["a phone in another spelling", "+92 300 123 4567"],
    ["a phone in Urdu digits", "۰۳۰۰۱۲۳۴۵۶۷"],
    ["the second phone", "03217654321"],
    ["our id at the service", "77001-10423-F2"],
    ["the service's order number", "sup000812"],
    ["a tracking number with other spaces", "tcs991234"],
  ])("by %s", (_what, text) => {
    expect(findsIt(text)).toBe(true);
  });

  it.each([
    ["two letters", "ay"],
    ["the end of a name", "quaa"],
    ["one right and one wrong name", "ayesha malik"],
    ["a name of this order and a product of another", "ayesha kettle"],
    ["an amount of a product", "3"],
    ["a part of a phone", "0300123456"],
    ["the end of its number", "0423"],
    ["a part of a tracking number", "991234"],
    ["nothing", " . "],
  ])("not by %s", (_what, text) => {
    expect(findsIt(text)).toBe(false);
  });
});

describe("the words kept of an order", () => {
  it("are few: a name gives no more than itself and three beginnings", () => {
    expect(order.filter(({ kind, word }) => kind === "word" && word.startsWith("sid"))).toHaveLength(4);
    expect(order.length).toBeLessThan(60);
  });

  it("stay few, however many products are ordered", () => {
    const products = Array.from({ length: 200 }, (_, at) => `Product${"abcdefghij"[at % 10]}${at} of many`);
    const words = listSearchWords({ orderName: "", names: [], phones: [], ids: [], products });
    expect(words.length).toBeLessThan(80);
  });

  it("keep a wrong phone by its digits", () => {
    const words = listSearchWords({ orderName: "", names: [], phones: ["0321 7650"], ids: [] });
    expect(words).toEqual([{ kind: "phone", word: "03217650" }]);
  });

  it("bring Urdu spellings together", () => {
    const [written] = listSearchWords({ orderName: "", names: ["عائشہ"], phones: [], ids: [] });
    expect(readSearch("عائشه")[0]).toContainEqual([written]);
  });
});
