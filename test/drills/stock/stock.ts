import { parseArgs } from "node:util";
import { LeftAtStart, type WorkerProcess } from "#test/support/app-process.ts";
import { type DrillStage, openStage } from "../core/stage.ts";
import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { onItsWayMs, problemsOfCalls } from "../storm/judge.ts";
import { openStockSetup } from "./open-stock-setup.ts";
import { planBursts } from "./plan-burst.ts";
import { playBurst, type StockSetup } from "./play-burst.ts";

const usual = { seed: 1, bursts: 20, moves: 40 } as const;

/**
 * Customers buy and the service's stock moves while events are lost, doubled and reordered and processes die: what is shown
 * never exceeds what the service has less what it has not accepted, and at rest all sides are equal.
 */
export async function runStockDrill(
  report: Report,
  home: DrillHome,
  options: readonly string[],
): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: Object.fromEntries(Object.keys(usual).map((name) => [name, { type: "string" as const }])),
  });
  const number = (name: keyof typeof usual) => Number(values[name] ?? usual[name]);
  report.note(`seed ${number("seed")}: ${number("bursts")} bursts of ${number("moves")} moves`);
  const stage = await openStage({
    ...{ preset: "plain", report, home: home.folderOf("stock"), apart: true },
    databaseUrl: await home.createDatabase("stock"),
    // Sweeps are asked for; none comes by itself.
    env: { SWEEP_INTERVAL_SCALE: "100" },
  });
  try {
    await play(stage, number("seed"), number("bursts"), number("moves"));
  } finally {
    await stage.close();
  }
}

async function play(stage: DrillStage, seed: number, count: number, movesEach: number): Promise<void> {
  const { world, db } = stage;
  let worker: WorkerProcess = await world.startWorker();
  const harness: StockSetup = {
    ...(await openStockSetup(db, world)),
    // A process that dies at a point takes what it was doing with it; one that passes no such point is killed where it is.
    kill: async (point) => {
      const diedAt = performance.now();
      await worker.kill();
      worker =
        point === null
          ? await world.startWorker()
          : await relieve(await startArmed(world, point), () => world.startWorker());
      stage.recovered(performance.now() - diedAt);
    },
  };
  const bursts = planBursts({ seed, bursts: count, movesEach, products: harness.listed.length, kills: true });
  for (const [index, burst] of bursts.entries()) {
    const what = burst.isFalling ? "the service has less and less" : "all goes up and down";
    await stage.play(`burst ${index + 1}: ${what}`, () => playBurst(harness, burst));
  }
  await stage.play("no call came before its Retry-After", async () => {
    return problemsOfCalls({ audit: await world.supplier.control.audit() }, onItsWayMs(0));
  });
}

/** Null where it passed its point, and died, before it could say that it works. */
async function startArmed(world: DrillStage["world"], point: string): Promise<WorkerProcess | null> {
  try {
    return await world.startWorker({ NODE_ENV: "test", FAILPOINTS: `${point}:kill` });
  } catch (error) {
    if (error instanceof LeftAtStart && error.signal === "SIGKILL") return null;
    throw error;
  }
}

/** The armed one works until it dies at its point, or for a while if it never passes it; another takes over. */
async function relieve(
  armed: WorkerProcess | null,
  start: () => Promise<WorkerProcess>,
): Promise<WorkerProcess> {
  if (armed === null) return start();
  const timer = AbortSignal.timeout(8000);
  await Promise.race([
    armed.left,
    new Promise<void>((resolve) => timer.addEventListener("abort", () => resolve())),
  ]);
  await armed.kill();
  return start();
}
