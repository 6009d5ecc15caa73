import { describe, expect, it } from "vitest";
import {
  listMovedRates,
  listUnquotedSpans,
  parseWrittenRates,
  planWeightRates,
} from "#app/domain/delivery-charge/plan-weight-rates.ts";
import { toTariff } from "#app/domain/delivery-charge/tariff.ts";
import { rupees } from "#app/domain/money/rupees.ts";

const documented = planWeightRates(toTariff([], { defaultPkr: rupees(200), defaultSeenAt: null }));
const quoted = documented.map((rate) => ({ ...rate, seenAt: new Date() }));
const existing = documented.map(({ fromGrams, upToGrams, pkr }) => ({ fromGrams, upToGrams, pkr }));

describe("rates by weight", () => {
  it("cover every weight once, each at what its heaviest cart costs", () => {
    expect(documented.map(({ fromGrams, upToGrams, pkr }) => [fromGrams, upToGrams, pkr])).toEqual([
      [0, 500, 150],
      [501, 1000, 200],
      [1001, 2000, 250],
      [2001, 5000, 350],
      [5001, 10_000, 500],
      [10_001, 20_000, 800],
      [20_001, null, 1100],
    ]);
  });

  it("that would be written differently now are told with what stands there", () => {
    const dearer = quoted.map((rate) => (rate.upToGrams === 1000 ? { ...rate, pkr: rupees(230) } : rate));
    expect(listMovedRates(existing, quoted)).toEqual([]);
    expect(listMovedRates(existing, dearer)).toEqual([
      { fromGrams: 501, upToGrams: 1000, pkr: 230, was: 200 },
    ]);
    expect(listMovedRates(existing.slice(1), quoted)).toMatchObject([{ upToGrams: 500, was: null }]);
  });

  it("are not told to have moved by what nobody quoted", () => {
    const dearer = existing.map((rate) => ({ ...rate, pkr: rupees(rate.pkr + 2) }));
    expect(listMovedRates(dearer, documented)).toEqual([]);
    expect(listMovedRates(dearer, [...quoted.slice(0, 2), ...documented.slice(2)])).toHaveLength(2);
    expect(listUnquotedSpans(quoted)).toEqual([]);
    expect(listUnquotedSpans([...quoted.slice(0, 6), ...documented.slice(6)])).toEqual([
      { fromGrams: 20_001, upToGrams: null },
    ]);
  });

  it("above the last band are as known as what a kilogram more costs", () => {
    const seenAt = new Date();
    const bands = [{ upToGrams: 1000, pkr: rupees(100), seenAt }];
    const rates = planWeightRates({ bands, perKgAbovePkr: rupees(30), perKgSeenAt: null });
    expect(rates.map((rate) => rate.seenAt)).toEqual([seenAt, null, null]);
  });

  it("are read back as they were kept, and are none where they are no such thing", () => {
    const kept = {
      profileGid: "gid://shopify/DeliveryProfile/1",
      gids: ["a"],
      at: new Date(),
      rates: existing,
    };
    expect(parseWrittenRates(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(parseWrittenRates(null)).toBeNull();
    expect(parseWrittenRates({ gids: "a" })).toBeNull();
  });
});
