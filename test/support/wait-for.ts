import { setTimeout as pause } from "node:timers/promises";

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
  const deadline = Date.now() + (options.timeoutMs ?? 40_000);
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (Date.now() > deadline) {
      const instead = options.describe ? `: ${await options.describe()}` : "";
      throw new Error(`Waited in vain for ${options.what}${instead}`);
    }
    await pause(options.everyMs ?? 100);
  }
}
