import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import {
  describeStatement,
  explainAll,
  findServerLog,
  listWholeReads,
  watchPlans,
} from "#test/support/query-plans.ts";
import { percentile, readMemory } from "../figures.ts";
import { fillMoney } from "./fill-money.ts";
import { listLooks, type PageQuery } from "./looks.ts";
import { type MoneyBench, openMoneyBench } from "./open-bench.ts";

const GOAL_P95_MS = 300;
/** A list far behind against its first page, both medians; below this a difference is noise. */
const GOAL_DEPTH = { times: 1.5, noiseMs: 10 } as const;
/** Until then a prepared statement has its plan made anew for its values; after it one plan may serve all. */
const LOOKS_FOR_PLANS = 8;
/** The tables that grow with orders. */
const LARGE: ReadonlySet<string> = new Set([
  ...["order", "handoff", "handoff_item", "parcel", "profit_share", "ledger_entry", "settlement_difference"],
]);
/** What a file may take of memory beside what the process held before. */
const GOAL_FILE_MB = 150;

/** How long the loaders of the pages of money take with many orders, how deep in a list, and what they read whole. */
export async function benchMoneyPages(options: ReadonlyMap<string, string>): Promise<boolean> {
  const orders = Number(options.get("orders") || 100_000);
  const looks = Number(options.get("looks") || 40);
  const bench = await openMoneyBench(".data/bench-money");
  try {
    console.log(
      `Filling ${orders} orders and ${3 * orders} lines of the ledger, and those of three more shops …`,
    );
    await fillMoney(bench, orders);
    const wanted = options.get("page");
    const all = (await listLooks(bench)).filter(({ name }) => !wanted || name.startsWith(wanted));
    await explainAll(bench.database, true);
    await restart(bench);
    const isIndexed = await checkPlans(bench, all);
    await explainAll(bench.database, false);
    await restart(bench);
    const isQuick = await measureLooks(bench, all, looks);
    const areSmall = wanted ? true : await measureFiles(bench);
    return isIndexed && isQuick && areSmall;
  } finally {
    await bench.close();
  }
}

/** Pages alone: nothing else the app does comes between. */
async function restart({ world }: MoneyBench): Promise<void> {
  await world.app.stop();
  await world.restartApp({ ROLE: "web" });
}

async function checkPlans(bench: MoneyBench, looks: readonly PageQuery[]): Promise<boolean> {
  const merchant = createMerchant(bench.world, bench.shops[0].domain);
  const log = await findServerLog(bench.database);
  let isMet = true;
  for (const look of looks) {
    const statements = await watchPlans(log, async () => {
      for (let at = 0; at < LOOKS_FOR_PLANS; at += 1) await see(merchant, look);
    });
    const wholeReads = statements.flatMap(listWholeReads).filter((table) => LARGE.has(table));
    const slowest = statements.toSorted((a, b) => b.ms - a.ms)[0];
    isMet &&= wholeReads.length === 0;
    if (wholeReads.length > 0)
      console.log(
        `${look.name}: read whole ${[...new Set(wholeReads)].join(", ")} (${wholeReads.length} times)`,
      );
    if (slowest !== undefined && slowest.ms > GOAL_P95_MS / 2)
      console.log(`${look.name}: its slowest statement\n${describeStatement(slowest)}`);
  }
  console.log(`goal: no table is read whole, in ${LOOKS_FOR_PLANS} looks each: ${isMet ? "met" : "missed"}`);
  return isMet;
}

async function measureLooks(bench: MoneyBench, looks: readonly PageQuery[], count: number): Promise<boolean> {
  const merchant = createMerchant(bench.world, bench.shops[0].domain);
  const medians = new Map<string, number>();
  let isMet = true;
  // A process's first looks are spent on compiling what they run.
  for (const look of looks) await see(merchant, look);
  for (const look of looks) {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) times.push(await see(merchant, look));
    const [median, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    medians.set(look.name, median);
    const first = medians.get(look.firstOf ?? "") ?? null;
    const isFlat = first === null || median <= Math.max(first * GOAL_DEPTH.times, first + GOAL_DEPTH.noiseMs);
    isMet &&= p95 <= GOAL_P95_MS && isFlat;
    const depth = first === null ? "" : `  ${(median / first).toFixed(2)} times the first page`;
    console.log(
      `${look.name.padEnd(40)} median ${median.toFixed(0).padStart(4)} ms  p95 ${p95.toFixed(0).padStart(4)} ms${depth}${p95 <= GOAL_P95_MS && isFlat ? "" : "  MISSED"}`,
    );
  }
  console.log(
    `goal: p95 at most ${GOAL_P95_MS} ms, as flat as ${GOAL_DEPTH.times} times: ${isMet ? "met" : "missed"}`,
  );
  return isMet;
}

/** Milliseconds until the answer of the page's loader was read. */
async function see(merchant: Merchant, { page, path }: PageQuery): Promise<number> {
  const began = performance.now();
  await merchant.read(page, path, z.unknown());
  return performance.now() - began;
}

const FILES = [
  "/wallet/export",
  "/payouts/export",
  ...["product", "city", "month", "order"].map((by) => `/payouts/profit/export?by=${by}&from=2020-01-01`),
  ...["product", "city"].map((by) => `/payouts/refusals/export?by=${by}&from=2020-01-01`),
  "/payouts/check/export",
];

/** How long each file takes, and how much memory the process that sends it. */
async function measureFiles({ world, shops }: MoneyBench): Promise<boolean> {
  const { pid } = world.app;
  const merchant = createMerchant(world, shops[0].domain);
  let isMet = true;
  for (const file of FILES) {
    // From here on the system counts anew what the process holds at most.
    await writeFile(`/proc/${pid}/clear_refs`, "5");
    const before = await readMemory(pid);
    const began = performance.now();
    const lines = (await merchant.download(file)).split("\r\n").length - 1;
    const after = await readMemory(pid);
    const grown = before && after ? after.mostMb - before.nowMb : 0;
    isMet &&= grown <= GOAL_FILE_MB;
    console.log(
      `${file.padEnd(52)} ${lines} lines in ${((performance.now() - began) / 1000).toFixed(1)} s, ${grown} MB more at most`,
    );
  }
  console.log(`goal: a file takes at most ${GOAL_FILE_MB} MB: ${isMet ? "met" : "missed"}`);
  return isMet;
}
