import { describe, expect, it } from "vitest";
import { findBannedNames } from "#test/support/banned-names.ts";

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
