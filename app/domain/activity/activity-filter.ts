import type { FactTopic } from "#app/domain/timeline/fact-topics.ts";

/** Who did it: anybody of the staff, whoever looks, the app itself, or an event: of one of the two sides, a courier or a customer. */
export const activityActors = ["person", "you", "karwan", "event"] as const;
export type ActivityActor = (typeof activityActors)[number];

export type ActivityFilter = {
  readonly about: FactTopic | null;
  readonly who: ActivityActor | null;
  /** Days of the shop: the first and the last. */
  readonly from: string | null;
  readonly to: string | null;
  /** The number of an order as typed; "" for all. */
  readonly order: string;
};

/** Where a page of the activity ends: ids grow with time, and tell facts of one moment apart. */
export type FactCursor = { readonly at: Date; readonly id: bigint };

export function toFactCursor({ at, id }: FactCursor): string {
  return `${at.getTime()}_${id}`;
}

/** A cursor from a URL; null for anything we did not write ourselves. */
export function parseFactCursor(text: string): FactCursor | null {
  const [, at, id] = /^(\d{1,14})_(\d{1,18})$/.exec(text) ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id: BigInt(id) };
}

/** As shops number their orders: "#1042", "RC-1042". Anything longer may be a phone number, which stays out of addresses. */
export const ORDER_NUMBER = /^#?[A-Za-z]{0,6}-?\d{1,6}(-?[A-Za-z]{1,6})?$/;
