import { z } from "zod";
import type { OrderGid } from "#app/platform/ids.ts";
import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type DrillOrder, readFacts } from "../core/order-facts.ts";
import { type OrderKind, placeOrder } from "../core/orders.ts";
import type { DrillStage } from "../core/stage.ts";
import { type Form, type People, people } from "./people.ts";
import { untilRight } from "./presses.ts";

/** More than everything in a world costs together. */
const PLENTY_PKR = 1_000_000;

/** Prepaid orders that the wallet could not cover; it is full again. */
export async function placeWaiting(stage: DrillStage, kinds: readonly OrderKind[]): Promise<DrillOrder[]> {
  await emptyWallet(stage);
  const orders = kinds.map((kind) => placeOrder(stage, kind, { payment: "paid" }));
  for (const order of orders)
    await waitFor(async () => (await readFacts(stage, order)).app?.state === "awaiting_funds", {
      ...{ what: `${order.name} to wait for funds`, timeoutMs: 60_000 },
      describe: async () => String((await readFacts(stage, order)).app?.state),
    });
  await fillWallet(stage);
  return orders;
}

export async function emptyWallet({ world: { supplier } }: DrillStage): Promise<void> {
  const amount = (await liveWallet(supplier.control)).available;
  if (amount > 0) await supplier.control.withdraw({ accountId: DEMO_ACCOUNT_ID, amount });
}

export async function fillWallet({ world }: DrillStage, amount = PLENTY_PKR): Promise<void> {
  await world.supplier.control.topUp({ accountId: DEMO_ACCOUNT_ID, amount });
}

async function liveWallet(control: DrillStage["world"]["supplier"]["control"]) {
  const { wallets } = await control.audit();
  const found = wallets.find(({ accountId, mode }) => accountId === DEMO_ACCOUNT_ID && mode === "live");
  if (!found) throw new Error("The demo account has no live wallet");
  return found;
}

const orderPage = z.object({
  state: z.string(),
  parcels: z.array(
    z.object({
      id: z.string(),
      walletCost: z.object({ amountPkr: z.number(), reportedPkr: z.number().nullable() }).nullable(),
      payment: z.object({ state: z.string() }).nullable(),
    }),
  ),
  holds: z.array(z.object({ code: z.string() })),
  actions: z.object({ pay: z.array(z.string()), cancel: z.boolean(), place: z.boolean() }),
  timeline: z.array(z.object({ code: z.string(), actor: z.string(), by: z.string().nullable() })),
});

export async function readOrderPage(stage: DrillStage, who: People, order: DrillOrder) {
  const { app } = await readFacts(stage, order);
  return who.read(people.owner, "order", `/orders/${app?.id}`, orderPage);
}

/** *Pay*, as the page of an order sends it for its first parcel that can be paid. */
export async function payForm(stage: DrillStage, who: People, order: DrillOrder): Promise<Form> {
  const { app } = await readFacts(stage, order);
  const page = await readOrderPage(stage, who, order);
  const parcel = page.parcels.find(({ id }) => page.actions.pay.includes(id));
  if (!parcel?.walletCost) throw new Error(`The page of ${order.name} offers nothing to pay`);
  const { amountPkr, reportedPkr } = parcel.walletCost;
  const sums = {
    amountPkr: String(amountPkr),
    ...(reportedPkr !== null && { reportedPkr: String(reportedPkr) }),
  };
  return {
    page: "order",
    path: `/orders/${app?.id}`,
    fields: { intent: "pay", parcelId: parcel.id, ...sums },
  };
}

/** Where the service is asked to pay the first parcel of an order. */
export async function payPathOf(stage: DrillStage, order: DrillOrder): Promise<string> {
  const [parcel] = (await readFacts(stage, order)).parcels;
  return `/orders/${parcel?.id}/pay`;
}

/** Intents of an order, the oldest first. */
export async function intentsOf({ db }: DrillStage, { gid, shop }: DrillOrder) {
  const where = { order: { orderGid: asId<OrderGid>(gid) }, shop: { domain: shop } };
  return db.paymentIntent.findMany({ where, orderBy: { requestedAt: "asc" } });
}

type Paid = {
  /** Who may have been the one whose press paid it. */
  readonly by: readonly string[];
  readonly byItself?: boolean;
};

/** What is wrong with a prepaid order that has to be paid once, by a known person, with nothing left to do. */
export async function problemsOfPaid(
  stage: DrillStage,
  who: People,
  order: DrillOrder,
  { by, byItself = false }: Paid,
): Promise<string[]> {
  const facts = await readFacts(stage, order);
  const intents = await intentsOf(stage, order);
  const paid = intents.filter(({ state }) => state === "paid");
  const page = await readOrderPage(stage, who, order);
  const made = page.timeline.filter(({ code }) => code === "payment_made").length;
  const expectedFact = byItself ? "paid_by_itself" : "pay_pressed";
  const names = page.timeline.filter(({ code }) => ["pay_pressed", "paid_by_itself"].includes(code));
  const parcels = facts.parcels.length;
  return [
    ...(await problemsAtService(stage, order)),
    ...(paid.length === parcels ? [] : [`${paid.length} payments of ${parcels} parcels are written as paid`]),
    ...intents
      .filter(({ state }) => !["paid", "refused"].includes(state))
      .map(({ state }) => `a payment is ${state}`),
    ...paid
      .filter(({ requestedBy }) => !by.includes(requestedBy))
      .map(({ requestedBy }) => `it was paid by ${requestedBy}, not by ${by.join(" or ")}`),
    ...paid.filter((each) => each.byItself !== byItself).map((each) => `by itself: ${each.byItself}`),
    ...(made === parcels ? [] : [`the timeline says ${made} times that it was paid`]),
    ...(names.length === intents.length
      ? []
      : [`the timeline names ${names.length} requests for ${intents.length} payments`]),
    ...(names.some(({ code, by: name }) => code === expectedFact && name !== null && by.includes(name))
      ? []
      : [`the timeline does not say ${expectedFact} by ${by.join(" or ")}`]),
    ...(page.actions.pay.length === 0 ? [] : ["the page still offers to pay it"]),
    ...page.parcels
      .filter(({ payment }) => payment?.state !== "paid")
      .map(({ payment }) => `the page says its payment is ${payment?.state ?? "none"}`),
    ...(page.state === "placed" && facts.app?.state === "placed" ? [] : [`the app says ${page.state}`]),
    ...page.holds.map(({ code }) => `it is held: ${code}`),
    ...(facts.isIdle ? [] : ["work on it is not at rest"]),
  ];
}

/** One debit of just its cost for each parcel, and no intent sent twice. */
async function problemsAtService(stage: DrillStage, order: DrillOrder): Promise<string[]> {
  const { control } = stage.world.supplier;
  const { parcels } = await readFacts(stage, order);
  const { ledger } = await liveWallet(control);
  const posts = (await control.requests({ method: "POST" })).map(({ path }) => path);
  const sent = (await intentsOf(stage, order)).filter(({ sentAt }) => sentAt !== null).length;
  const asked = parcels.reduce(
    (sum, { id }) => sum + posts.filter((path) => path === `/orders/${id}/pay`).length,
    0,
  );
  return [
    ...parcels.flatMap(({ id, status, wholesaleTotal, shippingCost }) => {
      const taken = ledger.filter((entry) => entry.orderId === id && entry.kind === "order_payment");
      const sums = taken.map(({ amount }) => amount).join(", ");
      return [
        ...(status === "AWAITING_FUNDS" ? [`parcel ${id} still waits for funds`] : []),
        ...(sums === String(-(wholesaleTotal + shippingCost)) ? [] : [`the wallet paid “${sums}” for ${id}`]),
      ];
    }),
    ...(asked <= sent ? [] : [`the service was asked ${asked} times for ${sent} payments`]),
  ];
}

const walletPage = z.object({
  page: z.object({ reading: z.object({ availablePkr: z.number() }).nullable() }).nullable(),
});

/** At the end of a world: what the app says was paid is what left the wallet, nothing is under way, nobody is left to ask. */
export async function problemsOfWallet(stage: DrillStage, who: People): Promise<readonly string[]> {
  return untilRight(async () => {
    const { control } = stage.world.supplier;
    const { problems } = await control.audit();
    const wallet = await liveWallet(control);
    const { page } = await who.read(people.owner, "wallet", "/wallet", walletPage);
    const shown = page?.reading?.availablePkr;
    const taken = wallet.ledger
      .filter(({ kind }) => kind === "order_payment")
      .reduce((sum, { amount }) => sum - amount, 0);
    const intents = await stage.db.paymentIntent.findMany({ where: { shop: { domain: who.shop } } });
    const paid = intents
      .filter(({ state }) => state === "paid")
      .reduce((sum, { amountPkr }) => sum + amountPkr, 0);
    return [
      ...problems,
      ...(shown === wallet.available
        ? []
        : [`the wallet page shows ${shown}, the wallet holds ${wallet.available}`]),
      ...(paid === taken ? [] : [`the app says that ${paid} was paid, the wallet paid ${taken}`]),
      ...(await problemsLeft(stage)),
    ];
  }, 60_000);
}

/** Nothing is under way for ever, and nobody is asked anything. */
async function problemsLeft({ db }: DrillStage): Promise<string[]> {
  const unsettled = await db.paymentIntent.count({ where: { state: { notIn: ["paid", "refused"] } } });
  const items = await db.bulkItem.count({ where: { state: { notIn: ["done", "refused"] } } });
  const runs = await db.bulkRun.count({ where: { finishedAt: null } });
  const dead = await db.work.count({ where: { deadAt: { not: null } } });
  const open = await db.attention.findMany({
    where: { resolvedAt: null, thing: { in: ["order", "connection", "shop"] } },
  });
  return [
    ...(unsettled === 0 ? [] : [`${unsettled} payments are under way`]),
    ...(items === 0 ? [] : [`${items} orders of presses on many are not settled`]),
    ...(runs === 0 ? [] : [`${runs} presses on many are not finished`]),
    ...(dead === 0 ? [] : [`${dead} pieces of work were given up`]),
    ...open.map(
      ({ code, thing, thingId, params }) =>
        `${thing} ${thingId} still asks ${code} ${JSON.stringify(params)}`,
    ),
  ];
}
