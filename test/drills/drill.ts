import { runCoreDrill } from "./core/core.ts";
import { type DrillHome, openDrillHome } from "./drill-home.ts";
import { runHandoffDrill } from "./handoff/handoff.ts";
import { runMailsDrill } from "./mails/mails.ts";
import { runMoneyDrill } from "./money/money.ts";
import { runNeighboursDrill } from "./neighbours/neighbours.ts";
import { runPayDrill } from "./pay/pay.ts";
import { runRedisDrill } from "./redis/redis.ts";
import type { Report } from "./report.ts";
import { createReport, isBackInTime, summarise } from "./report.ts";
import { runRotationDrill } from "./rotation/rotation.ts";
import { runStockDrill } from "./stock/stock.ts";
import { runStormDrill } from "./storm/storm.ts";

type Drill = (report: Report, home: DrillHome, options: readonly string[]) => Promise<void>;

/** `npm run drill -- <name>`: plays a drill against real processes; leaves with 0 only if every case holds. */
const drills: Readonly<Record<string, Drill>> = {
  core: runCoreDrill,
  handoff: runHandoffDrill,
  storm: runStormDrill,
  stock: runStockDrill,
  redis: runRedisDrill,
  neighbours: runNeighboursDrill,
  mails: runMailsDrill,
  money: runMoneyDrill,
  pay: runPayDrill,
  rotation: runRotationDrill,
};

const [name = "", ...options] = process.argv.slice(2);
const run = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (run) process.exit(await play(run));
console.log(`There is no drill “${name}”. The drills: ${Object.keys(drills).join(", ")}.`);
process.exit(1);

async function play(drill: Drill): Promise<number> {
  const startedAt = performance.now();
  const home = await openDrillHome();
  leaveWhenSignalled(home);
  const report = createReport((line) => console.log(line));
  await report.play(`the ${name} drill ran to its end`, async () => {
    await drill(report, home, options);
    return [];
  });
  await home.close();
  const counts = report.counts();
  console.log(`\n${summarise(counts, performance.now() - startedAt).join("\n")}`);
  return counts.failed.length === 0 && isBackInTime(counts) ? 0 : 1;
}

/** Asked to leave, or left alone by the shell that started us: nothing we started may outlive us. */
function leaveWhenSignalled(home: DrillHome): void {
  const parent = process.ppid;
  let isLeaving = false;
  const leave = () => {
    if (isLeaving) return;
    isLeaving = true;
    console.log("Leaving …");
    void home.close().finally(() => process.exit(130));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  setInterval(() => process.ppid !== parent && leave(), 1000).unref();
}
