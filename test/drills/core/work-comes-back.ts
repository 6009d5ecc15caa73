import { problemsOfCancelled } from "./kill-following.ts";
import {
  cancelFulfillments,
  getOpenFulfillmentOrder,
  moveParcels,
  pressOnOrder,
  requestCancellation,
  touchOrder,
} from "./merchant-moves.ts";
import { type DrillOrder, type OrderFacts, settleForGood, settleInto } from "./order-facts.ts";
import { placeOrder } from "./orders.ts";
import { problemsOfPlaced, problemsOfWaiting } from "./problems.ts";
import type { DrillStage } from "./stage.ts";

/** One way in which Shopify offers units again that were offered before (R34). */
type ReturnCase = {
  readonly title: string;
  readonly bringBack: (stage: DrillStage, order: DrillOrder) => Promise<readonly string[]>;
  /** How it goes on standing until somebody presses; held unless said otherwise. */
  readonly stands?: (facts: OrderFacts) => readonly string[];
};

const acceptedCancellation: ReturnCase = {
  title: "an accepted cancellation",
  bringBack: async (stage, order) => {
    await requestCancellation(stage, order);
    return settleInto(stage, order, problemsOfCancelled);
  },
  stands: problemsOfCancelled,
};

const returns: readonly ReturnCase[] = [
  {
    title: "a parcel the service cancelled, and its request closed",
    bringBack: async (stage, order) => {
      await moveParcels(stage, order, "CANCELLED");
      return settleInto(stage, order, (facts) => problemsOfHeld(facts, "CANCELLED"));
    },
  },
  {
    title: "a fulfillment cancelled in Shopify",
    bringBack: async (stage, order) => {
      await moveParcels(stage, order, "SHIPPED");
      const shipped = await settleInto(stage, order, ({ fulfillments }) =>
        fulfillments.length === 1 ? [] : ["it has no fulfillment"],
      );
      await cancelFulfillments(stage, order);
      // Its courier is still to collect the money: a second parcel would collect it twice.
      const asks = await settleInto(stage, order, (facts) =>
        problemsOfWaiting(facts, { state: ["on_the_way"], handoffs: 1, code: "fulfillment_cancelled" }),
      );
      await moveParcels(stage, order, "RETURNED", { type: "rto" });
      const held = await settleInto(stage, order, (facts) => problemsOfHeld(facts, "RETURNED"));
      return [...shipped, ...asks, ...held];
    },
  },
  {
    title: "a parcel refused at the door, its fulfillment cancelled later",
    bringBack: async (stage, order) => {
      await moveParcels(stage, order, "RETURNED", { type: "rto" });
      const refused = await settleInto(stage, order, (facts) =>
        problemsOfWaiting(facts, { state: ["refused"], handoffs: 1 }),
      );
      await cancelFulfillments(stage, order);
      return [...refused, ...(await settleInto(stage, order, (facts) => problemsOfHeld(facts, "RETURNED")))];
    },
  },
];

/** What the service cancelled has a reason of its own; it is asked about once. */
function codeOf(parcelStatus: string): string {
  return parcelStatus === "CANCELLED" ? "cancelled_by_supplier" : "comes_back";
}

function problemsOfHeld(facts: OrderFacts, parcelStatus: string): string[] {
  const others = facts.parcels.filter(({ status }) => status !== parcelStatus);
  return [
    ...problemsOfWaiting(facts, { state: ["held"], handoffs: 1, code: codeOf(parcelStatus) }),
    ...others.map(({ status }) => `its parcel is ${status}`),
  ];
}

/** With both automatics on: what came back waits, and one press places it once more. */
export async function playComingBack(stage: DrillStage): Promise<void> {
  await Promise.all([
    ...returns.map((each) => playReturn(stage, each)),
    playReturn(stage, replacedAfterClose),
    playAcceptedCancellation(stage),
    playRejected(stage),
  ]);
}

/** Another thing Shopify may do on a close: a new fulfillment order instead of the same one. */
const replacedAfterClose: ReturnCase = {
  title: "a request closed and replaced by a new one",
  bringBack: async (stage, order) => {
    const { control } = stage.world.shopify;
    await moveParcels(stage, order, "CANCELLED");
    const closed = await settleInto(stage, order, ({ fulfillmentOrders }) =>
      fulfillmentOrders.some(({ status }) => status === "INCOMPLETE") ? [] : ["its request is not closed"],
    );
    const id = await getOpenFulfillmentOrder(stage, order, "INCOMPLETE");
    control.cancelFulfillmentOrder({ shop: order.shop, id });
    await touchOrder(stage, order, "replaced");
    return [...closed, ...(await settleInto(stage, order, (facts) => problemsOfHeld(facts, "CANCELLED")))];
  },
};

export function playAcceptedCancellation(stage: DrillStage): Promise<void> {
  return playReturn(stage, acceptedCancellation);
}

const isHeld = (facts: OrderFacts) => problemsOfWaiting(facts, { state: ["held"], handoffs: 1 });

async function playReturn(
  stage: DrillStage,
  { title, bringBack, stands = isHeld }: ReturnCase,
): Promise<void> {
  await stage.play(`comes back after ${title}: waits, and one press places it once more`, async () => {
    const order = placeOrder(stage, "COD");
    const placed = await settleInto(stage, order, (facts) => problemsOfPlaced(facts, { kind: "COD" }));
    if (placed.length > 0) return placed;
    const held = await bringBack(stage, order);
    if (held.length > 0) return held;
    await touchOrder(stage, order, "look again");
    const stillHeld = await settleInto(stage, order, stands);
    if (stillHeld.length > 0) return stillHeld;
    await pressOnOrder(stage, order, "place");
    return settleForGood(stage, order, problemsOfSecond);
  });
}

function problemsOfSecond(facts: OrderFacts): string[] {
  const ids = Object.keys(facts.posts).toSorted();
  const isNamed = ids.some((id) => id.endsWith("-f2"));
  return [
    ...problemsOfPlaced(facts, { kind: "COD", handoffs: 2, state: ["placed", "on_the_way"] }),
    ...(isNamed ? [] : [`none of ${ids.join(", ")} is a second handoff`]),
  ];
}

/** A request the merchant took back before anything was sent: rejected, and placed only on a press. */
async function playRejected(stage: DrillStage): Promise<void> {
  await stage.play("comes back after a rejected request: waits, and one press places it", async () => {
    const { control } = stage.world.shopify;
    const order = placeOrder(stage, "COD", { shippingAddress: { city: "Qasba Nowhere" } });
    const unknown = await settleInto(stage, order, (facts) =>
      problemsOfWaiting(facts, { state: ["held"], handoffs: 0, code: "city_unknown" }),
    );
    control.requestFulfillment({
      shop: order.shop,
      id: await getOpenFulfillmentOrder(stage, order, "OPEN"),
    });
    await pressOnOrder(stage, order, "cancel");
    const rejected = await settleInto(stage, order, ({ fulfillmentOrders }) =>
      fulfillmentOrders[0]?.requestStatus === "REJECTED" ? [] : ["its request is not rejected"],
    );
    control.editAddress({ shop: order.shop, orderId: order.gid, address: { city: "Lahore" } });
    await touchOrder(stage, order, "the address is right now");
    const waits = await settleInto(stage, order, (facts) =>
      problemsOfWaiting(facts, { state: ["cancelled"], handoffs: 0 }),
    );
    const problems = [...unknown, ...rejected, ...waits];
    if (problems.length > 0) return problems;
    await pressOnOrder(stage, order, "place");
    return settleForGood(stage, order, (facts) => problemsOfPlaced(facts, { kind: "COD" }));
  });
}
