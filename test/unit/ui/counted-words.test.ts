import { describe, expect, it } from "vitest";
import { countedWords, whoseWords } from "#app/ui/counted-words.ts";

describe("what is told before a press on many", () => {
  it.each([
    [3, 0, ""],
    [3, 2, "3 of 5 orders can be tried again. 2 cannot:"],
    [1, 1200, "1 of 1,201 orders can be tried again. 1,200 cannot:"],
    [0, 1, "This order cannot be tried again:"],
    [0, 4, "None of these orders can be tried again:"],
  ])("counts %i and %i", (able, unable, words) => {
    const of = { thing: "order", things: "orders", done: "be tried again" };
    expect(countedWords({ able, unable, ...of })).toBe(words);
  });

  it("names whose reason it is, and how many more", () => {
    expect(whoseWords(["#1001"], 1)).toBe("#1001");
    expect(whoseWords(["#1001", "#1002", "#1003"], 6)).toBe("#1001, #1002, #1003 and 3 more");
  });
});
