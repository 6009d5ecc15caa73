import type { SupplierError } from "#app/supplier/errors.ts";
import type { Hold, OrderRun, ReadRun } from "./order-run.ts";

/** Why a run ends before all its steps had their turn. */
export type RunEnd =
  /** Something is not known yet, and nothing else may be decided before it is. */
  | { readonly kind: "requeue"; readonly afterMs: number }
  /** The service could not be asked. */
  | { readonly kind: "outage"; readonly error: SupplierError };

/** What a step found and did. What it leaves out is as before; holds and delays come to those of the run. */
export type StepResult = Partial<Pick<ReadRun, "record" | "recordedWrites" | "shopify" | "observed">> & {
  readonly holds?: readonly Hold[];
  /** Something is put off, and the rest of the run goes on without it. */
  readonly requeueDelaysMs?: readonly number[];
  readonly hasPlacementConflict?: true;
  readonly end?: RunEnd;
};

/** Nothing was found, or what was written is loaded again. */
export const continued: StepResult = {};

export function requeueAfter(delayMs: number): StepResult {
  return { requeueDelaysMs: [delayMs] };
}

const REOPENED_DELAY_MS = 2000;

/** Fulfillment orders that Shopify opens after a close are not in this run's read, and their webhook may be lost. */
export const requeuedForReopened: StepResult = requeueAfter(REOPENED_DELAY_MS);

export function endRunFor(afterMs: number): StepResult {
  return { end: { kind: "requeue", afterMs } };
}

/** What is known after a step. */
export function mergeResult<Run extends OrderRun>(run: Run, result: StepResult): Run {
  const { holds = [], requeueDelaysMs = [], end: _, ...changes } = result;
  return {
    ...run,
    ...changes,
    holds: [...run.holds, ...holds],
    requeueDelaysMs: [...run.requeueDelaysMs, ...requeueDelaysMs],
  };
}

/** Two results as one: the first end stands. */
export function joinResults<Second extends StepResult>(first: StepResult, second: Second): Second {
  const end = first.end ?? second.end;
  return {
    ...first,
    ...second,
    holds: [...(first.holds ?? []), ...(second.holds ?? [])],
    requeueDelaysMs: [...(first.requeueDelaysMs ?? []), ...(second.requeueDelaysMs ?? [])],
    ...(end && { end }),
  };
}
