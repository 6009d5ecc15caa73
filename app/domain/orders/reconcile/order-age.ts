import type { OrderState } from "./derive-order-state.ts";
import type { Hold } from "./order-run.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Shopify shows an app without `read_all_orders` the orders of sixty days (rule R44). */
const READABLE_DAYS = 60;
const WARN_DAYS = 50;

/** States of an order nothing is left to do for. */
export const finishedStates = [
  "delivered",
  "refused",
  "cancelled",
  "finished_in_shopify",
  "not_ours",
] as const satisfies OrderState[];

const FINISHED: ReadonlySet<OrderState> = new Set(finishedStates);

export function isFinished(state: OrderState): boolean {
  return FINISHED.has(state);
}

type OrderAgeInput = {
  /** Null: it was just read, and is not over. */
  readonly state: OrderState | null;
  readonly createdAt: Date | null;
  readonly now: Date;
};

/** An unfinished order that Shopify shows no more, or soon will not; a younger one that reads as nothing is gone. */
export function findAgeHold({ state, createdAt, now }: OrderAgeInput, readable: "yes" | "no"): Hold | null {
  if (createdAt === null || (state !== null && isFinished(state))) return null;
  const days = (now.getTime() - createdAt.getTime()) / DAY_MS;
  if (readable === "no") return days >= READABLE_DAYS - 1 ? { code: "order_too_old" } : null;
  if (days < WARN_DAYS) return null;
  const until = new Date(createdAt.getTime() + READABLE_DAYS * DAY_MS).toISOString();
  return { code: "order_nearly_too_old", params: { until } };
}
