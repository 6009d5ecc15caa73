import { afterEach, describe, expect, it, vi } from "vitest";
import { createBulkhead, runInLane } from "#app/platform/http/bulkhead.server.ts";

afterEach(() => void vi.useRealTimers());

type Row = { readonly shop: string; dueAt: number; isRunning: boolean; isDone: boolean };

const SICK = Array.from({ length: 40 }, (_, index) => `sick-${index}`);
const WELL = "well";
const ROWS = 10;
const SLOTS = 16;
const TIME_OUT_MS = 15_000;
const QUICK_MS = 20;
const SLOW_MS = 2500;

/** Numbers between 0 and 1, the same of a seed each time: without them all shops would keep step. */
function buildChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const buildRows = (shop: string): Row[] =>
  Array.from({ length: ROWS }, () => ({ shop, dueAt: performance.now(), isRunning: false, isDone: false }));

const isDue = ({ isRunning, isDone, dueAt }: Row) => !isRunning && !isDone && dueAt <= performance.now();

/** One call: of a sick shop it runs into its time limit, of the well one it is answered. */
function call(shop: string, answerMs: number, giveWay: AbortSignal): Promise<boolean> {
  const isSick = shop !== WELL;
  return new Promise((settle, fail) => {
    setTimeout(() => settle(!isSick), isSick ? TIME_OUT_MS : answerMs);
    giveWay.addEventListener("abort", () => fail(new Error("gave way")));
  });
}

/** Rows of many shops, which the slots of a lane take in turn; so many first answers of the well shop take long. */
function startLane(slowAnswers: number, seed: number) {
  const chance = buildChance(seed);
  const bulkhead = createBulkhead();
  const rows = SICK.flatMap(buildRows);
  let turns = [...SICK, WELL];
  let answers = 0;
  const takeNext = () => {
    const shop = turns.find((each) => rows.some((row) => row.shop === each && isDue(row)));
    turns = [...turns.filter((each) => each !== shop), ...turns.filter((each) => each === shop)];
    return rows.find((row) => row.shop === shop && isDue(row));
  };
  const run = async (row: Row) => {
    row.isRunning = true;
    const answerMs = row.shop === WELL && ++answers <= slowAnswers ? SLOW_MS : QUICK_MS;
    const sent = await runInLane("orders", SLOTS, () =>
      bulkhead.pass((giveWay) => call(row.shop, answerMs, giveWay), { part: row.shop, mayGiveWay: true }),
    );
    const restMs = (sent === null ? 3000 : 1000) * (0.8 + 0.4 * chance());
    Object.assign(row, { isRunning: false, isDone: sent?.sent === true, dueAt: performance.now() + restMs });
  };
  const fillSlot = async () => {
    const row = takeNext();
    if (row) await run(row);
    setTimeout(() => void fillSlot(), QUICK_MS * (0.5 + chance()));
  };
  for (let slot = 0; slot < SLOTS; slot += 1) void fillSlot();
  return { rows };
}

async function secondsOfTheWell(slowAnswers: number, seed: number): Promise<number> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { rows } = startLane(slowAnswers, seed);
  await vi.advanceTimersByTimeAsync(4000);
  rows.push(...buildRows(WELL));
  const since = performance.now();
  const isOver = () => rows.every(({ shop, isDone }) => shop !== WELL || isDone);
  while (!isOver() && performance.now() - since < 300_000) await vi.advanceTimersByTimeAsync(100);
  return (performance.now() - since) / 1000;
}

describe("ten rows of a shop that is well, beside forty that hang", () => {
  it.each([
    ["quick", 0, 20],
    ["slow once", 1, 25],
    ["slow for the first eight", 8, 40],
  ])("are done in time where its answers are %s", async (_how, slowAnswers, mostSeconds) => {
    for (const seed of [11, 222, 3333, 44_444]) {
      expect(await secondsOfTheWell(slowAnswers, seed)).toBeLessThan(mostSeconds);
      vi.useRealTimers();
    }
  });
});
