import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { DrillOrder } from "../core/order-facts.ts";
import { readFacts } from "../core/order-facts.ts";
import type { DrillStage } from "../core/stage.ts";
import { awaitDeath } from "../handoff/crew.ts";
import { type Form, people } from "./people.ts";
import { cancelPathOf, type Places, placeSettled } from "./play-cancel.ts";
import {
  createTurns,
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

/** Where the worker that cancels and places again dies. */
const deaths = [
  { point: "C2", title: "cancelling intended" },
  { point: "C3", title: "cancelled at the service" },
  { point: "P8", title: "all cancelled, nothing placed again" },
  { point: "S2", title: "intent committed, nothing sent" },
  { point: "H3", title: "about to be sent" },
  { point: "H4", title: "request going out" },
  { point: "H5", title: "service committed" },
  { point: "H6", title: "answer in memory" },
  { point: "H7", title: "parcels saved" },
] as const;

/** *Cancel and place again* for an order that was changed in Shopify after it was placed. */
export async function playReplace(places: Places): Promise<void> {
  const { stage, crew } = places;
  await crew.work();
  await Promise.all([
    ...pressKinds.map((way) => playReplaceIn(places, way)),
    playWhileReplaced(places),
    ...losses.map((loss) => playLost(places, { loss, call: "cancel" })),
  ]);
  const inTurn = createTurns();
  await Promise.all([
    ...losses.map((loss) => inTurn(() => playLost(places, { loss, call: "place" }))),
    ...deaths.map((death) => inTurn(() => playDeath(places, death))),
  ]);
  await stage.play("cancel and replace: nothing is left under way", () =>
    untilRight(() => problemsAtEnd(stage), 60_000),
  );
}

async function problemsAtEnd({ world, db }: DrillStage): Promise<readonly string[]> {
  const { problems } = await world.supplier.control.audit();
  const requests = await db.orderDecision.findMany({
    where: { kind: "replace", handledAt: null },
    include: { order: true },
  });
  return [...problems, ...requests.map(({ order }) => `${order.name} is still to be replaced`)];
}

const shownChange = z.object({ shown: z.string() });

/** Changes the address in Shopify, and sends what the page then offers. */
async function changeAndForm(stage: DrillStage, order: DrillOrder): Promise<Form> {
  const address = { address1: `House ${order.name.replace(/\D/g, "")}, Newer Street 3` };
  stage.world.shopify.control.editAddress({ shop: order.shop, orderId: order.gid, address });
  const { app } = await readFacts(stage, order);
  const where = { thingId: app?.id ?? "", code: "changed_after_placing", resolvedAt: null } as const;
  const need = await waitFor(() => stage.db.attention.findFirst({ where }), {
    ...{ what: `the change of ${order.name} to be told`, timeoutMs: 30_000 },
  });
  const { shown } = shownChange.parse(need.params);
  return { page: "order", path: `/orders/${app?.id}`, fields: { intent: "replace", shown } };
}

export async function playReplaceIn(places: Pick<Places, "stage" | "who">, way: Way): Promise<void> {
  const { stage, who } = places;
  await stage.play(`replace, ${way}`, async () => {
    const order = await placeSettled(stage);
    const answers = await pressIn(who, way, await changeAndForm(stage, order));
    const problems = problemsOfResults(answers, way === "double click" ? 2 : 1);
    return [...problems, ...(await rested(places, order, winnerOf(answers)))];
  });
}

/** The other tab still shows the button while the first press is being carried out. */
async function playWhileReplaced(places: Places): Promise<void> {
  const { stage, who } = places;
  await stage.play("replace, pressed again from another tab while it is being done", async () => {
    const order = await placeSettled(stage);
    const form = await changeAndForm(stage, order);
    const path = await cancelPathOf(stage, order);
    await stage.world.supplier.control.armFault({ kind: "delay", ms: 3000, method: "POST", path });
    const first = await who.press(people.owner, form);
    await pause(1500);
    const second = await who.press(people.staff, form, randomUUID());
    return [...problemsOfResults([first, second], 1), ...(await rested(places, order, people.owner))];
  });
}

function rested(places: Pick<Places, "stage" | "who">, order: DrillOrder, by: string | null) {
  return untilRight(() => problemsOfReplaced(places, order, by));
}

/** The first is cancelled once, one other stands in its place, and the timeline names whose press it was. */
async function problemsOfReplaced(
  { stage, who }: Pick<Places, "stage" | "who">,
  order: DrillOrder,
  by: string | null,
): Promise<string[]> {
  const facts = await readFacts(stage, order);
  const page = await readOrderPage(stage, who, order);
  const live = facts.parcels.filter(({ status }) => status !== "CANCELLED");
  const gone = facts.parcels.filter(({ status }) => status === "CANCELLED");
  const pressed = page.timeline.filter(({ code }) => code === "replace_pressed").map((line) => line.by);
  const names = live.map(({ externalOrderId }) => externalOrderId);
  return [
    ...(await problemsOfCancelledParcels(stage, gone)),
    ...(gone.length === 1 ? [] : [`${gone.length} parcels are cancelled, not 1`]),
    ...(names.length === 1 && names[0]?.endsWith("-r2")
      ? []
      : [`in its place stand ${names.join(", ") || "none"}`]),
    ...(Object.keys(facts.posts).length === 2
      ? []
      : [`it was sent as ${Object.keys(facts.posts).join(", ")}`]),
    ...(pressed.join() === by
      ? []
      : [`the timeline says that ${pressed.join(" and ") || "nobody"} pressed, not ${by}`]),
    ...(facts.app && requestedAt(facts.app.decisions, "replace") === null
      ? []
      : ["the request still stands"]),
    ...(page.state === "placed" ? [] : [`the app says ${page.state}`]),
    ...page.holds.map(({ code }) => `it is held: ${code}`),
    ...(facts.isIdle ? [] : ["work on it is not at rest"]),
  ];
}

type Lost = { readonly loss: Loss; readonly call: "cancel" | "place" };

async function playLost(places: Places, { loss, call }: Lost): Promise<void> {
  const { stage, who } = places;
  await stage.play(
    `replace, ${loss.title} (${call === "cancel" ? "cancelling" : "placing again"})`,
    async () => {
      const order = await placeSettled(stage);
      const form = await changeAndForm(stage, order);
      const path = call === "cancel" ? await cancelPathOf(stage, order) : "/orders";
      await stage.world.supplier.control.armFault({ ...loss.fault, method: "POST", path });
      const answers = await who.press(people.owner, form);
      return [...problemsOfResults([answers], 1), ...(await rested(places, order, people.owner))];
    },
  );
}

async function playDeath(places: Places, { point, title }: (typeof deaths)[number]): Promise<void> {
  const { stage, crew, who } = places;
  await stage.play(`replace, killed at ${point} (${title})`, async () => {
    await crew.work();
    const order = await placeSettled(stage);
    const form = await changeAndForm(stage, order);
    const member = await crew.arm({ point, at: "worker" }, "kill");
    const answers = await who.press(people.owner, form);
    await awaitDeath(member, point);
    await crew.relieve({ at: "worker" });
    const problems = await rested(places, order, people.owner);
    return [...problemsOfResults([answers], 1), ...problems];
  });
}
