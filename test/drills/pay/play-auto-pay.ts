import { setTimeout as pause } from "node:timers/promises";
import type { PaymentIntent } from "@prisma/client";
import { z } from "zod";
import { isPassingRefusal } from "#app/domain/messages/holds/payment-sentences.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { DrillOrder } from "../core/order-facts.ts";
import { readFacts } from "../core/order-facts.ts";
import type { DrillStage } from "../core/stage.ts";
import { awaitDeath, awaitStop, type Crew } from "../handoff/crew.ts";
import { type Form, type People, people } from "./people.ts";
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
import {
  emptyWallet,
  fillWallet,
  intentsOf,
  payForm,
  payPathOf,
  placeWaiting,
  problemsOfPaid,
  problemsOfWallet,
} from "./wallet-side.ts";

/** Where the worker that pays by itself dies; the last one leaves a request that others would pay at these. */
const deaths = [
  { point: "Y0", title: "chosen, nothing committed", isPaid: true },
  { point: "Y2", title: "given to be sent", isPaid: false },
  { point: "Y3", title: "the service has acted", isPaid: true },
  { point: "Y4", title: "answer not kept", isPaid: true },
  { point: "R1", title: "all paid, the look not kept", isPaid: true },
  { point: "R2", title: "the look kept, not over", isPaid: true },
  { point: "Y1", title: "request committed", isPaid: true },
] as const;

/** The look that comes every five minutes, asked for now. */
const lookNow: Form = {
  ...{ page: "activity", path: "/activity?view=checks" },
  fields: { intent: "run_now", kind: "funds", mode: "" },
};

/** *Pay by itself when money arrives*, switched on by the owner. */
export async function playAutoPay(stage: DrillStage, crew: Crew, who: People): Promise<void> {
  await crew.work();
  const places = { stage, crew, who };
  await limitTo(who, 5_000_000);
  for (const way of pressKinds) await playLookIn(places, way);
  await playBesideAPress(places);
  const inTurn = createTurns();
  await Promise.all([
    ...losses.map((loss) => playLost(places, inTurn, loss)),
    inTurn(() => playLimit(places)),
    ...deaths.map((death) => playDeath(places, inTurn, death)),
  ]);
  await stage.play("auto-pay: the app and the wallet agree on every rupee", () =>
    problemsOfWallet(stage, who),
  );
  await stage.play("auto-pay: what was spent today is what was paid today", () =>
    untilRight(() => problemsOfSpent(places), 30_000),
  );
}

async function limitTo(who: People, dailyPkr: number): Promise<void> {
  const fields = { intent: "auto_pay_on", dailyPkr: String(dailyPkr) };
  const answers = await who.press(people.owner, { page: "funds", path: "/wallet/funds", fields });
  if (!answers.ok) throw new Error(`Paying by itself could not be switched on: ${answers.said}`);
}

const fundsPage = z.object({
  autoPay: z.object({ spentTodayPkr: z.number(), dailyPkr: z.number(), by: z.string() }).nullable(),
});

const spentToday = async (who: People) =>
  (await who.read(people.owner, "funds", "/wallet/funds", fundsPage)).autoPay?.spentTodayPkr ?? 0;

async function problemsOfSpent({ stage, who }: Places): Promise<string[]> {
  const paid = await stage.db.paymentIntent.findMany({ where: { byItself: true, state: "paid" } });
  const sum = paid.reduce((total, { amountPkr }) => total + amountPkr, 0);
  const shown = await spentToday(who);
  return shown === sum ? [] : [`the page says Rs ${shown} were spent today, Rs ${sum} were paid by itself`];
}

async function placeOne(stage: DrillStage): Promise<DrillOrder> {
  const [order] = await placeWaiting(stage, ["prepaid"]);
  if (!order) throw new Error("No order was placed");
  return order;
}

function rested({ stage, who }: Places, order: DrillOrder): Promise<readonly string[]> {
  return untilRight(() => problemsOfPaid(stage, who, order, { by: [people.owner], byItself: true }));
}

async function playLookIn(places: Places, way: Way): Promise<void> {
  const { stage, who } = places;
  await stage.play(`auto-pay, ${way}`, async () => {
    const order = await placeOne(stage);
    await pressIn(who, way, lookNow);
    return rested(places, order);
  });
}

/** A person presses *Pay* at the very moment: one of the two pays it. */
async function playBesideAPress({ stage, who }: Places): Promise<void> {
  await stage.play("auto-pay, while a person presses Pay", async () => {
    const order = await placeOne(stage);
    const form = await payForm(stage, who, order);
    await Promise.all([who.press(people.staff, form), who.press(people.owner, lookNow)]);
    return untilRight(async () => {
      const byItself = (await intentsOf(stage, order)).some(
        (intent) => intent.byItself && intent.state === "paid",
      );
      return problemsOfPaid(stage, who, order, { byItself, by: [byItself ? people.owner : people.staff] });
    });
  });
}

/** What surely was not paid, and not only for now, is not tried again by itself for an hour: a person pays it. */
async function playLost(places: Places, inTurn: InTurn, loss: Loss): Promise<void> {
  const { stage } = places;
  await stage.play(`auto-pay, ${loss.title}`, async () => {
    const order = await inTurn(async () => {
      const waiting = await placeOne(stage);
      const path = await payPathOf(stage, waiting);
      await stage.world.supplier.control.armFault({ ...loss.fault, method: "POST", path });
      await lookUntilAsked(places, waiting);
      return waiting;
    });
    return loss.isDone ? rested(places, order) : payByHand(places, inTurn, order);
  });
}

/**
 * Looks again where other cases keep the service from being asked: the payment of this order has to meet its own loss.
 * Three looks in a row are all that try it again.
 */
async function lookUntilAsked({ stage, who }: Places, order: DrillOrder): Promise<void> {
  for (let tries = 1; tries <= 3; tries += 1) {
    await who.press(people.owner, lookNow);
    const late = await untilRight(async () => {
      const intents = await intentsOf(stage, order);
      const isOnItsWay = intents.some(({ state }) => state === "wanted" || state === "sending");
      return intents.length < tries || isOnItsWay ? [`try ${tries} came to nothing`] : [];
    }, 60_000);
    if (late.length > 0) throw new Error(late.join());
    if (!(await intentsOf(stage, order)).every(isRefusedForNow)) return;
    await pause(BREAKER_RESTS_MS);
  }
  throw new Error("The service was not asked");
}

/** A breaker rests for half a minute at most. */
const BREAKER_RESTS_MS = 31_000;

const isRefusedForNow = ({ state, outcome }: PaymentIntent) =>
  state === "refused" && isPassingRefusal(outcome ?? "");

async function untilBegun(stage: DrillStage, order: DrillOrder): Promise<void> {
  const late = await untilRight(
    async () => ((await intentsOf(stage, order)).length > 0 ? [] : ["nothing was begun"]),
    60_000,
  );
  if (late.length > 0) throw new Error(late.join());
}

/** Another process has ended the look that the dead one had begun: of a look that five in a row die of nobody runs a sixth. */
async function untilSwept({ db }: DrillStage): Promise<void> {
  await waitFor(
    async () =>
      (await db.work.count({ where: { subject: "funds", kind: "sweep.run", unfinishedRuns: 0 } })) > 0,
    {
      ...{ what: "the look to be ended by another process", timeoutMs: 60_000 },
    },
  );
}

async function payByHand(
  { stage, who }: Places,
  inTurn: InTurn,
  order: DrillOrder,
): Promise<readonly string[]> {
  await untilRight(async () =>
    (await intentsOf(stage, order)).some((intent) => intent.state === "refused" && !isRefusedForNow(intent))
      ? []
      : ["not yet"],
  );
  // The wallet is emptied for others in their turn.
  const paid = await inTurn(() => payOnceRefused(stage, who, order));
  const problems = await untilRight(() => problemsOfPaid(stage, who, order, { by: [people.staff] }));
  return [...paid, ...problems];
}

async function playDeath(places: Places, inTurn: InTurn, death: (typeof deaths)[number]): Promise<void> {
  const { stage, crew, who } = places;
  const { point, title, isPaid } = death;
  await stage.play(`auto-pay, killed at ${point} (${title})`, async () => {
    const order = await inTurn(async () => {
      await crew.work();
      const waiting = await placeOne(stage);
      const member = await crew.arm({ point, at: "worker", of: "others" }, "kill");
      await who.press(people.owner, lookNow);
      await awaitDeath(member, point);
      await crew.relieve({ at: "worker" });
      await untilBegun(stage, waiting);
      await untilSwept(stage);
      return waiting;
    });
    return isPaid ? rested(places, order) : payByHand(places, inTurn, order);
  });
}

/** Ample for a process that is woken to go on with what it had chosen. */
const GOES_ON_MS = 4000;

/**
 * Two runs at once whose parcels together pass the day's limit: the first stands still after it has chosen, the second
 * pays another parcel, and the first goes on with what it had chosen.
 */
async function playLimit(places: Places): Promise<void> {
  const { stage, crew, who } = places;
  await stage.play("auto-pay, two runs at once would pass the day's limit: it holds", async () => {
    const { control } = stage.world.supplier;
    const first = await placeOne(stage);
    const [{ wholesaleTotal = 0, shippingCost = 0 } = {}] = (await readFacts(stage, first)).parcels;
    const before = await spentToday(who);
    const limit = before + wholesaleTotal + shippingCost;
    await limitTo(who, limit);
    const member = await crew.arm({ point: "Y0", at: "worker", of: "others" }, "stop");
    await who.press(people.owner, lookNow);
    await awaitStop(member, "Y0");
    await emptyWallet(stage);
    await control.setTerms({ awaitingFundsHours: 24 });
    await crew.relieve({ at: "worker" });
    const nearer = await placeOne(stage);
    await control.setTerms({ awaitingFundsHours: 72 });
    await fillWallet(stage);
    await who.press(people.owner, lookNow);
    const second = await rested(places, nearer);
    process.kill(member.pid, "SIGCONT");
    await pause(GOES_ON_MS);
    const early = (await intentsOf(stage, first)).map(
      ({ state }) => `the one chosen first is ${state} as well`,
    );
    const spent = await spentToday(who);
    await member.kill();
    await limitTo(who, 5_000_000);
    await who.press(people.owner, lookNow);
    return [
      ...second,
      ...early,
      ...(spent <= limit ? [] : [`Rs ${spent} were spent of Rs ${limit}`]),
      ...(await rested(places, first)),
    ];
  });
}
