import { describe, expect, it } from "vitest";
import { createStatementNames } from "#app/platform/database/statement-names.ts";

describe("the name of a statement", () => {
  it("is given when it comes again, and stays the same", () => {
    const nameOf = createStatementNames();
    expect(nameOf({ sql: "select 1" })).toBe("");
    const name = nameOf({ sql: "select 1" });
    expect(name).not.toBe("");
    expect(nameOf({ sql: "select 1" })).toBe(name);
  });

  it("is another for each statement", () => {
    const nameOf = createStatementNames();
    const named = ["select 1", "select 2", "select 1", "select 2"].map((sql) => nameOf({ sql })).slice(2);
    expect(new Set(named).size).toBe(2);
  });

  it("is given to so many and no more", () => {
    const nameOf = createStatementNames(2);
    const texts = ["select 1", "select 2", "select 3"];
    for (const sql of texts) nameOf({ sql });
    expect(texts.map((sql) => nameOf({ sql }) !== "")).toEqual([true, true, false]);
  });

  it("is not given to what never comes again, however much of it there is", () => {
    const nameOf = createStatementNames();
    const names = Array.from({ length: 5000 }, (_, index) => nameOf({ sql: `select ${index}` }));
    expect(new Set(names)).toEqual(new Set([""]));
  });
});
