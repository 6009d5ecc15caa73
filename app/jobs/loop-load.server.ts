import { performance } from "node:perf_hooks";

/** Above this part of the time the process's one thread is what work waits for, more than any answer. */
const busyFrom = 0.7;
const lookEveryMs = 200;

/** Tells whether this process had hardly a moment to spare of late: then more at once only makes each take longer. */
export function watchLoop(): () => boolean {
  let last = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let isBusy = false;
  return () => {
    const now = performance.now();
    if (now - lookedAt >= lookEveryMs) {
      const current = performance.eventLoopUtilization();
      isBusy = performance.eventLoopUtilization(current, last).utilization > busyFrom;
      last = current;
      lookedAt = now;
    }
    return isBusy;
  };
}
