/** A clock that stands still until everything waits, then jumps to the next moment somebody waits for. */
export function virtualTime() {
  let nowMs = 0;
  const sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();
  return {
    nowMs: () => nowMs,
    clock: { now: () => new Date(nowMs) },
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const sleeper = { atMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    /** Lets time pass until the promise is settled. */
    async until<T>(promise: Promise<T>): Promise<T> {
      const state = { isOver: false };
      const over = () => {
        state.isOver = true;
      };
      promise.then(over, over);
      for (;;) {
        // Whatever does not wait for time is done first; setImmediate comes after all of it.
        await new Promise<void>((settled) => setImmediate(settled));
        if (state.isOver) return promise;
        const [next] = [...sleepers].toSorted((a, b) => a.atMs - b.atMs);
        if (next === undefined) continue;
        sleepers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
      }
    },
  };
}
