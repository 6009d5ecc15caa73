import { describe, expect, it } from "vitest";
import { playBooks } from "#test/drills/money/books.ts";
import { compareDifferences, findDifferences, injectDifferences } from "#test/drills/money/inject.ts";
import { PRESETS, type PresetName } from "#test/standins/supplier/undefined-behaviour.ts";

/** `npm run drill -- money` plays 10,000 of them under each service, with 200 differences. */
const [LIVES, SHOPS, DIFFERENCES] = [300, 10, 40];

describe("300 order lives over 10 shops", () => {
  it.each(Object.keys(PRESETS) as PresetName[])(
    "are told before, expected and booked as one, and what is falsified is found, when the service is %s",
    { timeout: 60_000 },
    async (preset) => {
      const books = await playBooks({ preset, lives: LIVES, shops: SHOPS, seed: 20_261_123 });
      expect(books.flaws).toEqual([]);
      expect(books.handoffs.length).toBeGreaterThan(LIVES / 2);
      expect([...findDifferences(books.handoffs).keys()]).toEqual([]);
      const { handoffs, injected } = injectDifferences(books.handoffs, { count: DIFFERENCES, seed: 7 });
      const { missed, invented } = compareDifferences(injected, findDifferences(handoffs));
      expect({ missed, invented }).toEqual({ missed: [], invented: [] });
    },
  );
});
