import type { Log } from "#app/platform/log.server.ts";
import { type ResealGround, runResealPass } from "#app/platform/reseal.server.ts";

export type Resealer = { readonly stop: () => Promise<void> };

export type ResealerGround = ResealGround & {
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
export function startResealer(ground: ResealerGround): Resealer {
  const pauseMs = Math.max(leastMs, everyMs * Math.min(1, ground.env.SWEEP_INTERVAL_SCALE));
  const stopping = new AbortController();
  let wake: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = () => {
    const startedAt = performance.now();
    running = pass(ground, stopping.signal)
      .catch((error: unknown) => void ground.reportError(error, { event: "reseal_failed" }))
      .then(() => {
        if (stopping.signal.aborted) return;
        const tookMs = performance.now() - startedAt;
        wake = setTimeout(next, Math.min(longestMs, Math.max(pauseMs, 9 * tookMs)));
      });
  };
  next();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(wake);
      await running;
    },
  };
}

async function pass(ground: ResealerGround, signal: AbortSignal): Promise<void> {
  const done = await runResealPass(ground, { signal });
  if (done && done.resealed > 0) ground.log.info({ event: "resealed", count: done.resealed });
}
