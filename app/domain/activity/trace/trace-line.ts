import type { TimelineActor } from "#app/domain/timeline/fact-vocabulary.ts";

/** Where a line of a trace comes from. */
const traceSources = [
  "receipt",
  "work",
  "read",
  "decision",
  "fact",
  "attempt",
  "parcel",
  "write",
  "payment",
  "ledger",
] as const;
export type TraceSource = (typeof traceSources)[number];

export type TraceId = { readonly name: string; readonly value: string };

/** One thing that happened to an order, by a row of ours: ids, codes and sums, never a word of a customer. */
export type TraceLine = {
  /** Tells lines apart. */
  readonly key: string;
  readonly at: Date;
  readonly source: TraceSource;
  readonly actor: TimelineActor | null;
  /** Shopify's id of the person. */
  readonly by: string | null;
  readonly text: string;
  readonly ids: readonly TraceId[];
  /** The receipt it is, or comes from. */
  readonly deliveryId: string | null;
};

/** A line with what most have not. */
export function traceLine(
  line: Pick<TraceLine, "key" | "at" | "source" | "text"> & Partial<TraceLine>,
): TraceLine {
  return { actor: null, by: null, ids: [], deliveryId: null, ...line };
}

/** The ids that are known. */
export function knownIds(ids: Readonly<Record<string, string | null | undefined>>): readonly TraceId[] {
  return Object.entries(ids).flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
