import { benchTrackingLoad } from "./tracking/load.ts";
import { openTrackingBench } from "./tracking/open-bench.ts";
import { benchTrackingTries } from "./tracking/tries.ts";

const parts = { load: benchTrackingLoad, tries: benchTrackingTries } as const;

/** Customers' tracking pages: how quick they are, and what they give away. `--only load` or `tries`. */
export async function benchTracking(options: ReadonlyMap<string, string>): Promise<boolean> {
  const only = options.get("only");
  const bench = await openTrackingBench(Number(options.get("orders") || 20_000));
  let isMet = true;
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (!only || only === name) isMet = (await run(bench, options)) && isMet;
    }
    return isMet;
  } finally {
    await bench.close();
  }
}
