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

/** A file of `docs/measurements`: what was measured, how, and every run of it. */
export type Measurement = {
  readonly title: string;
  /** From `docs`. */
  readonly path: string;
  readonly command: string;
  readonly machine: string;
  readonly runs: readonly { readonly date: string; readonly commit: string; readonly figure: string }[];
};

/** The measurements in `docs`, by title. Throws on a file that lacks its command, its machine or a dated run. */
export function listMeasurements(root: string): readonly Measurement[] {
  return readdirSync(join(root, "docs/measurements"))
    .filter((file) => file !== "README.md")
    .map((file) => readMeasurement(join(root, "docs"), `measurements/${file}`))
    .toSorted((a, b) => a.title.localeCompare(b.title, "en"));
}

/** "Idea 3", as the headings of `docs/ideas.md` give them. */
export function listIdeas(root: string): readonly string[] {
  const text = readFileSync(join(root, "docs/ideas.md"), "utf8");
  return [...text.matchAll(/^## (Idea \d):/gm)].map(([, name = ""]) => name);
}

/** `docs/README.md`: what the papers are, with one line for each record and measurement. */
export function renderIndex(records: readonly ProjectRecord[], measurements: readonly Measurement[]): string {
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
    "- [Architecture](architecture.md): processes, rooms, and the walks of an order, a rupee and a quantity",
    "- [Glossary](glossary.md): the words of code, tests and records, a line each",
    "- [Ideas](ideas.md): the seven the whole rests on",
    "- [Running Karwan](operations.md): variables, metrics, retention, keys, migrations",
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
    "## Measurements",
    "",
    "What was measured, when and how ([how to read them](measurements/README.md)).",
    "",
    ...measurements.map(({ title, path }) => `- [${title}](${path})`),
    "",
  ].join("\n");
}

function readMeasurement(docs: string, path: string): Measurement {
  const text = readFileSync(join(docs, path), "utf8");
  const [, title = ""] = text.match(/^# (.+)$/m) ?? [];
  const [, command = ""] = text.match(/^- Command: (.+)$/m) ?? [];
  const [, machine = ""] = text.match(/^- Machine: (.+)$/m) ?? [];
  const rows = [...text.matchAll(/^\| (\d{4}-\d{2}-\d{2}) \| `([0-9a-f]{7,})` \| (.+) \|$/gm)];
  const runs = rows.map(([, date = "", commit = "", figure = ""]) => ({ date, commit, figure }));
  const isWhole = title && command && machine && runs.length > 0;
  if (!isWhole) throw new Error(`${path} lacks its title, command, machine or a run with date and commit`);
  return { title, path, command, machine, runs };
}

function readRecord(docs: string, path: string): ProjectRecord {
  const text = readFileSync(join(docs, path), "utf8");
  const [, name = "", title = ""] = text.match(/^# (R\d+|D-\d+) (.+)$/m) ?? [];
  const [, date = ""] = text.match(/^- Date: (\d{4}-\d{2}-\d{2})$/m) ?? [];
  const [, status = ""] = text.match(/^- Status: (.+)$/m) ?? [];
  if (!name || !date || !status) throw new Error(`${path} lacks its name, date or status`);
  return { name, title, path, date, status, text };
}
