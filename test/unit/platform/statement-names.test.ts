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

  it("is given to so many and no more, as long as all of them are asked for", () => {
    const nameOf = createStatementNames({ most: 2, now: () => 0 });
    const texts = ["select 1", "select 2", "select 3"];
    for (const sql of texts) nameOf({ sql });
    expect(texts.map((sql) => nameOf({ sql }) !== "")).toEqual([true, true, false]);
  });

  it("goes from what was not asked for in a minute to what is now, and is never given twice", () => {
    let at = 0;
    const nameOf = createStatementNames({ most: 2, now: () => at });
    const ask = (sql: string) => nameOf({ sql });
    const first = ["select 1", "select 2", "select 1", "select 2"].map(ask).slice(2);
    at = 59_999;
    expect(ask("select 1")).toBe(first[0]);
    expect(["select 3", "select 3"].map(ask)).toEqual(["", ""]);
    at = 60_000;
    const third = ask("select 3");
    expect(third).not.toBe("");
    expect(first).not.toContain(third);
    expect(ask("select 1")).toBe(first[0]);
    expect(["select 2", "select 2"].map(ask)).toEqual(["", ""]);
    expect(ask("select 3")).toBe(third);
  });

  it("is not given to what never comes again, however much of it there is", () => {
    const nameOf = createStatementNames();
    const names = Array.from({ length: 5000 }, (_, index) => nameOf({ sql: `select ${index}` }));
    expect(new Set(names)).toEqual(new Set([""]));
  });
});
