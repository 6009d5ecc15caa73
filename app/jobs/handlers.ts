import type { WorkOutcome } from "#app/platform/queue/finish-work.server.ts";
import type { ClaimedWork, DueWork, WorkKind } from "#app/platform/queue/work.server.ts";

export type WorkHandlerResult =
  /** `next`: rows this run has marked, and rung for nobody; the same job goes on with those of its lane. */
  | (Extract<WorkOutcome, { kind: "done" }> & { readonly next?: readonly DueWork[] })
  | { readonly kind: "again" | "paced"; readonly delayMs: number };

/** What one kind of work does. Safe to run twice and out of order: it reads the state anew, then decides. */
export type WorkHandler<App> = (app: App, claim: ClaimedWork) => Promise<WorkHandlerResult>;

/** The table from kind of work to use case. */
export type WorkHandlers<App> = Readonly<Record<WorkKind, WorkHandler<App>>>;
