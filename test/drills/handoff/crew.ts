import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { LeftAtStart, StoppedAtStart, type WorkerProcess } from "#test/support/app-process.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { DrillStage } from "../core/stage.ts";
import type { Step } from "./steps.ts";

export type Fault = "kill" | "throw" | "stop";

/** The processes of one world: one takes deliveries and shows pages, others work. One of them is armed at a time. */
export type Crew = {
  /** The only one of its kind from now on does this when it passes the point the first time. */
  arm(step: Moment, fault: Fault): Promise<Member>;
  /** Ordinary processes work, whatever was before. */
  work(): Promise<void>;
  /** Another one in the place of one that died, or beside one that stands still. */
  relieve(step: Pick<Moment, "at">): Promise<void>;
};

/** Where a process is met, and which one. */
type Moment = Pick<Step, "point" | "at"> & {
  /** No order's own work passes the point: those of before need not rest. */
  readonly of?: "others";
};

export type Member = Pick<WorkerProcess, "pid" | "left" | "kill" | "logFile"> & {
  /** Bytes of its log that were there before it. */
  readonly logFrom: number;
};

const MOST_STARTS = 3;

/** It killed or stopped itself, as it was told, before it could say that it works. */
function hasMetItsPoint(error: unknown): boolean {
  return error instanceof StoppedAtStart || (error instanceof LeftAtStart && error.signal === "SIGKILL");
}

/** Production refuses failpoints, so an armed process runs as in a test. */
function armedWith({ point }: Moment, fault: Fault): Readonly<Record<string, string>> {
  return { NODE_ENV: "test", FAILPOINTS: `${point}:${fault}` };
}

/** The world's own app must be one that does not work (`ROLE=web`). */
export async function openCrew(stage: DrillStage): Promise<Crew> {
  const { world } = stage;
  const workers: WorkerProcess[] = [];
  muteEcho(stage);
  let isWebArmed = false;
  let isReady = false;
  const startWorker = async (env: Readonly<Record<string, string>> = {}) => {
    const worker = await world.startWorker(env);
    workers.push(worker);
    return worker;
  };
  const restartWeb = async (env: Readonly<Record<string, string>> = {}) => {
    await world.app.kill();
    const logFrom = (await readFile(world.app.logFile)).length;
    await world.restartApp(env);
    isWebArmed = "FAILPOINTS" in env;
    return { ...world.app, logFrom };
  };
  const dismissWorkers = () => Promise.all(workers.splice(0).map((worker) => worker.kill()));
  const armWorker = async (step: Moment, fault: Fault) => {
    if (workers.length > 0 && step.of !== "others") await awaitOrdersAtRest(stage);
    await dismissWorkers();
    return { ...(await startWorker(armedWith(step, fault))), logFrom: 0 };
  };
  const armWeb = async (step: Moment, fault: Fault) => {
    if (workers.length === 0) await startWorker();
    await awaitAllDelivered(stage);
    return restartWeb(armedWith(step, fault));
  };
  /** On a busy machine an order of before comes due while the process starts, and meets the fault that was ordered. */
  const arm = async (step: Moment, fault: Fault, startsLeft: number): Promise<Member> => {
    try {
      return await (step.at === "web" ? armWeb(step, fault) : armWorker(step, fault));
    } catch (error) {
      if (!hasMetItsPoint(error) || startsLeft === 1) throw error;
      await (step.at === "web" ? restartWeb() : startWorker());
      return arm(step, fault, startsLeft - 1);
    }
  };
  return {
    arm: (step, fault) => {
      isReady = false;
      return arm(step, fault, MOST_STARTS);
    },
    work: async () => {
      if (isWebArmed) await restartWeb();
      if (!isReady) await dismissWorkers();
      if (workers.length === 0) await startWorker();
      isReady = true;
    },
    relieve: async (step) => {
      if (step.at === "worker") await startWorker();
      else await restartWeb();
    },
  };
}

/**
 * An order's creation wakes it once more seconds after its routing did, should that have been lost. Here the echo would
 * be the first to pass the points that wait for the next order.
 */
export function muteEcho({ world }: DrillStage): void {
  const lost = { kind: "lost", topic: "orders/create", times: 1_000_000 } as const;
  world.shopify.control.faults({ webhooks: [lost] });
}

/** What is still to be told of orders before would be the first to pass an intake's points. */
async function awaitAllDelivered({ world: { shopify, supplier } }: DrillStage): Promise<void> {
  await waitFor(
    async () => {
      await supplier.control.clock.advance({ minutes: 1 });
      const ofService = await supplier.control.deliveries({ status: "pending" });
      const ofShopify = shopify.control.deliveries().filter(({ state }) => state === "pending");
      return ofService.length + ofShopify.length === 0;
    },
    { what: "both sides to have told everything", everyMs: 500 },
  );
}

/** Longer than a worker takes to stand and an order's reports gather. */
const SOON_MS = 10_000;

/**
 * An order of before that is still due, comes due while the next worker starts, or is lent to one that is dismissed, would
 * be the first to pass a point.
 */
async function awaitOrdersAtRest({ db }: DrillStage): Promise<void> {
  const isDue = () => ({
    OR: [{ leaseToken: { not: null } }, { nextRunAt: { lte: new Date(Date.now() + SOON_MS) } }],
  });
  await waitFor(
    async () => (await db.work.count({ where: { kind: "order.reconcile", deadAt: null, ...isDue() } })) === 0,
    { what: "the orders of before to rest", timeoutMs: 60_000 },
  );
}

/** @throws Error when it did not kill itself in time */
export async function awaitDeath({ left }: Member, point: string): Promise<number> {
  let end: Awaited<typeof left> | null = null;
  void left.then((given) => {
    end = given;
  });
  const { signal, atMs } = await waitFor(async () => end, {
    what: `the process to die at ${point}`,
    timeoutMs: 60_000,
    everyMs: 20,
  });
  if (signal !== "SIGKILL") throw new Error(`The process left by ${signal}, not by SIGKILL at ${point}`);
  return atMs;
}

/** @throws Error when it did not stop itself in time */
export async function awaitStop({ pid }: Member, point: string): Promise<void> {
  await waitFor(async () => isStopped(pid), {
    what: `the process to stop at ${point}`,
    timeoutMs: 60_000,
    everyMs: 50,
  });
}

export function isStopped(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.startsWith("T");
}

/** What a process has written to its log so far. */
export async function wordsOf({ logFile, logFrom }: Member): Promise<string> {
  return (await readFile(logFile)).subarray(logFrom).toString("utf8");
}
