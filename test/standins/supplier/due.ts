import { cancel, confirm, releaseMargin } from "./order-moves.ts";
import type { Order, World } from "./state.ts";
import { moneyMoves } from "./wallet.ts";
import { sendDueDeliveries } from "./webhook-sender.ts";

type Due = { at: number; run: () => void };

/** What an order will do by itself, and when. */
function dueOf(world: World, order: Order): Due | null {
  if (order.status === "RECEIVED" && order.confirmAt !== null) {
    return { at: order.confirmAt, run: () => confirm(world, order) };
  }
  const cancels = world.undefinedBehaviour.atFundsDeadline === "cancel";
  if (order.status === "AWAITING_FUNDS" && order.fundsDeadline !== null && cancels) {
    return { at: order.fundsDeadline, run: () => cancel(world, order, "Funds did not arrive in time") };
  }
  const waits = order.status === "DELIVERED" && order.marginStatus === "PENDING";
  if (waits && order.marginReleaseAt !== null && moneyMoves(world, order.mode)) {
    return { at: order.marginReleaseAt, run: () => releaseMargin(world, order) };
  }
  return null;
}

/** Does everything whose time has come and starts the deliveries that are due. */
export function runDue(world: World): void {
  const now = world.clock.now();
  for (const order of world.orders) {
    const due = dueOf(world, order);
    if (due !== null && due.at <= now) due.run();
  }
  sendDueDeliveries(world);
}

/** Waits until no delivery is on its way. */
export async function settle(world: World): Promise<void> {
  while (world.inFlight.size > 0) await Promise.all(world.inFlight);
}

/** Moves the clock to a time, stopping wherever something is due, so that all happens in its order. */
export async function advanceTo(world: World, target: number): Promise<void> {
  await settle(world);
  for (let at = nextDueAt(world); at !== null && at <= target; at = nextDueAt(world)) {
    if (at > world.clock.now()) world.clock.moveTo(at);
    runDue(world);
    await settle(world);
  }
  if (target > world.clock.now()) world.clock.moveTo(target);
  runDue(world);
  await settle(world);
}

function nextDueAt(world: World): number | null {
  const orders = world.orders.flatMap((order) => dueOf(world, order)?.at ?? []);
  const deliveries = [...world.open].flatMap(({ status, nextAttemptAt }) =>
    status === "pending" && nextAttemptAt !== null ? [nextAttemptAt] : [],
  );
  const times = [...orders, ...deliveries];
  return times.length === 0 ? null : Math.min(...times);
}
