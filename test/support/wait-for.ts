import { setTimeout as pause } from "node:timers/promises";

/** No pause grows beyond this. */
const SELDOM_MS = 200;

/**
 * Polls a condition of another process until it holds. What it returns last is returned; a thrown error ends it.
 * @throws Error naming what did not happen in time, with `describe` telling what was there instead
 */
export async function waitFor<T>(
  condition: () => Promise<T | null | undefined | false>,
  options: {
    readonly what: string;
    readonly timeoutMs?: number;
    readonly everyMs?: number;
    readonly describe?: () => Promise<string>;
  },
): Promise<T> {
  const started = Date.now();
  const deadline = started + (options.timeoutMs ?? 40_000);
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (Date.now() > deadline) {
      const instead = options.describe ? `: ${await options.describe()}` : "";
      throw new Error(`Waited in vain for ${options.what}${instead}`);
    }
    await pause(pauseMs(options.everyMs ?? 100, Date.now() - started));
  }
}

/** Whoever has waited for long asks less often: a twentieth of that is not worth the asking. */
function pauseMs(everyMs: number, waitedMs: number): number {
  return Math.max(everyMs, Math.min(waitedMs / 20, 4 * everyMs, SELDOM_MS));
}
