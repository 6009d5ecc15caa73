import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf, WorkKind } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";

/** What one kind of work does. Safe to run twice and out of order: it reads the state anew, then decides. */
export type WorkHandler<App, Kind extends WorkKind = WorkKind> = (
  app: App,
  claim: ClaimedWork,
  subject: SubjectOf<Kind>,
) => Promise<WorkResult>;

/** The table from kind of work to use case. */
export type WorkHandlers<App> = { readonly [Kind in WorkKind]: WorkHandler<App, Kind> };
