import { open, stat } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { z } from "zod";

/** A step of a plan, as PostgreSQL tells it after it was run. */
type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Index Name"?: string | undefined;
  readonly "Actual Rows"?: number | undefined;
  readonly "Actual Loops"?: number | undefined;
  readonly "Rows Removed by Filter"?: number | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
};

/** A statement that was run, with the plan of that run. */
export type RunStatement = { readonly ms: number; readonly text: string; readonly plan: PlanNode };

const node: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Actual Rows": z.number().optional(),
    "Actual Loops": z.number().optional(),
    "Rows Removed by Filter": z.number().optional(),
    Plans: z.array(node).optional(),
  }),
);
const explained = z.object({ "Query Text": z.string(), Plan: node });

type Sort = { readonly sorted: number; readonly taken: number };
type IdleRead = { readonly table: string; readonly idle: number; readonly taken: number };

const SETTINGS: Readonly<Record<string, string>> = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_format": "json",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_parameter_max_length": "0",
};

/** Has each new connection write down the plan of every statement it runs: that of the run itself, not of one like it. */
export async function explainAll(
  database: pg.Pool,
  isOn: boolean,
  planning: Readonly<Record<string, string>> = {},
): Promise<void> {
  const client = await database.connect();
  try {
    await client.query("load 'auto_explain'");
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    const setting = `alter database ${client.escapeIdentifier(rows[0]?.name ?? "")}`;
    for (const [name, value] of Object.entries({ ...SETTINGS, ...planning }))
      await client.query(isOn ? `${setting} set ${name} = '${value}'` : `${setting} reset ${name}`);
  } finally {
    client.release(true);
  }
}

/** The log of a server that `startEmbeddedPostgres` started. */
export async function findServerLog(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ data_directory: string }>("show data_directory");
  return path.join(path.dirname(rows[0]?.data_directory ?? ""), "postgres.log");
}

const PLANNED = /^.*LOG: {2}duration: ([\d.]+) ms {2}plan:\n/;

/** The statements whose plans PostgreSQL's log gained while this ran. */
export async function watchPlans(
  logFile: string,
  run: () => Promise<void>,
): Promise<readonly RunStatement[]> {
  const { size } = await stat(logFile);
  await run();
  const entries = (await readFrom(logFile, size)).split(/^(?=\d{4}-\d\d-\d\d \d\d:)/m);
  return entries.flatMap((entry) => {
    const [head, ms] = PLANNED.exec(entry) ?? [];
    if (head === undefined) return [];
    const { "Query Text": text, Plan: plan } = explained.parse(JSON.parse(entry.slice(head.length)));
    return [{ ms: Number(ms), text, plan }];
  });
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

function stepsOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

/** The tables a statement read whole. */
export function listWholeReads({ plan }: RunStatement): readonly string[] {
  return stepsOf(plan).flatMap((step) =>
    step["Node Type"] === "Seq Scan" && step["Relation Name"] !== undefined ? [step["Relation Name"]] : [],
  );
}

/** Of the tables a statement read to give a page's rows: how many it looked at for nothing, and how many it took. */
export function listIdleReads({ plan }: RunStatement): readonly IdleRead[] {
  return stepsOf(plan)
    .filter((step) => step["Node Type"] === "Limit")
    .flatMap(stepsOf)
    .flatMap((step) => {
      const { "Relation Name": table, "Actual Loops": loops = 1 } = step;
      const removed = step["Rows Removed by Filter"] ?? 0;
      return table === undefined ? [] : [{ table, idle: removed * loops, taken: rowsOf(step) }];
    });
}

/** Where a statement puts rows in order to take the first few: how many it ordered, and how many it took. Sums are no rows. */
export function listSorts({ plan }: RunStatement): readonly Sort[] {
  return stepsOf(plan).flatMap((step) => {
    const [sort] = step.Plans ?? [];
    if (step["Node Type"] !== "Limit" || !sort?.["Node Type"].endsWith("Sort")) return [];
    if (stepsOf(sort).some((inner) => inner["Node Type"] === "Aggregate")) return [];
    const sorted = (sort.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);
    return [{ sorted, taken: rowsOf(step) }];
  });
}

function rowsOf(step: PlanNode): number {
  return (step["Actual Rows"] ?? 0) * (step["Actual Loops"] ?? 1);
}

/** A statement with its plan, a step a line, for people. */
export function describeStatement({ ms, text, plan }: RunStatement): string {
  return `${text}\n-- ${ms} ms\n${describeStep(plan, 0)}`;
}

function describeStep(step: PlanNode, depth: number): string {
  const on = step["Relation Name"] === undefined ? "" : ` on ${step["Relation Name"]}`;
  const using = step["Index Name"] === undefined ? "" : ` using ${step["Index Name"]}`;
  const removed = step["Rows Removed by Filter"] ? `, ${step["Rows Removed by Filter"]} not wanted` : "";
  const rows = `${step["Actual Rows"] ?? "?"} rows × ${step["Actual Loops"] ?? "?"}${removed}`;
  const line = `-- ${"  ".repeat(depth)}${step["Node Type"]}${on}${using}: ${rows}`;
  return [line, ...(step.Plans ?? []).map((inner) => describeStep(inner, depth + 1))].join("\n");
}
