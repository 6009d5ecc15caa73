import type { OrderRun } from "./order-run.ts";
import type { Step } from "./order-steps.server.ts";
import { reloadRecord } from "./reload-record.server.ts";
import { mergeResult, type RunEnd } from "./step-result.ts";
import { withErrorHandling } from "./take-turns.server.ts";

type StepsResult<Run extends OrderRun> = {
  /** What is known after the last step that was taken. */
  readonly run: Run;
  /** Null when all had their turn. */
  readonly end: RunEnd | null;
};

/** Takes the steps in their order, each on what those before it found and wrote, until one ends the run. */
export async function runSteps<Run extends OrderRun>(
  first: Run,
  steps: readonly Step<Run>[],
): Promise<StepsResult<Run>> {
  let run = first;
  for (const { take, duringPlacementConflict } of steps) {
    if (run.hasPlacementConflict && !duringPlacementConflict) continue;
    const now = run;
    const { end, ...result } = await withErrorHandling(now, () => take(now));
    run = await reloadRecord(mergeResult(now, result));
    if (end) return { run, end };
  }
  return { run, end: null };
}
