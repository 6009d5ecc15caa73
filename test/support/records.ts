import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A rule ("R34") or a decision ("D-7") as its file tells it. */
export type ProjectRecord = {
  readonly name: string;
  readonly title: string;
  /** From the folder of the records. */
  readonly path: string;
  /** "2026-11-21". */
  readonly date: string;
  readonly status: string;
  readonly text: string;
};

/** The rules and decisions in `docs`, each in the order of its number. Throws on a file without name, date or status. */
export function listRecords(root: string): readonly ProjectRecord[] {
  return ["rules", "decisions"].flatMap((folder) =>
    readdirSync(join(root, "docs", folder))
      .toSorted()
      .map((file) => readRecord(join(root, "docs"), `${folder}/${file}`)),
  );
}

/** "Idea 3", as the headings of `docs/ideas.md` give them. */
export function listIdeas(root: string): readonly string[] {
  const text = readFileSync(join(root, "docs/ideas.md"), "utf8");
  return [...text.matchAll(/^## (Idea \d):/gm)].map(([, name = ""]) => name);
}

/** `docs/README.md`: what the papers are, with one line for each record. */
export function renderIndex(records: readonly ProjectRecord[]): string {
  const lines = (prefix: string) =>
    records
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, title, path, status }) => {
        const word = status === "accepted" ? "" : ` (${status})`;
        return `- [${name}](${path}) ${title}${word}`;
      });
  return [
    "# Papers",
    "",
    "- [Architecture](architecture.md): processes, layers, and the walks of an order, a rupee and a quantity",
    "- [Ideas](ideas.md): the seven the whole rests on",
    "",
    "## Rules",
    "",
    "What the app does where the service's API document is silent, or where two needs pull apart.",
    "",
    ...lines("R"),
    "",
    "## Decisions",
    "",
    "How it is built, and why.",
    "",
    ...lines("D-"),
    "",
  ].join("\n");
}

function readRecord(docs: string, path: string): ProjectRecord {
  const text = readFileSync(join(docs, path), "utf8");
  const [, name = "", title = ""] = text.match(/^# (R\d+|D-\d+) (.+)$/m) ?? [];
  const [, date = ""] = text.match(/^- Date: (\d{4}-\d{2}-\d{2})$/m) ?? [];
  const [, status = ""] = text.match(/^- Status: (.+)$/m) ?? [];
  if (!name || !date || !status) throw new Error(`${path} lacks its name, date or status`);
  return { name, title, path, date, status, text };
}
