import type { ClaimedWork, WorkKind } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";

/** What one kind of work does. Safe to run twice and out of order: it reads the state anew, then decides. */
export type WorkHandler<App> = (app: App, claim: ClaimedWork) => Promise<WorkResult>;

/** The table from kind of work to use case. */
export type WorkHandlers<App> = Readonly<Record<WorkKind, WorkHandler<App>>>;
