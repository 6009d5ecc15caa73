import { type ResealDeps, runResealPass } from "#app/platform/crypto/reseal.server.ts";
import type { Log } from "#app/platform/observability/log.server.ts";

export type Resealer = { readonly stop: () => Promise<void> };

export type ResealerDeps = ResealDeps & {
  readonly log: Log;
  readonly env: { readonly SWEEP_INTERVAL_SCALE: number };
};

const everyMs = 60_000;
const leastMs = 1000;
const longestMs = 15 * 60_000;

/**
 * Looks every minute whether sealed values are to be sealed anew, and does it; after a long pass it rests longer.
 * Any number of processes may run one.
 */
export function startResealer(deps: ResealerDeps): Resealer {
  const pauseMs = Math.max(leastMs, everyMs * Math.min(1, deps.env.SWEEP_INTERVAL_SCALE));
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = () => {
    const startedAt = performance.now();
    running = runOnce(deps, stopping.signal)
      .catch((error: unknown) => void deps.reportError(error, { event: "reseal_failed" }))
      .then(() => {
        if (stopping.signal.aborted) return;
        const tookMs = performance.now() - startedAt;
        timer = setTimeout(next, Math.min(longestMs, Math.max(pauseMs, 9 * tookMs)));
      });
  };
  next();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function runOnce(deps: ResealerDeps, signal: AbortSignal): Promise<void> {
  const done = await runResealPass(deps, { signal });
  if (done && done.resealed > 0) deps.log.info({ event: "resealed", count: done.resealed });
}
