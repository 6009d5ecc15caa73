/**
 * The least of several runs, in milliseconds: by the clock, and of this process's own work, which other processes do not
 * lengthen. Where a system counts the latter coarsely it may be 0.
 */
export function measureRuns(
  run: () => void,
  runs: number,
): { readonly clockMs: number; readonly ownMs: number } {
  let clockMs = Number.POSITIVE_INFINITY;
  let ownMs = Number.POSITIVE_INFINITY;
  for (let made = 0; made < runs; made += 1) {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    ownMs = Math.min(ownMs, (user + system) / 1000);
    clockMs = Math.min(clockMs, performance.now() - startedAt);
  }
  return { clockMs, ownMs };
}
