import { describe, expect, it } from "vitest";
import {
  listMovedRates,
  parseWrittenRates,
  planWeightRates,
} from "#app/domain/delivery-charge/plan-weight-rates.ts";
import { toTariff } from "#app/domain/delivery-charge/tariff.ts";
import { rupees } from "#app/domain/money/rupees.ts";

const documented = planWeightRates(toTariff([], { defaultPkr: rupees(200) }));

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
    const dearer = documented.map((rate) => (rate.upToGrams === 1000 ? { ...rate, pkr: rupees(230) } : rate));
    expect(listMovedRates(documented, documented)).toEqual([]);
    expect(listMovedRates(documented, dearer)).toEqual([
      { fromGrams: 501, upToGrams: 1000, pkr: 230, was: 200 },
    ]);
    expect(listMovedRates(documented.slice(1), documented)).toMatchObject([{ upToGrams: 500, was: null }]);
  });

  it("are read back as they were kept, and are none where they are no such thing", () => {
    const kept = {
      profileGid: "gid://shopify/DeliveryProfile/1",
      gids: ["a"],
      at: new Date(),
      rates: documented,
    };
    expect(parseWrittenRates(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(parseWrittenRates(null)).toBeNull();
    expect(parseWrittenRates({ gids: "a" })).toBeNull();
  });
});
