import type { ClaimedWork, DueWork } from "./work.server.ts";

/** How a run ends that nothing kept from its end: what every handler of work returns. */
export type WorkResult =
  | DoneResult
  /** A next step waits, and nothing failed. A request that comes meanwhile brings it forward, but not into a rest. */
  | { readonly kind: "requeue"; readonly afterMs: number; readonly restMs?: number };

type DoneResult = {
  readonly kind: "done";
  /** What was requested until then is handled; until the run began when it is not said. */
  readonly upTo?: ObservedRequests;
  /** Rows this run has requested and notified nobody of; the same job continues with those of its lane. */
  readonly next?: readonly DueWork[];
  /** For so long after the run the row is not due, whatever is requested meanwhile: requests are coalesced. */
  readonly restMs?: number;
};

/** How many requests a run has seen. */
export type ObservedRequests = Pick<ClaimedWork, "requestedGeneration" | "requestedReports">;
