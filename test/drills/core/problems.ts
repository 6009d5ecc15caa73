import type { OrderFacts } from "./order-facts.ts";
import { type OrderKind, parcelsOf, totalOf } from "./orders.ts";

type Placed = {
  readonly kind: OrderKind;
  /** How often its units were handed off; 1 unless a person pressed Place again. */
  readonly handoffs?: number;
  readonly state?: readonly string[];
};

/** What is wrong with an order that should be at the service exactly once per handoff, with all its parcels. */
export function problemsOfPlaced(
  facts: OrderFacts,
  { kind, handoffs = 1, state = ["placed"] }: Placed,
): string[] {
  return [
    ...problemsAtService(facts, kind, handoffs),
    ...problemsOfCopy(facts),
    ...(state.includes(facts.app?.state ?? "") ? [] : [`the app says ${stateOf(facts)}`]),
    ...facts.fulfillmentOrders
      .filter(({ status, requestStatus }) => status === "OPEN" && requestStatus === "SUBMITTED")
      .map(({ id }) => `the request on ${id} was not answered`),
  ];
}

function problemsAtService({ parcels, posts }: OrderFacts, kind: OrderKind, handoffs: number): string[] {
  const ids = [...new Set(parcels.map(({ externalOrderId }) => externalOrderId))];
  const unplaced = Object.keys(posts).filter((id) => !ids.includes(id));
  return [
    ...(ids.length === handoffs ? [] : [`placed ${ids.length} times, not ${handoffs}: ${ids.join(", ")}`]),
    ...unplaced.map((id) => `${id} was sent and is not there`),
    ...ids.flatMap((id) => {
      const parts = parcels.filter(({ externalOrderId }) => externalOrderId === id);
      const sum = parts.reduce((total, { codAmount }) => total + codAmount, 0);
      const wanted = kind === "prepaid" ? 0 : totalOf(kind);
      return [
        ...(parts.length === parcelsOf(kind) ? [] : [`${id} has ${parts.length} parcels`]),
        ...(sum === wanted ? [] : [`the courier collects ${sum} for ${id}, not ${wanted}`]),
      ];
    }),
  ];
}

/** Every parcel of the service is stored with us, in its present status, and none besides. */
function problemsOfCopy({ app, parcels }: OrderFacts): string[] {
  const known = app?.handoffs.flatMap((handoff) => handoff.parcels) ?? [];
  const key = (id: string, status: string) => `${id} ${status}`;
  const ours = known.map((parcel) => key(parcel.supplierOrderId, comparable(parcel.status))).toSorted();
  const theirs = parcels.map((parcel) => key(parcel.id, comparable(parcel.status))).toSorted();
  return ours.join() === theirs.join()
    ? []
    : [`the app has ${ours.join(", ") || "no parcel"}; the service ${theirs.join(", ") || "none"}`];
}

/** Confirming and packing may not have been told to us yet: there is no event for all of it. */
function comparable(status: string): string {
  return ["RECEIVED", "CONFIRMED", "PROCESSING"].includes(status) ? "OPEN" : status;
}

/** What is wrong with an order that should wait for a person, without anything sent beyond `handoffs`. */
export function problemsOfWaiting(
  facts: OrderFacts,
  wanted: { readonly state: readonly string[]; readonly handoffs: number; readonly code?: string },
): string[] {
  const sent = Object.keys(facts.posts).length;
  const codes = [facts.app?.holdCode, ...facts.holds];
  return [
    ...(sent === wanted.handoffs ? [] : [`sent as ${Object.keys(facts.posts).join(", ") || "nothing"}`]),
    ...(wanted.state.includes(facts.app?.state ?? "") ? [] : [`the app says ${stateOf(facts)}`]),
    ...(wanted.code === undefined || codes.includes(wanted.code) ? [] : [`it is not held as ${wanted.code}`]),
  ];
}

type Fulfilled = {
  readonly count: number;
  /** Each once. */
  readonly events: readonly string[];
  /** At most once: a parcel may be told of when it has arrived already. */
  readonly maybe?: readonly string[];
};

/** What is wrong with the fulfillments of an order: one per parcel that left, each event once. */
export function problemsOfFulfillments(
  { app, fulfillments }: OrderFacts,
  { count, events, maybe = [] }: Fulfilled,
): string[] {
  const live = fulfillments.filter(({ status }) => status !== "CANCELLED");
  const parcels = app?.handoffs.flatMap((handoff) => handoff.parcels) ?? [];
  const linked = parcels.map((parcel): string | null => parcel.fulfillmentGid);
  const isRight = (reported: readonly string[]) =>
    new Set(reported).size === reported.length &&
    events.every((event) => reported.includes(event)) &&
    reported.every((event) => [...events, ...maybe].includes(event));
  return [
    ...(live.length === count ? [] : [`${live.length} fulfillments, not ${count}`]),
    ...live.filter(({ id }) => !linked.includes(id)).map(({ id }) => `${id} belongs to no parcel`),
    ...live
      .filter((each) => !isRight(each.events))
      .map((each) => `its events are ${each.events.join(", ") || "none"}`),
  ];
}

export function stateOf({ app, holds }: OrderFacts): string {
  if (!app) return "nothing of it";
  return `${app.state}${app.holdCode ? ` (${app.holdCode})` : ""}${holds.length > 0 ? `, needs ${holds.join(", ")}` : ""}`;
}
