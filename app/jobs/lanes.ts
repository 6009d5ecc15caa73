import type { Lane } from "#app/platform/queue/lanes.ts";

/** How much of a lane runs at once in one process; an order mostly waits for answers of Shopify and the service. */
export const laneConcurrency: Readonly<Record<Lane, number>> = {
  orders: 16,
  stock: 4,
  bulk: 4,
  sweeps: 4,
};

/**
 * How much of a lane one shop may run at once in one process: the other half is there for others at any time (R51). Where
 * the process itself is what work waits for, each run of one shop makes those of all others longer: then it is one.
 */
export function mostOfOneShop(lane: Lane, isBusy = false): number {
  return isBusy ? 1 : laneConcurrency[lane] / 2;
}
