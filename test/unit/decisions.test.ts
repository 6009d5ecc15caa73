import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const decisions = readFileSync(join(ROOT, "DECISIONS.md"), "utf8");

/** "Idea 3", "R34", "D-7": the names of the records, as their headings give them. */
function listRecords(text: string): readonly string[] {
  return [...text.matchAll(/^### (Idea \d|R\d+|D-\d+)\b/gm)].map(([, name = ""]) => name);
}

/** What the comments of a source cite, in the same words. */
function listCitations(source: string): readonly string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? [];
  const cited = comments.flatMap((comment) => comment.match(/\b(?:idea \d|R\d+|D-\d+)\b/gi) ?? []);
  return cited.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
}

function findUnrecorded(citations: readonly string[], text: string): readonly string[] {
  const records = new Set(listRecords(text));
  return [...new Set(citations)].filter((name) => !records.has(name)).toSorted();
}

const sources = ["app", "test", "prisma"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js|prisma)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
);
const citations = sources.flatMap(listCitations);

describe("the records of decisions", () => {
  it("hold whatever a comment cites", () => {
    expect(citations.length).toBeGreaterThan(100);
    expect(findUnrecorded(citations, decisions)).toEqual([]);
  });

  it.each(["Idea 3", "R34"])("are missed when %s is taken out", (name) => {
    const without = decisions.replace(`### ${name} `, "### ").replace(`### ${name}:`, "### ");
    expect(findUnrecorded(citations, without)).toEqual([name]);
  });

  it("are each there once, without a gap", () => {
    const inOrder = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
    const records = listRecords(decisions);
    const own = records.filter((name) => name.startsWith("D-"));
    expect(records).toEqual([...inOrder("Idea ", 7), ...inOrder("R", 57), ...inOrder("D-", own.length)]);
  });

  it("hold no mark of a merge that was not finished", () => {
    expect(decisions.match(/^(?:<{7}|={7}|>{7}).*$/gm) ?? []).toEqual([]);
  });

  it("each say the context, the decision and the consequences", () => {
    const incomplete = decisions
      .split(/^### /m)
      .slice(1)
      .filter((record) => !record.startsWith("Idea"))
      .filter((record) =>
        ["Context", "Decision", "Consequences"].some((part) => !record.includes(`**${part}.**`)),
      )
      .map((record) => record.split(" ")[0]);
    expect(incomplete).toEqual([]);
  });

  it("name every package the project depends on", () => {
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const names = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    const families = [...decisions.matchAll(/`([@\w./-]+)\*`/g)].map(([, start = ""]) => start);
    const isNamed = (name: string) =>
      decisions.includes(`\`${name}\``) || families.some((start) => name.startsWith(start));
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });
});
