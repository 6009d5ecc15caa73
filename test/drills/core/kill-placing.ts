import { waitFor } from "#test/support/wait-for.ts";
import { type DrillOrder, type OrderFacts, readFacts, settleForGood } from "./order-facts.ts";
import { type OrderKind, placeOrder } from "./orders.ts";
import { problemsOfPlaced } from "./problems.ts";
import type { DrillStage } from "./stage.ts";

/** A step of placing at which the process is killed, and what must be true of the order at that moment. */
type Step = {
  readonly point: string;
  readonly title: string;
  readonly problemsAtDeath: (facts: OrderFacts) => readonly string[];
};

const steps: readonly Step[] = [
  { point: "H2", title: "read and decided", problemsAtDeath: (facts) => expectHandoff(facts, null) },
  { point: "S1", title: "request submitted", problemsAtDeath: (facts) => expectHandoff(facts, null) },
  { point: "H3", title: "intent committed", problemsAtDeath: (facts) => expectHandoff(facts, "sending") },
  { point: "H4", title: "request going out", problemsAtDeath: (facts) => expectHandoff(facts, "sending") },
  { point: "H6", title: "answer in memory", problemsAtDeath: (facts) => expectAtService(facts, "sending") },
  { point: "H7", title: "parcels saved", problemsAtDeath: (facts) => expectAtService(facts, "placed") },
  { point: "H8", title: "request accepted", problemsAtDeath: (facts) => expectAtService(facts, "placed") },
];

export const placingPoints: readonly string[] = [...steps.map(({ point }) => point), "H5"];

function expectHandoff({ app }: OrderFacts, state: string | null): string[] {
  const found = app?.handoffs[0]?.state ?? null;
  return found === state ? [] : [`it died with a handoff ${found}, not ${state}`];
}

function expectAtService(facts: OrderFacts, state: string): string[] {
  const isThere = facts.parcels.length > 0;
  return [...(isThere ? [] : ["it died before the service had the order"]), ...expectHandoff(facts, state)];
}

/** Kills the process at one step of placing one order, starts it again, and looks at what became of the order. */
export async function killWhilePlacing(stage: DrillStage, point: string, kind: OrderKind): Promise<void> {
  const step = steps.find((each) => each.point === point);
  const title = step?.title ?? "service committed, answer on its way";
  await stage.play(`killed at ${point} (${title}), ${kind}`, async () => {
    const order = step ? await dieAt(stage, step, kind) : await dieBeforeAnswer(stage, kind);
    return recover(stage, order, (facts) => [
      ...problemsOfPlaced(facts, { kind }),
      ...problemsOfResending(facts),
    ]);
  });
}

/** The same bytes with the same key are answered with the first answer; anything else would be found a duplicate. */
function problemsOfResending({ app }: OrderFacts): string[] {
  const attempts = app?.handoffs.flatMap((handoff) => handoff.attempts) ?? [];
  return [
    ...(attempts.length === 1 ? [] : [`${attempts.length} attempts were made, not 1`]),
    ...attempts.filter(({ state }) => state !== "accepted").map(({ state }) => `its attempt was ${state}`),
  ];
}

async function dieAt(
  stage: DrillStage,
  { point, problemsAtDeath }: Step,
  kind: OrderKind,
): Promise<DrillOrder> {
  await armApp(stage, point);
  const order = placeOrder(stage, kind);
  await awaitDeath(stage, point);
  throwAny(problemsAtDeath(await readFacts(stage, order)));
  return order;
}

/** H5 is a moment of the service, not ours: it has committed, and we die before its answer arrives. */
async function dieBeforeAnswer(stage: DrillStage, kind: OrderKind): Promise<DrillOrder> {
  const { control } = stage.world.supplier;
  await stage.world.app.kill();
  await stage.world.restartApp();
  await control.armFault({ kind: "delay", when: "after", ms: 2500, method: "POST", path: "/orders" });
  const order = placeOrder(stage, kind);
  await waitFor(async () => (await readFacts(stage, order)).parcels.length > 0, {
    what: "the service to commit",
    everyMs: 20,
  });
  await stage.world.app.kill();
  throwAny(expectAtService(await readFacts(stage, order), "sending"));
  return order;
}

/** Starts the app with a failpoint armed; production refuses those, so it runs as in a test. */
export async function armApp({ world }: DrillStage, ...points: readonly string[]): Promise<void> {
  await world.app.kill();
  await world.restartApp({ NODE_ENV: "test", FAILPOINTS: points.map((point) => `${point}:kill`).join(",") });
}

/** @throws Error when the process did not kill itself in time */
export async function awaitDeath({ world }: DrillStage, point: string): Promise<void> {
  const left = { isSo: false };
  const { signal } = await Promise.race([
    world.app.left.finally(() => {
      left.isSo = true;
    }),
    waitFor(async () => left.isSo, { what: `the process to die at ${point}`, timeoutMs: 60_000 }).then(
      () => world.app.left,
    ),
  ]);
  if (signal !== "SIGKILL") throw new Error(`The process left by ${signal}, not by SIGKILL at ${point}`);
}

/** Starts a dead app again, waits until an order has come right, and notes how long that took from the death on. */
export async function recover(
  stage: DrillStage,
  order: DrillOrder,
  problemsOf: (facts: OrderFacts) => readonly string[],
): Promise<readonly string[]> {
  const { atMs } = await stage.world.app.left;
  await stage.world.restartApp();
  const problems = await settleForGood(stage, order, problemsOf);
  if (problems.length === 0) stage.recovered(performance.now() - atMs);
  return problems;
}

function throwAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("; "));
}
