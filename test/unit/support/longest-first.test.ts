import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LONGEST, putLongestFirst } from "#test/support/longest-first.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const fileOf = (name: string, project: string) => ({
  moduleId: `${root}/${name}`,
  project: { name: project },
});

describe("the files that take the longest", () => {
  it.each(LONGEST)("are there: %s", (file) => {
    expect(existsSync(path.join(root, file))).toBe(true);
  });

  it("come first in their project, the others after them as they were", () => {
    const [longest = "", second = ""] = LONGEST;
    const b = fileOf("test/e2e/b.test.ts", "e2e");
    const a = fileOf("test/e2e/a.test.ts", "e2e");
    const of = (name: string) => fileOf(name, "e2e");
    expect(putLongestFirst([b, of(second), a, of(longest)])).toEqual([of(longest), of(second), b, a]);
  });

  it("leave the projects in their order", () => {
    const other = fileOf("test/unit/a.test.ts", "unit");
    const long = fileOf("test/integration/shops/life.test.ts", "integration");
    expect(putLongestFirst([other, long])).toEqual([other, long]);
  });
});
