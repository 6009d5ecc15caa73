import {
  buildHint,
  createSupplierSender,
  loseDeliveries,
  permutationsOf,
  sendInTurn,
  sendTogether,
  shopifyDeliveriesOf,
  stopLosing,
  supplierBodiesOf,
} from "./deliveries.ts";
import { problemsOfDelivered } from "./kill-following.ts";
import { moveParcels } from "./merchant-moves.ts";
import { type DrillOrder, settleForGood, settleInto } from "./order-facts.ts";
import { type OrderKind, placeOrder } from "./orders.ts";
import { problemsOfPlaced } from "./problems.ts";
import type { DrillStage } from "./stage.ts";

/** Everything both sides tell is caught on its way, and then arrives as nobody would send it. */
export async function playArrivals(stage: DrillStage): Promise<void> {
  await loseDeliveries(stage);
  try {
    await Promise.all([playTenTimes(stage, "COD"), playTenTimes(stage, "two parcels")]);
    await playPermutations(stage);
  } finally {
    await stopLosing(stage);
  }
}

async function playTenTimes(stage: DrillStage, kind: OrderKind): Promise<void> {
  await stage.play(`every delivery arrives ten times at once, ${kind}`, async () => {
    const order = placeOrder(stage, kind);
    await stage.world.shopify.control.settle();
    await sendTogether(tenTimes(shopifyDeliveriesOf(stage, order)));
    const placed = await settleInto(stage, order, (facts) => problemsOfPlaced(facts, { kind }));
    if (placed.length > 0) return placed;
    await moveParcels(stage, order, "DELIVERED");
    const sign = await createSupplierSender(stage, order);
    const events = (await supplierBodiesOf(stage, order)).map(sign);
    await sendTogether(tenTimes(events));
    await sendTogether(tenTimes(shopifyDeliveriesOf(stage, order)));
    return settleForGood(stage, order, (facts) => problemsOfDelivered(facts, kind));
  });
}

function tenTimes<T>(things: readonly T[]): T[] {
  return Array.from({ length: 10 }, () => things).flat();
}

/** Events of one order from both sides; the first four are sent before it is placed, the others after. */
const sets: readonly (readonly string[])[] = [
  ["a hint of Shopify's", "order.confirmed", "order.shipped", "order.delivered"],
  ["order.confirmed", "order.shipped", "order.delivered"],
  ["order.shipped", "order.delivered"],
];

const AT_ONCE = 8;

async function playPermutations(stage: DrillStage): Promise<void> {
  const sequences = sets.flatMap(permutationsOf);
  await stage.play(`${sequences.length} orders, their events in every order of arrival`, async () => {
    const problems: string[] = [];
    for (let first = 0; first < sequences.length; first += AT_ONCE) {
      const wave = sequences.slice(first, first + AT_ONCE);
      const found = await Promise.all(wave.map((names, index) => playSequence(stage, names, first + index)));
      problems.push(...found.flat());
    }
    return problems;
  });
}

async function playSequence(stage: DrillStage, names: readonly string[], index: number) {
  const kind = "COD";
  const order = placeOrder(stage, kind);
  await stage.world.shopify.control.settle();
  const hints = permutationsOf(shopifyDeliveriesOf(stage, order).slice(0, 4));
  await sendInTurn(hints[index % hints.length] ?? []);
  const placed = await settleInto(stage, order, (facts) => problemsOfPlaced(facts, { kind }));
  if (placed.length > 0) return placed;
  await moveParcels(stage, order, "DELIVERED");
  await sendInTurn(await toDeliveries(stage, order, names));
  const problems = await settleForGood(stage, order, (facts) => problemsOfDelivered(facts, kind));
  return problems.map((problem) => `${problem} (after ${names.join(", ")})`);
}

async function toDeliveries(stage: DrillStage, order: DrillOrder, names: readonly string[]) {
  const sign = await createSupplierSender(stage, order);
  const bodies = await supplierBodiesOf(stage, order);
  return names.map((name) => {
    const body = bodies.find(({ event }) => event === name);
    return body ? sign(body) : buildHint(stage, order);
  });
}
