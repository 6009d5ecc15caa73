import { getVariant } from "#test/demo/shop-products.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { problemsOfCancelled } from "./kill-following.ts";
import { moveParcels, requestCancellation } from "./merchant-moves.ts";
import { type DrillOrder, type OrderFacts, readFacts, settleForGood, settleInto } from "./order-facts.ts";
import { placeOrder } from "./orders.ts";
import { problemsOfFulfillments, problemsOfPlaced } from "./problems.ts";
import type { DrillStage } from "./stage.ts";

async function placeAndSettle(stage: DrillStage): Promise<DrillOrder> {
  const order = placeOrder(stage, "COD");
  const problems = await settleInto(stage, order, (facts) => problemsOfPlaced(facts, { kind: "COD" }));
  if (problems.length > 0) throw new Error(problems.join("; "));
  return order;
}

/** Before it is packed, a cancellation is true at the service before Shopify hears of it (R39). */
export async function playCancelInTime(stage: DrillStage): Promise<void> {
  await stage.play("a cancellation asked for before packing is accepted, its parcel cancelled", async () => {
    const order = await placeAndSettle(stage);
    await moveParcels(stage, order, "CONFIRMED");
    const id = await requestCancellation(stage, order);
    return settleForGood(stage, order, (facts) => [
      ...problemsOfAnswer(facts, id, "CANCELLATION_ACCEPTED"),
      ...problemsOfCancelled(facts),
      ...facts.parcels
        .filter(({ status }) => status !== "CANCELLED")
        .map(({ status }) => `its parcel is ${status}`),
    ]);
  });
}

/** While it is packed the service alone knows: its answer is passed on, whichever it is. */
export async function playCancelWhilePacked(stage: DrillStage): Promise<void> {
  await stage.play("a cancellation asked for while packed is answered as the service did", async () => {
    const order = await placeAndSettle(stage);
    await moveParcels(stage, order, "PROCESSING");
    const id = await requestCancellation(stage, order);
    return settleForGood(stage, order, (facts) => {
      const isStopped = facts.parcels.every(({ status }) => status === "CANCELLED");
      return problemsOfAnswer(facts, id, isStopped ? "CANCELLATION_ACCEPTED" : "CANCELLATION_REJECTED");
    });
  });
}

/** The parcel left, and the event that says so was lost: asking the service is what tells. */
export async function playCancelTooLate(stage: DrillStage): Promise<void> {
  await stage.play("a cancellation asked for after shipping is rejected, the parcel fulfilled", async () => {
    const { control } = stage.world.supplier;
    const order = await placeAndSettle(stage);
    await control.armFault({ kind: "webhook_lost", event: "order.shipped" });
    await moveParcels(stage, order, "SHIPPED");
    const id = await requestCancellation(stage, order);
    return settleForGood(stage, order, (facts) => [
      ...problemsOfAnswer(facts, id, "CANCELLATION_REJECTED"),
      ...problemsOfPlaced(facts, { kind: "COD", state: ["on_the_way"] }),
      ...problemsOfFulfillments(facts, { count: 1, events: ["IN_TRANSIT"] }),
    ]);
  });
}

function problemsOfAnswer({ fulfillmentOrders }: OrderFacts, id: string, wanted: string): string[] {
  const found = fulfillmentOrders.find((each) => each.id === id)?.requestStatus;
  return found === wanted ? [] : [`the cancellation stands at ${found}, not ${wanted}`];
}

/** Units added later are being sent and nobody knows whether they arrived: nothing is answered before that is settled. */
export async function playCancelWhileOutcomeUnknown(stage: DrillStage): Promise<void> {
  await stage.play(
    "a cancellation asked for while a placing's outcome is unknown waits for the outcome",
    async () => {
      const order = await placeAndSettle(stage);
      const { control } = stage.world.supplier;
      await control.armFault({ kind: "truncate", method: "POST", path: "/orders", times: 1000 });
      const second = await addUnit(stage, order);
      const id = await requestCancellation(stage, order);
      const sent = await countPosts(stage, order, second);
      await waitFor(async () => (await countPosts(stage, order, second)) > sent, {
        what: "the placing of unknown outcome to be tried once more",
      });
      const meanwhile = await readFacts(stage, order);
      const early = [
        ...problemsOfAnswer(meanwhile, id, "ACCEPTED"),
        ...meanwhile.parcels
          .filter(({ status }) => status === "CANCELLED")
          .map(() => "a parcel was cancelled"),
      ];
      await control.clearFaults();
      const late = await settleForGood(stage, order, (facts) => [
        ...problemsOfAnswer(facts, id, "CANCELLATION_ACCEPTED"),
        ...problemsOfParcels(facts, second),
      ]);
      return [...early, ...late];
    },
  );
}

/** The merchant adds a unit to a placed order; returns the external id it is sent under, once the service has it. */
async function addUnit(stage: DrillStage, order: DrillOrder): Promise<string> {
  const variantId = getVariant(stage.world, order.shop, "Wireless Earbuds");
  stage.world.shopify.control.editOrder({
    shop: order.shop,
    orderId: order.gid,
    add: [{ variantId, quantity: 1 }],
  });
  return waitFor(
    async () => {
      const { parcels } = await readFacts(stage, order);
      return parcels.find(({ externalOrderId }) => externalOrderId.endsWith("-f2"))?.externalOrderId;
    },
    { what: "the added unit to be sent" },
  );
}

async function countPosts(stage: DrillStage, order: DrillOrder, externalOrderId: string): Promise<number> {
  return (await readFacts(stage, order)).posts[externalOrderId] ?? 0;
}

/** The first handoff is cancelled, the second stands, each once. */
function problemsOfParcels({ parcels }: OrderFacts, second: string): string[] {
  const found = parcels.map(({ externalOrderId, status }) =>
    externalOrderId === second ? `second ${status === "CANCELLED" ? status : "open"}` : `first ${status}`,
  );
  const wanted = ["first CANCELLED", "second open"];
  return found.toSorted().join() === wanted.join() ? [] : [`its parcels are ${found.join(", ") || "none"}`];
}
