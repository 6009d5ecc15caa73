import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "#test/support/wait-for.ts";
import { type DrillOrder, readFacts, settleForGood, settleInto } from "../core/order-facts.ts";
import { type OrderKind, placeOrder } from "../core/orders.ts";
import { stateOf } from "../core/problems.ts";
import type { DrillStage } from "../core/stage.ts";
import { watchChanges } from "./changes.ts";
import { awaitDeath, awaitStop, type Crew, type Fault, isStopped, type Member, wordsOf } from "./crew.ts";
import { problemsForCustomer, problemsOnPage } from "./seen-outside.ts";
import { problemsOfPlacedOnce, type Step } from "./steps.ts";

type Case = { readonly step: Step; readonly fault: Fault; readonly kind: OrderKind };

const titles: Readonly<Record<Fault, string>> = {
  kill: "killed at",
  throw: "an error at",
  stop: "stopped past its lease at",
};

/** The process stood still in the run of an order of before, which came due just then: nothing was shown. */
class StoppedElsewhere extends Error {
  override readonly message = "it stood still in another order's run each time";
}

const MOST_PLAYS = 3;

/** Lets one thing happen to a process at one step of one order, and looks at what became of the order. */
export async function playStep(stage: DrillStage, crew: Crew, one: Case): Promise<void> {
  const { step, fault, kind } = one;
  await stage.play(`${titles[fault]} ${step.point} (${step.title}), ${kind}`, () =>
    playOnce(stage, crew, one, MOST_PLAYS),
  );
}

async function playOnce(
  stage: DrillStage,
  crew: Crew,
  one: Case,
  playsLeft: number,
): Promise<readonly string[]> {
  const { step, fault, kind } = one;
  const member = await crew.arm(step, fault);
  const { order, problems } = await causeStep(stage, step, kind);
  if (problems.length > 0) return problems;
  const play = { stage, crew, step, kind, order, member };
  try {
    const found = await outcomes[fault](play);
    return found.length > 0 ? found : await seenOutside(play);
  } catch (error) {
    if (error instanceof StoppedElsewhere && playsLeft > 1) return playOnce(stage, crew, one, playsLeft - 1);
    return describe(play, error);
  }
}

async function describe({ stage, order }: Play, error: unknown): Promise<readonly string[]> {
  const facts = await readFacts(stage, order);
  return [`${error instanceof Error ? error.message : error}; ${order.name} is ${stateOf(facts)}`];
}

type Play = {
  readonly stage: DrillStage;
  readonly crew: Crew;
  readonly step: Step;
  readonly kind: OrderKind;
  readonly order: DrillOrder;
  readonly member: Member;
};

const outcomes: Readonly<Record<Fault, (play: Play) => Promise<readonly string[]>>> = {
  kill: afterDeath,
  throw: afterError,
  stop: afterStandstill,
};

/** Places an order, and lets happen what makes the process pass the point. */
async function causeStep(stage: DrillStage, { cause }: Step, kind: OrderKind) {
  const order = placeOrder(stage, kind);
  if (!cause) return { order, problems: [] };
  const placed = await settleInto(stage, order, (facts) => problemsOfPlacedOnce(facts, kind));
  return { order, problems: placed.length > 0 ? placed : await cause(stage, order, kind) };
}

async function afterDeath(play: Play): Promise<readonly string[]> {
  const diedAt = await awaitDeath(play.member, play.step.point);
  await play.crew.relieve(play.step);
  const problems = await settle(play);
  if (problems.length === 0) play.stage.recovered(performance.now() - diedAt);
  return problems;
}

async function afterError(play: Play): Promise<readonly string[]> {
  await waitFor(async () => (await wordsOf(play.member)).includes("failpoint"), {
    what: `an error at ${play.step.point}`,
    timeoutMs: 60_000,
  });
  return settle(play);
}

/** Quantities are kept by work of their own, whoever has the order (the stock drill). */
const OF_OTHER_WORK = ["inventorySetQuantities"];

/** Another process takes over while one stands still; when that one goes on, it must find nothing left to do. */
async function afterStandstill(play: Play): Promise<readonly string[]> {
  const { stage, crew, step, member } = play;
  await awaitStop(member, step.point);
  const stoppedAt = performance.now();
  const isTakenOver = step.at === "worker";
  if (isTakenOver) await crew.relieve(step);
  const before = isTakenOver ? await settle(play) : [];
  await pause(Math.max(0, stage.leaseMs + 1000 - (performance.now() - stoppedAt)));
  const problems = isStopped(member.pid) ? before : [...before, "it did not stand still until then"];
  const changes = await watchChanges(stage);
  const workId = await findWorkId(play);
  const [runs, runsOfAny] = [await countRuns(member, workId), await countRuns(member, "")];
  process.kill(member.pid, "SIGCONT");
  if (!isTakenOver) return [...problems, ...(await settle(play))];
  const goesOn = waitFor(async () => (await countRuns(member, workId)) > runs, {
    what: `the process to go on from ${step.point}`,
  });
  await goesOn.catch(async (error: unknown) => {
    throw (await countRuns(member, "")) > runsOfAny ? new StoppedElsewhere() : error;
  });
  const late = await settle(play);
  const allowed = [...(step.point === "H4" ? ["POST /orders, replayed"] : []), ...OF_OTHER_WORK];
  const done = (await changes()).filter((change) => !allowed.includes(change));
  return [...problems, ...late, ...done.map((change) => `gone on, it did ${change}`)];
}

async function findWorkId({ stage, order: { gid, shop } }: Play): Promise<string> {
  const where = { kind: "order.reconcile", subject: gid, shop: { domain: shop } };
  return (await stage.db.work.findFirst({ where }))?.id ?? "";
}

/** How often a process has come to the end of a run of this order's work; of any order's with an empty id. */
async function countRuns(member: Member, workId: string): Promise<number> {
  const lines = (await wordsOf(member)).split("\n");
  const marks = ['"event":"work_ran"', '"kind":"order.reconcile"', workId];
  return lines.filter((line) => marks.every((mark) => line.includes(mark))).length;
}

function settle({ stage, order, step, kind }: Play): Promise<readonly string[]> {
  return settleForGood(stage, order, (facts) => step.problemsAfter(facts, kind));
}

async function seenOutside({ stage, order, step, kind }: Play): Promise<readonly string[]> {
  const facts = await readFacts(stage, order);
  return [
    ...problemsForCustomer(stage, order, facts),
    ...(await problemsOnPage(stage, order, facts)),
    ...step.problemsAfter(facts, kind),
  ];
}
