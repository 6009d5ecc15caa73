import { toBulkRunId } from "#app/platform/ids.ts";
import type { DrillOrder } from "../core/order-facts.ts";
import { readFacts } from "../core/order-facts.ts";
import type { DrillStage } from "../core/stage.ts";
import { awaitDeath, type Crew } from "../handoff/crew.ts";
import { type ActionResult, type Form, type People, people } from "./people.ts";
import type { Places } from "./play-cancel.ts";
import { payOnceRefused } from "./play-pay.ts";
import {
  createTurns,
  type InTurn,
  type Loss,
  losses,
  pressIn,
  pressKinds,
  untilRight,
  type Way,
} from "./presses.ts";
import { payPathOf, placeWaiting, problemsOfPaid, problemsOfWallet } from "./wallet-side.ts";

/** Where the worker that pays many dies; the last one leaves a request that others would pay at these. */
const deaths = [
  { point: "B1", title: "first order done", isPaid: true },
  { point: "Y2", title: "given to be sent", isPaid: false },
  { point: "Y3", title: "the service has acted", isPaid: true },
  { point: "Y4", title: "answer not kept", isPaid: true },
  { point: "Y1", title: "request committed", isPaid: true },
] as const;

/** The first is of one parcel, the second of two. */
type Pair = readonly [DrillOrder, DrillOrder];

/** *Pay all* of the orders' list: two orders with one press, three parcels. */
export async function playPayAll(stage: DrillStage, crew: Crew, who: People): Promise<void> {
  await crew.work();
  const places = { stage, crew, who };
  const cases = pressKinds.length + losses.length + deaths.length;
  const orders = await placeWaiting(
    stage,
    Array.from({ length: cases }, () => ["prepaid", "two parcels"] as const).flat(),
  );
  const next = (): Pair => {
    const [first, second] = orders.splice(0, 2);
    if (!first || !second) throw new Error("Too few orders were placed");
    return [first, second];
  };
  for (const way of pressKinds) await playPayAllIn(places, way, next());
  const inTurn = createTurns();
  await Promise.all([
    ...losses.map((loss) => playLost(places, inTurn, { loss, pair: next() })),
    ...deaths.map((death) => playDeath(places, inTurn, { death, pair: next() })),
  ]);
  await stage.play("pay all: the app and the wallet agree on every rupee", () =>
    problemsOfWallet(stage, who),
  );
}

async function payAllForm(stage: DrillStage, pair: Pair): Promise<Form> {
  const ids = await Promise.all(pair.map(async (order) => (await readFacts(stage, order)).app?.id ?? ""));
  return { page: "orders", path: "/orders", fields: { intent: "bulk", action: "pay", ids: ids.join(",") } };
}

/** Every run has come to its end, with a row for each of its orders. */
async function problemsOfRuns({ db }: DrillStage, results: readonly ActionResult[]): Promise<string[]> {
  const ids = results.flatMap(({ location }) => location?.split("/").at(-1) ?? []).map(toBulkRunId);
  const runs = await db.bulkRun.findMany({ where: { id: { in: ids } }, include: { items: true } });
  return runs.flatMap(({ finishedAt, items }) => [
    ...(finishedAt === null ? ["a press on many has not ended"] : []),
    ...items.filter(({ settledAt }) => settledAt === null).map(({ state }) => `an order of it is ${state}`),
  ]);
}

async function rested({ stage, who }: Places, pair: Pair, by: readonly string[]): Promise<readonly string[]> {
  return untilRight(async () =>
    (await Promise.all(pair.map((order) => problemsOfPaid(stage, who, order, { by })))).flat(),
  );
}

const both = [people.owner, people.staff];

async function playPayAllIn(places: Places, way: Way, pair: Pair): Promise<void> {
  const { stage, who } = places;
  await stage.play(`pay all, ${way}`, async () => {
    const answers = await pressIn(who, way, await payAllForm(stage, pair));
    const runs = await untilRight(() => problemsOfRuns(stage, answers));
    const led = answers.flatMap(({ location }) => location ?? []);
    const wanted = way === "two tabs" ? [1, 2] : [1];
    return [
      ...(wanted.includes(new Set(led).size) ? [] : [`it led to ${led.join(", ") || "nothing"}`]),
      ...runs,
      ...(await rested(places, pair, way === "two tabs" ? both : [people.owner])),
    ];
  });
}

async function playLost(
  places: Places,
  inTurn: InTurn,
  { loss, pair }: { readonly loss: Loss; readonly pair: Pair },
): Promise<void> {
  const { stage, who } = places;
  await stage.play(`pay all, ${loss.title}`, async () => {
    const runs = await inTurn(async () => {
      const path = await payPathOf(stage, pair[0]);
      await stage.world.supplier.control.armFault({ ...loss.fault, method: "POST", path });
      const answers = await who.press(people.owner, await payAllForm(stage, pair));
      return untilRight(() => problemsOfRuns(stage, [answers]));
    });
    return [
      ...runs,
      ...(loss.isDone ? [] : await payOnceRefused(stage, who, pair[0])),
      ...(await rested(places, pair, loss.isDone ? [people.owner] : both)),
    ];
  });
}

async function playDeath(
  places: Places,
  inTurn: InTurn,
  { death, pair }: { readonly death: (typeof deaths)[number]; readonly pair: Pair },
): Promise<void> {
  const { stage, crew, who } = places;
  const { point, title, isPaid } = death;
  await stage.play(`pay all, killed at ${point} (${title})`, async () => {
    const runs = await inTurn(async () => {
      const form = await payAllForm(stage, pair);
      const member = await crew.arm({ point, at: "worker", of: "others" }, "kill");
      const answers = await who.press(people.owner, form);
      await awaitDeath(member, point);
      await crew.relieve({ at: "worker" });
      return untilRight(() => problemsOfRuns(stage, [answers]), 60_000);
    });
    return [
      ...runs,
      ...(isPaid ? [] : await payOnceRefused(stage, who, pair[0])),
      ...(await rested(places, pair, isPaid ? [people.owner] : both)),
    ];
  });
}
