import { readFile } from "node:fs/promises";
import type { LifeRecord } from "./journal.ts";

/** What one run of the bench writes to its file. */
export type LivesFile = {
  readonly seed: number;
  readonly lives: readonly LifeRecord[];
  readonly documents: Readonly<Record<string, string>>;
  readonly besides: readonly string[];
};

/** Prints each difference of two runs; whether there is none. */
export async function compareLives(one: string, other: string): Promise<boolean> {
  const [before, after] = await Promise.all([one, other].map(readLives));
  if (!before || !after) throw new Error("Two files are compared");
  const byName = new Map(after.lives.map((record) => [record.life, record]));
  let different = 0;
  for (const record of before.lives) {
    const differences = findDifferences(record, byName.get(record.life));
    if (differences.length > 0) different += 1;
    for (const line of differences) console.log(line);
  }
  const documents = diffDocuments(before.documents, after.documents);
  for (const line of documents) console.log(line);
  for (const line of diffSets(before.besides, after.besides)) console.log(`beside the lives: ${line}`);
  const changes = before.lives.reduce((sum, record) => sum + record.changes.length, 0);
  console.log(
    `${before.lives.length} and ${after.lives.length} lives, ${changes} changes; ${different} lives and ${documents.length} operations differ`,
  );
  return different === 0 && documents.length === 0 && before.lives.length === after.lives.length;
}

async function readLives(path: string): Promise<LivesFile> {
  return JSON.parse(await readFile(path, "utf8")) as LivesFile;
}

function findDifferences(before: LifeRecord, after: LifeRecord | undefined): readonly string[] {
  if (!after) return [`${before.life}: was not played`];
  const lists = ["story", "changes", "deliveries"] as const;
  const found = lists.flatMap((list) => {
    const line = diffLists(before[list], after[list]);
    return line === null ? [] : [`  ${list} ${line}`];
  });
  const reads = diffSets(before.reads, after.reads).map((line) => `  reads ${line}`);
  const all = [...found, ...reads];
  return all.length === 0 ? [] : [before.life, ...all];
}

/** The first place where two lists part. */
function diffLists(before: readonly string[], after: readonly string[]): string | null {
  const at = before.findIndex((line, index) => line !== after[index]);
  const first = at < 0 ? before.length : at;
  if (at < 0 && before.length === after.length) return null;
  return `${first} of ${before.length} and ${after.length}:\n    - ${before[first] ?? "nothing"}\n    + ${after[first] ?? "nothing"}`;
}

function diffSets(before: readonly string[], after: readonly string[]): readonly string[] {
  const gone = before.filter((each) => !after.includes(each)).map((each) => `- ${each}`);
  return [...gone, ...after.filter((each) => !before.includes(each)).map((each) => `+ ${each}`)];
}

function diffDocuments(before: LivesFile["documents"], after: LivesFile["documents"]): readonly string[] {
  const shared = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return shared
    .filter((name) => before[name] !== after[name])
    .map((name) => `operation ${name}:\n    - ${before[name]}\n    + ${after[name]}`);
}
