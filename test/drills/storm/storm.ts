import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { type AllFacts, readAllFacts } from "./all-facts.ts";
import { countDeadlocks, listDeadlocks } from "./count-deadlocks.ts";
import { printFigures } from "./figures.ts";
import {
  onItsWayMs,
  type PlayedOrder,
  problemsOfCalls,
  problemsOfDeliveries,
  problemsOfOrder,
} from "./judge.ts";
import { openStorm, type Storm } from "./open-storm.ts";
import { planStorm, type StormSize } from "./plan-storm.ts";
import { moveParcels, placeOrders } from "./play-orders.ts";
import { clearWeather, playDisasters, raiseWeather } from "./weather.ts";

const usual = { orders: 2000, shops: 20, seed: 1, rate: 6, outage: 60 } as const;

/** `--orders 200 --shops 4 --seed 7 --rate 3 --outage 10`, each as usual where it is not given. */
export function parseSize(options: readonly string[]): StormSize {
  const { values } = parseArgs({
    args: [...options],
    options: Object.fromEntries(Object.keys(usual).map((name) => [name, { type: "string" as const }])),
  });
  const number = (name: keyof StormSize) => Number(values[name] ?? usual[name]);
  return {
    ...{ orders: number("orders"), shops: number("shops"), seed: number("seed") },
    ...{ rate: number("rate"), outage: number("outage") },
  };
}

/** Customers order while everything goes wrong that can; when it is over, three sides must tell the same. */
export async function runStormDrill(
  report: Report,
  home: DrillHome,
  options: readonly string[],
): Promise<void> {
  const size = parseSize(options);
  report.note(`seed ${size.seed}: ${size.orders} orders over ${size.shops} shops, ${size.rate} a second`);
  const storm = await openStorm(home, size);
  try {
    await playStorm(report, home, storm, size);
  } finally {
    await storm.close();
  }
}

async function playStorm(report: Report, home: DrillHome, storm: Storm, size: StormSize): Promise<void> {
  const orders: PlayedOrder[] = [];
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  await report.play("the storm came and went", async () => {
    const startedAt = performance.now();
    const note = (line: string) =>
      report.note(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}`);
    await raiseWeather(storm, size.seed);
    await Promise.all([
      placeOrders(storm, planStorm(size), (order) => void orders.push(order)).then(() =>
        note("every customer has ordered"),
      ),
      playDisasters(storm, home, size, note),
      moveParcels(storm, orders, size.orders),
    ]);
    note("every order has met its fate at the service; the weather clears");
    await clearWeather(storm);
    return [];
  });
  lag.disable();
  const all = await judge(report, storm, orders, onItsWayMs(lag.max / 1e6));
  await judgeDeadlocks(report, home, storm);
  await printFigures(report, storm, all, orders);
}

/** How long the app may take for what the storm has left behind. */
const REST_WITHIN_MS = 300_000;

const MOST_SHOWN = 20;

async function judge(
  report: Report,
  storm: Storm,
  orders: readonly PlayedOrder[],
  allowedMs: number,
): Promise<AllFacts> {
  const allProblems = (all: AllFacts) => orders.flatMap((order) => problemsOfOrder(all, order));
  await report.play(`${orders.length} orders at rest, the same on the three sides, none twice`, async () => {
    const startedAt = performance.now();
    for (;;) {
      // Looking may fail for a moment on a busy machine.
      const problems = await readAllFacts(storm).then(allProblems, (error: unknown) => [String(error)]);
      const tookMs = performance.now() - startedAt;
      if (problems.length === 0)
        report.note(`at rest ${(tookMs / 1000).toFixed(0)} s after the weather cleared`);
      if (problems.length === 0 || tookMs > REST_WITHIN_MS) return first(problems);
      await pause(2000);
    }
  });
  const all = await readAllFacts(storm);
  await report.play(
    `no call came before its Retry-After (${allowedMs} ms for what was on its way)`,
    async () => first(problemsOfCalls(all, allowedMs)),
  );
  await report.play("every delivery taken with thanks is in the inbox", async () =>
    first(await problemsOfDeliveries(storm)),
  );
  await report.play("the service's own sums add up", async () => all.audit.problems);
  await report.play("nothing came after, when all that was late had arrived", async () => {
    await storm.world.supplier.control.clock.advance({ minutes: 40 });
    await storm.world.shopify.control.settle();
    await pause(10_000);
    return first(allProblems(await readAllFacts(storm)));
  });
  return all;
}

async function judgeDeadlocks(report: Report, home: DrillHome, storm: Storm): Promise<void> {
  await report.play("no two transactions waited for each other", async () => {
    const deadlocks = await countDeadlocks(storm.db);
    report.note(`PostgreSQL ended ${deadlocks} deadlocks`);
    if (deadlocks === 0) return [];
    const statements = listDeadlocks(await home.readPostgresLog());
    return [`${deadlocks} deadlocks: locks were taken in two orders`, ...statements];
  });
}

function first(problems: readonly string[]): string[] {
  const more = problems.length - MOST_SHOWN;
  return [...problems.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
}
