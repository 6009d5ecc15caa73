import { open, stat } from "node:fs/promises";
import type pg from "pg";

/** What PostgreSQL read whole while something ran, by table, and its slowest statement. */
export type Plans = {
  readonly wholeReads: readonly string[];
  readonly slowest: { readonly ms: number; readonly text: string } | null;
};

/** The tables that grow with orders. */
const LARGE = [
  "order",
  "handoff",
  "handoff_item",
  "parcel",
  "profit_share",
  "ledger_entry",
  "settlement_difference",
] as const;
const WHOLE_READ = new RegExp(`Seq Scan on "?(${LARGE.join("|")})"?(?: |$)`, "gm");
const PLANNED = /duration: ([\d.]+) ms {2}plan:\n\s*Query Text: /;

/** Has each new connection write down the plan of every statement it runs: that of the run itself, not of one like it. */
export async function explainAll(database: pg.Pool, isOn: boolean): Promise<void> {
  const client = await database.connect();
  try {
    await client.query("load 'auto_explain'");
    const name =
      (await client.query<{ name: string }>("select current_database() as name")).rows[0]?.name ?? "";
    const setting = `alter database ${client.escapeIdentifier(name)}`;
    if (isOn) {
      await client.query(`${setting} set session_preload_libraries = 'auto_explain'`);
      await client.query(`${setting} set auto_explain.log_min_duration = 0`);
    } else {
      await client.query(`${setting} reset session_preload_libraries`);
      await client.query(`${setting} reset auto_explain.log_min_duration`);
    }
  } finally {
    client.release(true);
  }
}

/** The plans that PostgreSQL's log gained while this ran. */
export async function watchPlans(logFile: string, run: () => Promise<void>): Promise<Plans> {
  const { size } = await stat(logFile);
  await run();
  const text = await readFrom(logFile, size);
  const statements = text.split(/(?=^.*LOG: )/m).flatMap((entry) => {
    const [head, ms] = PLANNED.exec(entry) ?? [];
    return head === undefined ? [] : [{ ms: Number(ms), text: entry }];
  });
  const wholeReads = statements.flatMap(({ text: entry }) =>
    [...entry.matchAll(WHOLE_READ)].map(([, table = ""]) => table),
  );
  return { wholeReads, slowest: statements.toSorted((a, b) => b.ms - a.ms)[0] ?? null };
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(size - position), 0, size - position, position);
    return buffer.toString("utf8");
  } finally {
    await handle.close();
  }
}
