import { describe, expect, it } from "vitest";
import { findBannedNames, findMerchantWords } from "#test/support/banned-names.ts";

describe("the lint of banned names", () => {
  it("finds a banned name in code, in a comment and in a title, with its line", () => {
    const [name, word] = ["mark" + "Dirty", "Ways" + "Out"];
    const source = `import { ${name} } from "./work.ts";\n// The ${word} of a hold.\nit("reads ${name}", () => {});`;
    expect(findBannedNames(source)).toEqual([
      { line: 1, name },
      { line: 2, name: word },
      { line: 3, name },
    ]);
  });

  it("leaves a longer word that holds a banned name", () => {
    expect(findBannedNames(`const ${"mark" + "Dirty"}ness = 1;`)).toEqual([]);
  });
});

describe("the lint of merchants' words", () => {
  const found = (source: string, path = "app/routes/admin/orders/route.tsx") =>
    findMerchantWords(path, source).map(({ line, words }) => `${line}: ${words}`);

  it("finds words no merchant reads, with their line, in messages, pages and what they draw with", () => {
    expect(found('const done = "Put away";\nconst no = "The service is not connected";')).toEqual([
      "1: Put away",
      "2: The service",
    ]);
    for (const path of ["app/domain/messages/holds/payment-sentences.ts", "app/ui/left-words.ts"])
      expect(found('"One kind. What came of it?"', path)).toHaveLength(1);
    expect(found('"Its price is Rs 5"')).toEqual(["1: Its price is"]);
  });

  it("finds a plural after a number that may be 1", () => {
    expect(found("<p>{count} rows are wrong</p>")).toEqual(["1: {count} rows"]);
    expect(found("<p>{shown.all.toLocaleString()} products were</p>")).toHaveLength(1);
    expect(found('<p>{countOf(count, "row", "rows")} and {MOST_ROWS} rows</p>')).toEqual([]);
  });

  it("leaves comments, the service's fee and what no merchant reads", () => {
    expect(
      found("/** The service says\n one kind. */\n// The service.\nconst fee = 'Of it for the service fee';"),
    ).toEqual([]);
    expect(found('help: "Calls to the service"', "app/platform/observability/metrics.server.ts")).toEqual([]);
  });
});
