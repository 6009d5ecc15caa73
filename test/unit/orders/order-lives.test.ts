import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRESETS } from "#test/standins/supplier/undefined-behaviour.ts";
import { anyLife } from "./life-seed.ts";
import { openService, playOrderLife } from "./play-order-life.ts";

/** Of the 10,000 each preset plays a third. */
const LIVES = 3_334;

describe("random order lives", () => {
  it.each(Object.keys(PRESETS) as (keyof typeof PRESETS)[])(
    "bring what ledger and customer's money say, to the rupee, when the service is %s",
    { timeout: 60_000 },
    async (preset) => {
      const world = openService(preset);
      const counts = { not_placed: 0, known: 0, unknown: 0 };
      await fc.assert(
        fc.asyncProperty(anyLife, async (seed) => {
          const outcome = await playOrderLife(world, seed);
          if (outcome.kind === "not_placed") counts.not_placed += 1;
          else counts[outcome.known ? "known" : "unknown"] += 1;
          if (outcome.kind === "lived" && outcome.flaw !== null) throw new Error(outcome.flaw);
        }),
        { numRuns: LIVES, seed: 20_261_123 },
      );
      expect(counts.known).toBeGreaterThan(LIVES / 2);
      expect(counts.unknown).toBeGreaterThan(LIVES / 50);
    },
  );
});
