import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { DrillOrder } from "../core/order-facts.ts";
import { readFacts, settleInto } from "../core/order-facts.ts";
import { placeOrder } from "../core/orders.ts";
import { problemsOfPlaced } from "../core/problems.ts";
import type { DrillStage } from "../core/stage.ts";
import { awaitDeath, type Crew } from "../handoff/crew.ts";
import { type Form, type People, people } from "./people.ts";
import {
  createTurns,
  type InTurn,
  type Loss,
  losses,
  pressIn,
  pressKinds,
  problemsOfResults,
  untilRight,
  type Way,
  winnerOf,
} from "./presses.ts";
import { problemsOfCancelledParcels } from "./service-side.ts";
import { readOrderPage } from "./wallet-side.ts";

/** Where the worker that cancels dies. */
const deaths = [
  { point: "C2", title: "cancelling intended" },
  { point: "C3", title: "cancelled at the service" },
  { point: "P7", title: "request closed in Shopify" },
] as const;

export type Places = { readonly stage: DrillStage; readonly crew: Crew; readonly who: People };

/** *Cancel* on the page of a placed order. */
export async function playCancel(places: Places): Promise<void> {
  const { crew } = places;
  await crew.work();
  await Promise.all([
    ...pressKinds.map((way) => playCancelIn(places, way)),
    ...losses.map((loss) => playLost(places, loss)),
  ]);
  const inTurn = createTurns();
  await Promise.all(deaths.map((death) => playDeath(places, inTurn, death)));
}

/** A cash on delivery order that the service has. */
export async function placeSettled(stage: DrillStage): Promise<DrillOrder> {
  const order = placeOrder(stage, "COD");
  const problems = await settleInto(stage, order, (facts) => problemsOfPlaced(facts, { kind: "COD" }));
  if (problems.length > 0) throw new Error(problems.join("; "));
  return order;
}

async function cancelForm(stage: DrillStage, order: DrillOrder): Promise<Form> {
  const { app } = await readFacts(stage, order);
  return { page: "order", path: `/orders/${app?.id}`, fields: { intent: "cancel" } };
}

export async function cancelPathOf(stage: DrillStage, order: DrillOrder): Promise<string> {
  const [parcel] = (await readFacts(stage, order)).parcels;
  return `/orders/${parcel?.id}/cancel`;
}

export async function playCancelIn(places: Pick<Places, "stage" | "who">, way: Way): Promise<void> {
  const { stage, who } = places;
  await stage.play(`cancel, ${way}`, async () => {
    const order = await placeSettled(stage);
    const answers = await pressIn(who, way, await cancelForm(stage, order));
    const problems = problemsOfResults(answers, way === "double click" ? 2 : 1);
    return [...problems, ...(await rested(places, order, winnerOf(answers)))];
  });
}

function rested(places: Pick<Places, "stage" | "who">, order: DrillOrder, by: string | null) {
  return untilRight(() => problemsOfCancelled(places, order, by));
}

/** Cancelled at the service once, in the name of whose press it was, and nothing is left to do. */
async function problemsOfCancelled(
  { stage, who }: Pick<Places, "stage" | "who">,
  order: DrillOrder,
  by: string | null,
): Promise<string[]> {
  const facts = await readFacts(stage, order);
  const page = await readOrderPage(stage, who, order);
  const pressed = page.timeline.filter(({ code }) => code === "cancel_pressed").map((line) => line.by);
  const cancelledBy = findDecision(facts.app?.decisions ?? [], "cancel")?.by ?? null;
  return [
    ...(await problemsOfCancelledParcels(stage, facts.parcels)),
    ...(pressed.join() === by
      ? []
      : [`the timeline says that ${pressed.join(" and ") || "nobody"} pressed Cancel, not ${by}`]),
    ...(cancelledBy === by ? [] : [`the order says ${cancelledBy} cancelled it`]),
    ...(page.state === "cancelled" ? [] : [`the app says ${page.state}`]),
    ...(page.actions.cancel ? ["the page still offers to cancel it"] : []),
    ...page.holds.map(({ code }) => `it is held: ${code}`),
    ...(facts.isIdle ? [] : ["work on it is not at rest"]),
  ];
}

async function playLost(places: Places, loss: Loss): Promise<void> {
  const { stage, who } = places;
  await stage.play(`cancel, ${loss.title}`, async () => {
    const order = await placeSettled(stage);
    const path = await cancelPathOf(stage, order);
    await stage.world.supplier.control.armFault({ ...loss.fault, method: "POST", path });
    const answers = await who.press(people.owner, await cancelForm(stage, order));
    return [...problemsOfResults([answers], 1), ...(await rested(places, order, people.owner))];
  });
}

async function playDeath(
  places: Places,
  inTurn: InTurn,
  { point, title }: (typeof deaths)[number],
): Promise<void> {
  const { stage, crew, who } = places;
  await stage.play(`cancel, killed at ${point} (${title})`, () =>
    inTurn(async () => {
      await crew.work();
      const order = await placeSettled(stage);
      const form = await cancelForm(stage, order);
      const member = await crew.arm({ point, at: "worker" }, "kill");
      const answers = await who.press(people.owner, form);
      await awaitDeath(member, point);
      await crew.relieve({ at: "worker" });
      const problems = await rested(places, order, people.owner);
      return [...problemsOfResults([answers], 1), ...problems];
    }),
  );
}
