import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type DrillOrder, readFacts, settleForGood, settleInto } from "../core/order-facts.ts";
import { type OrderKind, placeOrder } from "../core/orders.ts";
import { problemsOfWaiting } from "../core/problems.ts";
import type { DrillStage } from "../core/stage.ts";
import { type Crew, muteEcho } from "./crew.ts";
import type { Cut } from "./cut-calls.ts";
import { problemsForCustomer, problemsOnPage } from "./seen-outside.ts";
import { problemsOfPlacedOnce } from "./steps.ts";

/** The other side does what one call asked for, and its answer never arrives. */
export async function playCut(stage: DrillStage, crew: Crew, cut: Cut, kind: OrderKind): Promise<void> {
  await stage.play(`answer of ${cut.call} cut off after its effect, ${kind}`, async () => {
    await crew.work();
    const bring = { nothing: placeCut, held: placeHeld, "awaiting funds": placeUnfunded };
    const start = cut.from ? bring[cut.from] : placeFirst;
    const { order, problems } = await start(stage, cut, kind);
    if (problems.length > 0) return problems;
    if (cut.from !== "nothing") await armCut(stage, cut);
    await cut.cause?.(stage, order);
    await awaitCut(stage);
    const settled = await settleForGood(stage, order, (facts) => cut.problemsAfter(facts, kind));
    const facts = await readFacts(stage, order);
    return [
      ...settled,
      ...(await problemsOfCut(stage)),
      ...problemsForCustomer(stage, order, facts),
      ...(await problemsOnPage(stage, order, facts)),
    ];
  });
}

type Started = { readonly order: DrillOrder; readonly problems: readonly string[] };

async function armCut({ world }: DrillStage, { call }: Cut): Promise<void> {
  const [method = "", path] = call.split(" ");
  if (path) await world.supplier.control.armFault({ kind: "cut", when: "after", method, path });
  else world.shopify.control.faults({ requests: [{ kind: "cut_after", field: call }] });
}

/** Before the answer is lost an order may look settled: of two parcels, one may not have been heard of yet. */
async function awaitCut(stage: DrillStage): Promise<void> {
  const isMade = async () => (await listArmed(stage)).length === 0;
  // A call that is not made is told of once the order is at rest.
  await waitFor(isMade, { what: "the call", timeoutMs: 30_000, everyMs: 20 }).catch(() => null);
}

/** A fault that struck is not armed any more. */
async function listArmed({ world: { supplier, shopify } }: DrillStage): Promise<readonly object[]> {
  return [
    ...(await supplier.control.listFaults()),
    ...shopify.control.armedFaults().filter(({ kind }) => kind === "cut_after"),
  ];
}

/** What is left over is taken away, so that it strikes nobody else. */
async function problemsOfCut(stage: DrillStage): Promise<string[]> {
  const { supplier, shopify } = stage.world;
  const left = await listArmed(stage);
  await supplier.control.clearFaults();
  shopify.control.faults({ clear: true });
  muteEcho(stage);
  return left.length === 0 ? [] : ["the call was never made"];
}

async function placeFirst(stage: DrillStage, _cut: Cut, kind: OrderKind): Promise<Started> {
  const order = placeOrder(stage, kind);
  return { order, problems: await settleInto(stage, order, (facts) => problemsOfPlacedOnce(facts, kind)) };
}

async function placeCut(stage: DrillStage, cut: Cut, kind: OrderKind): Promise<Started> {
  await armCut(stage, cut);
  return { order: placeOrder(stage, kind), problems: [] };
}

/** An order the app cannot place, which the merchant asked for in Shopify. */
async function placeHeld(stage: DrillStage, _cut: Cut, kind: OrderKind): Promise<Started> {
  const order = placeOrder(stage, kind, { test: true });
  const held = await settleInto(stage, order, (facts) =>
    problemsOfWaiting(facts, { state: ["held"], handoffs: 0, code: "shopify_test_order" }),
  );
  const [fulfillmentOrder] = (await readFacts(stage, order)).fulfillmentOrders;
  if (held.length > 0 || !fulfillmentOrder) return { order, problems: held };
  stage.world.shopify.control.requestFulfillment({ shop: order.shop, id: fulfillmentOrder.id });
  return { order, problems: [] };
}

/** A prepaid order whose wallet was empty when it was placed, and is full again. */
async function placeUnfunded(stage: DrillStage, _cut: Cut, kind: OrderKind): Promise<Started> {
  const { control } = stage.world.supplier;
  const { wallets } = await control.audit();
  const amount = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
  await control.withdraw({ accountId: DEMO_ACCOUNT_ID, amount });
  const order = placeOrder(stage, kind);
  await waitFor(async () => (await readFacts(stage, order)).app?.state === "awaiting_funds", {
    what: `${order.name} to wait for funds`,
  });
  await control.topUp({ accountId: DEMO_ACCOUNT_ID, amount });
  return { order, problems: [] };
}
