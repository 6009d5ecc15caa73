import type { DrillOrder } from "../core/order-facts.ts";
import type { DrillStage } from "../core/stage.ts";
import { awaitDeath, type Crew } from "../handoff/crew.ts";
import { type ActionResult, type People, people } from "./people.ts";
import {
  createTurns,
  type InTurn,
  type Loss,
  losses,
  pressIn,
  pressKinds,
  pressUntilAsked,
  problemsOfResults,
  untilRight,
  type Way,
  winnerOf,
} from "./presses.ts";
import {
  intentsOf,
  payForm,
  payPathOf,
  placeWaiting,
  problemsOfPaid,
  problemsOfWallet,
  readOrderPage,
} from "./wallet-side.ts";

/** Where the process that shows pages dies while it pays; the last one leaves a request that others would pay at these. */
const deaths = [
  { point: "Y2", title: "given to be sent", isPaid: false },
  { point: "Y3", title: "the service has acted", isPaid: true },
  { point: "Y4", title: "answer not kept", isPaid: true },
  { point: "Y1", title: "request committed", isPaid: true },
] as const;

const both = [people.owner, people.staff];

/** *Pay* on an order's page. */
export async function playPay(stage: DrillStage, crew: Crew, who: People): Promise<void> {
  await crew.work();
  const orders = await placeWaiting(
    stage,
    Array.from({ length: pressKinds.length + losses.length + deaths.length + 2 }, () => "prepaid" as const),
  );
  const next = () => takeOne(orders);
  await Promise.all([
    ...pressKinds.map((way) => playPayIn(stage, who, { way, order: next() })),
    playWithoutRight(stage, who, next()),
    playWhileSlow(stage, who, next()),
    ...losses.map((loss) => playLost(stage, who, { loss, order: next() })),
  ]);
  const inTurn = createTurns();
  await Promise.all(deaths.map((death) => playDeath(stage, { crew, who, inTurn }, { death, order: next() })));
  await stage.play("pay: the app and the wallet agree on every rupee", () => problemsOfWallet(stage, who));
}

function takeOne(orders: DrillOrder[]): DrillOrder {
  const order = orders.shift();
  if (!order) throw new Error("Too few orders were placed");
  return order;
}

/** One press, a double click, or two people at once: one is told that it is paid. */
export async function playPayIn(
  stage: DrillStage,
  who: People,
  { way, order }: { readonly way: Way; readonly order: DrillOrder },
): Promise<void> {
  await stage.play(`pay, ${way}`, async () => {
    const answers = await pressIn(who, way, await payForm(stage, who, order));
    const winner = winnerOf(answers);
    const problems = problemsOfResults(answers, way === "double click" ? 2 : 1);
    return [...problems, ...(await rested(stage, who, order, winner === null ? both : [winner]))];
  });
}

function rested(stage: DrillStage, who: People, order: DrillOrder, by: readonly string[]) {
  return untilRight(() => problemsOfPaid(stage, who, order, { by }));
}

/** Nothing is asked of the service for somebody whom nobody let; the button stays for who may. */
export async function playWithoutRight(stage: DrillStage, who: People, order: DrillOrder): Promise<void> {
  await stage.play("pay, pressed by somebody who may not: refused, and paid once by who may", async () => {
    const form = await payForm(stage, who, order);
    const refused = await who.press(people.stranger, form);
    const [intents, page] = [await intentsOf(stage, order), await readOrderPage(stage, who, order)];
    const paid = await pressUntilAsked(who, people.owner, form);
    return [
      ...problemsOfResults([refused], 0),
      ...(refused.said === "" ? ["nobody says why it was refused"] : []),
      ...intents.map(({ state }) => `a payment of theirs is ${state}`),
      ...(page.actions.pay.length === 1 ? [] : ["the button is gone for who may"]),
      ...problemsOfResults(paid, 1),
      ...(await rested(stage, who, order, [people.owner])),
    ];
  });
}

/** A second press while the service is still being asked is told so. */
async function playWhileSlow(stage: DrillStage, who: People, order: DrillOrder): Promise<void> {
  await stage.play("pay, by two people while the first press is slow: asked once", async () => {
    const { control } = stage.world.supplier;
    await control.armFault({
      kind: "delay",
      when: "before",
      ms: 3000,
      method: "POST",
      path: await payPathOf(stage, order),
    });
    const form = await payForm(stage, who, order);
    const slow = who.press(people.owner, form);
    const other = await who.press(people.staff, form);
    const answers: readonly ActionResult[] = [await slow, other];
    const winner = winnerOf(answers);
    return [
      ...problemsOfResults(answers, 1),
      ...(await rested(stage, who, order, winner === null ? both : [winner])),
    ];
  });
}

/** An answer that did not come is found out by reading, and nothing is sent a second time by itself. */
async function playLost(
  stage: DrillStage,
  who: People,
  { loss, order }: { readonly loss: Loss; readonly order: DrillOrder },
): Promise<void> {
  await stage.play(`pay, ${loss.title}`, async () => {
    const form = await payForm(stage, who, order);
    const path = await payPathOf(stage, order);
    await stage.world.supplier.control.armFault({ ...loss.fault, method: "POST", path });
    const first = await who.press(people.owner, form);
    const meanwhile = await who.press(people.staff, form);
    return [
      ...problemsOfResults([first, meanwhile], 0),
      ...(loss.isDone ? [] : await payOnceRefused(stage, who, order)),
      ...(await rested(stage, who, order, [loss.isDone ? people.owner : people.staff])),
    ];
  });
}

/** What surely was not taken is said to be so, and the button is back. */
export async function payOnceRefused(
  stage: DrillStage,
  who: People,
  order: DrillOrder,
): Promise<readonly string[]> {
  const problems = await untilRight(async () => {
    const states = (await intentsOf(stage, order)).map(({ state }) => state);
    return states.join() === "refused" ? [] : [`its payments are ${states.join(", ")}, none is refused`];
  });
  if (problems.length > 0) return problems;
  return problemsOfResults([await who.press(people.staff, await payForm(stage, who, order))], 1);
}

type Places = { readonly crew: Crew; readonly who: People; readonly inTurn: InTurn };

/** The page's own process dies at a step of the press: the page asks on until it is answered, and it is paid once. */
async function playDeath(
  stage: DrillStage,
  { crew, who, inTurn }: Places,
  { death, order }: { readonly death: (typeof deaths)[number]; readonly order: DrillOrder },
): Promise<void> {
  const { point, title, isPaid } = death;
  const pressed = inTurn(async () => {
    const form = await payForm(stage, who, order);
    const member = await crew.arm({ point, at: "web" }, "kill");
    const press = who.press(people.owner, form).then(
      (answer) => [answer],
      () => [],
    );
    await awaitDeath(member, point);
    await crew.relieve({ at: "web" });
    return { press };
  });
  await stage.play(`pay, killed at ${point} (${title})`, async () => {
    const { press } = await pressed;
    const answers = await press;
    return [
      ...(answers.length === 1 ? [] : ["the page was never answered"]),
      ...(isPaid ? [] : await payOnceRefused(stage, who, order)),
      ...(await rested(stage, who, order, [isPaid ? people.owner : people.staff])),
    ];
  });
}
