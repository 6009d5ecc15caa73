import { getVariant } from "#test/demo/shop-products.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { createRandom } from "#test/standins/supplier/random.ts";
import { pickAnswer } from "./answers.ts";
import { type Journal, type LifeInPlay, type LifeRecord, toLifeRecord } from "./journal.ts";
import { findOrder, type Lane, pressOnOrder, setWallet, waitForRest, whileHeld } from "./lane.ts";
import type { Goods, LifePlan, LifeStep } from "./plan-life.ts";

type PlacedOrder = { readonly gid: string; readonly lineIds: readonly string[] };

type Play = {
  readonly lane: Lane;
  readonly plan: LifePlan;
  readonly life: LifeInPlay;
  readonly journal: Journal;
  readonly orders: PlacedOrder[];
};

const TITLES: Readonly<Record<Exclude<Goods, "scarce" | "own">, string>> = {
  cooker: "Pressure Cooker Gasket Set",
  spoons: "Steel Spoon Set",
  earbuds: "Wireless Earbuds",
  speaker: "Bluetooth Speaker",
};

/** Plays one life in its lane, step after step, each once all is at rest; what both sides were asked of it. */
export async function playLife(lane: Lane, journal: Journal, plan: LifePlan): Promise<LifeRecord> {
  const life: LifeInPlay = { faults: plan.faults, calls: [], webhooks: [], counts: new Map() };
  const play: Play = { lane, plan, life, journal, orders: [] };
  journal.begin([lane.shop, lane.keyId], life);
  const story: string[] = [];
  for (const step of [...plan.steps, FULL]) {
    const done = await takeStep(play, step).catch((error: unknown) => `could not: ${String(error)}`);
    const rested = /^nothing/.test(done) ? "" : await waitForRest(lane).catch(String);
    story.push(
      `${JSON.stringify(step)}: ${done}${rested ? `; ${rested}` : ""}; ${await describeOrders(play)}`,
    );
  }
  return toLifeRecord(plan.name, life, { story, deliveries: listDeliveries(play) });
}

/** The lane is left to the next life as it was. */
const FULL: LifeStep = { do: "wallet", to: "full" };

async function describeOrders({ lane, orders }: Play): Promise<string> {
  const found = await Promise.all(orders.map(({ gid }) => findOrder(lane, gid)));
  return found
    .map((order) => {
      if (!order) return "unknown";
      const holds = order.holds.map(({ code }) => code).join(" ");
      return `${order.state} [${holds}] ${order.parcels.map(({ status }) => status).join(" ")}`;
    })
    .join("; ");
}

/** Steps after which the app is told several things at once. */
const TELLING: ReadonlySet<LifeStep["do"]> = new Set([
  ...(["move", "edit", "address", "note", "cancel_in_shopify", "request_cancellation"] as const),
  ...(["undo_fulfillments", "pay_in_shopify", "refund_one", "repeat_webhooks", "wallet"] as const),
]);

async function takeStep(play: Play, step: LifeStep): Promise<string> {
  const order = play.orders.at(-1);
  const isLate = play.plan.faults.some(({ kind }) => kind === "late");
  if (!order || isLate || !TELLING.has(step.do)) return actOn(play, step);
  return whileHeld(play.lane, order.gid, () => actOn(play, step));
}

async function actOn(play: Play, step: LifeStep): Promise<string> {
  const { lane, plan } = play;
  const shopify = lane.world.shopify.control;
  if (step.do === "place" || step.do === "place_again") return place(play);
  if (step.do === "wallet") return said(setWallet(lane, step.to));
  if (step.do === "stock") {
    const { variantId } = lane.scarce;
    return said(lane.world.supplier.control.setStock({ variantId, stock: step.left }));
  }
  const order = getOrder(play);
  const ofOrder = { shop: lane.shop, orderId: order.gid };
  switch (step.do) {
    case "answer":
      return answer(play, step.way);
    case "press":
      return press(play, step.intent);
    case "move":
      return moveParcels(play, step);
    case "edit":
      return said(shopify.editOrder({ ...ofOrder, ...toEdit(play, step.change) }));
    case "address":
      return said(shopify.editAddress({ ...ofOrder, address: { city: step.city, address1: "Plot 3" } }));
    case "note":
      return said(shopify.editNote({ ...ofOrder, note: `Noted ${plan.number}` }));
    case "cancel_in_shopify":
      return said(shopify.cancelOrder(ofOrder));
    case "pay_in_shopify":
      return said(shopify.payOrder(ofOrder));
    case "refund_one": {
      const [lineId = ""] = order.lineIds;
      return said(shopify.refund({ ...ofOrder, lines: [{ lineId, quantity: 1 }], restockType: "CANCEL" }));
    }
    case "request_cancellation":
      return said(requestCancellation(play));
    case "undo_fulfillments":
      return said(undoFulfillments(play));
    case "confirmation_failed":
      return confirmationFailed(play);
    case "repeat_webhooks":
      return repeatWebhooks(play);
  }
}

async function said(done: unknown): Promise<string> {
  await done;
  return "done";
}

function getOrder({ orders }: Play): PlacedOrder {
  const order = orders.at(-1);
  if (!order) throw new Error("Nothing was placed");
  return order;
}

function place({ lane, plan, life, journal, orders }: Play): string {
  const { id, lineIds } = lane.world.shopify.control.placeOrder({
    ...plan.order,
    shop: lane.shop,
    lines: plan.goods.map((each) => toLine(lane, each)),
  });
  journal.know(id, life);
  orders.push({ gid: id, lineIds });
  return "done";
}

function toLine(
  lane: Lane,
  { of, quantity, price, discount }: LifePlan["goods"][number],
): NewOrder["lines"][number] {
  if (of === "own") return { title: "Own mug", quantity, price };
  const variantId = getVariant(lane.world, lane.shop, of === "scarce" ? lane.scarce.title : TITLES[of]);
  return { variantId, quantity, price, discount };
}

function toEdit({ lane, plan, orders }: Play, change: "fewer" | "more" | "remove" | "add") {
  const [lineId = ""] = orders.at(-1)?.lineIds ?? [];
  const quantity = plan.goods[0]?.quantity ?? 1;
  const added = { of: "cooker" as const, quantity: 1, price: 1600 };
  if (change === "add") return { add: [toLine(lane, added)] };
  const to = { fewer: Math.max(quantity - 1, 1), more: quantity + 1, remove: 0 }[change];
  return { set: [{ lineId, quantity: to }] };
}

async function answer({ lane, orders }: Play, way: number): Promise<string> {
  const answers: string[] = [];
  for (const { gid, lineIds } of orders) {
    const order = await findOrder(lane, gid);
    const picked = order && pickAnswer(order, way);
    if (!order || !picked) continue;
    const fields = await picked.answer({ lane, order, orderGid: gid, lineIds, hold: picked.hold });
    const outcome = fields === null ? "outside" : await pressOnOrder(lane, order, fields);
    answers.push(`${picked.hold.code} by ${fields?.intent ?? "hand"} ${outcome}`);
  }
  return answers.join(", ") || "nothing to answer";
}

async function press(play: Play, intent: string): Promise<string> {
  const order = await findOrder(play.lane, getOrder(play).gid);
  return order ? pressOnOrder(play.lane, order, { intent }) : "unknown";
}

type Move = Extract<LifeStep, { do: "move" }>;

const LEFT = new Set(["CANCELLED", "RETURNED"]);

async function moveParcels(play: Play, { status, part, type }: Move): Promise<string> {
  const order = await findOrder(play.lane, getOrder(play).gid);
  const moving = order?.parcels.filter(
    (parcel) => !LEFT.has(parcel.status) && (part ?? parcel.part) === parcel.part,
  );
  const moved: string[] = [];
  for (const { supplierOrderId: id, part: number } of moving ?? []) {
    const tracking = { courier: "TCS", number: `TCS-${play.plan.number}-${number}`, url: null };
    const outcome = await play.lane.world.supplier.control
      .moveParcel({ id, mode: "live", status, type, tracking })
      .then(() => "moved", String);
    moved.push(outcome);
  }
  return moved.join(", ") || "nothing to move";
}

function requestCancellation({ lane, orders }: Play): void {
  const { control } = lane.world.shopify;
  const orderId = orders.at(-1)?.gid ?? "";
  const open = control.fulfillmentOrdersOf({ shop: lane.shop, orderId });
  const requested = open.find(({ status }) => status === "IN_PROGRESS");
  if (!requested) throw new Error("Nothing was requested");
  control.requestCancellation({ shop: lane.shop, id: requested.id });
}

function undoFulfillments({ lane, orders }: Play): void {
  const { control } = lane.world.shopify;
  const order = control.state({ shop: lane.shop }).orders.find(({ id }) => id === orders.at(-1)?.gid);
  for (const { id, status } of order?.fulfillments ?? [])
    if (status === "SUCCESS") control.cancelFulfillment({ shop: lane.shop, id });
}

async function confirmationFailed(play: Play): Promise<string> {
  const order = await findOrder(play.lane, getOrder(play).gid);
  for (const { supplierOrderId: id } of order?.parcels ?? [])
    await play.lane.world.supplier.control.setConfirmation({ id, mode: "live", confirmation: "FAILED" });
  return press(play, "retry");
}

/** Everything both sides told of the order, once more and in another order. */
async function repeatWebhooks(play: Play): Promise<string> {
  const { lane, life, plan } = play;
  const random = createRandom(plan.number);
  const shuffled = <T>(from: readonly T[]) =>
    from.map((each) => ({ each, at: random() })).toSorted((a, b) => a.at - b.at);
  for (const { each } of shuffled(shopifyDeliveries(play)))
    await lane.world.shopify.control.resend({ deliveryId: each.id });
  const eventIds = life.webhooks.flatMap(({ sent }) => (JSON.parse(sent) as { id?: string }).id ?? []);
  for (const { each: eventId } of shuffled([...new Set(eventIds)]))
    await lane.world.supplier.control.redeliver({ eventId });
  return "done";
}

function shopifyDeliveries({ lane, orders }: Play) {
  const { control } = lane.world.shopify;
  const ids = orders.flatMap(({ gid }) => [
    gid,
    ...control.fulfillmentOrdersOf({ shop: lane.shop, orderId: gid }).map(({ id }) => id),
  ]);
  const numbers = ids.map((id) => id.split("/").at(-1) ?? "");
  return control
    .deliveries({ shop: lane.shop })
    .filter(({ body }) => numbers.some((number) => body.includes(number)));
}

/** What was told of the order and how often, with the answers to it. */
function listDeliveries(play: Play): readonly string[] {
  const ofShopify = shopifyDeliveries(play).map(
    ({ topic, attempts }) => `shopify ${topic} ${attempts.map(({ status }) => status).join(" ")}`,
  );
  const ofService = play.life.webhooks.map(({ name, status }) => `service ${name} ${status}`);
  return [...ofShopify, ...ofService].toSorted();
}
