import { describe, expect, it } from "vitest";
import { planQuoteQuestions } from "#app/domain/delivery-charge/quote-questions.ts";
import { type QuoteRow, toTariff } from "#app/domain/delivery-charge/tariff.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { asId } from "#test/support/as-id.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const row = (figure: QuoteRow["figure"], key: string, pkr: number | null, day = 20): QuoteRow => ({
  ...{ figure, key, seenAt: at(day) },
  pkr: pkr === null ? null : rupees(pkr),
});
const tariffOf = (rows: readonly QuoteRow[]) =>
  toTariff(rows, { defaultPkr: rupees(210), defaultSeenAt: null });
const nulls = (length: number) => Array.from({ length }, () => null);
const costs = (rows: readonly QuoteRow[]) => tariffOf(rows).bands.map(({ pkr }) => pkr);

describe("what parcels are charged", () => {
  it("is what the document says before the service was asked", () => {
    const tariff = tariffOf([]);
    expect(costs([])).toEqual([150, 200, 250, 350, 500]);
    expect(tariff).toMatchObject({ perKgAbovePkr: 30, defaultPkr: 210, bandsSeenAt: null });
  });

  it("is what was quoted, band by band, however old", () => {
    const rows = [row("band", "500", 170, 20), row("band", "5000", 420, 3), row("band", "1000", null)];
    expect(costs(rows)).toEqual([170, 200, 250, 420, 500]);
    expect(tariffOf(rows).bandsSeenAt).toEqual(at(3));
  });

  it("is known by the time of each quote which figure is the service's and which the document's", () => {
    const seen = (rows: readonly QuoteRow[]) => {
      const { bands, perKgSeenAt } = tariffOf(rows);
      return [...bands.map(({ seenAt }) => seenAt), perKgSeenAt];
    };
    const heavy = [row("band", "10000", 600, 20), row("band", "13000", 720, 18)];
    expect(seen([row("band", "500", 170), row("band", "1000", null)])).toEqual([at(20), ...nulls(5)]);
    expect(seen(heavy)).toEqual([...nulls(4), at(20), at(18)]);
    // Without the last band, what a kilogram above it costs more is a difference from what nobody quoted.
    expect(seen(heavy.slice(1))).toEqual(nulls(6));
    expect(seen([row("band", "10000", 600), row("band", "13000", 500)])).toEqual([
      ...nulls(4),
      ...[at(20), null],
    ]);
  });

  it("takes a kilogram above the last band from a parcel of 13 kg", () => {
    expect(tariffOf([row("band", "10000", 600), row("band", "13000", 720)]).perKgAbovePkr).toBe(40);
    expect(tariffOf([row("band", "10000", 600), row("band", "13000", 500)]).perKgAbovePkr).toBe(30);
  });

  it("knows no surcharge of a city the service refused", () => {
    const { surcharges } = tariffOf([row("city", "quetta", 80), row("city", "gwadar", null)]);
    expect([...surcharges]).toEqual([["quetta", 80]]);
  });
});

describe("the questions to the service", () => {
  const variant = (id: string, grams: number) => ({ supplierVariantId: asId<never>(id), grams });

  it("are the fewest units of one variant that come to each band", () => {
    const questions = planQuoteQuestions([variant("light", 150), variant("heavy", 800)]);
    expect(questions).toEqual([
      { key: "500", variantId: "light", quantity: 1 },
      { key: "1000", variantId: "heavy", quantity: 1 },
      { key: "2000", variantId: "heavy", quantity: 2 },
      { key: "5000", variantId: "heavy", quantity: 3 },
      { key: "10000", variantId: "heavy", quantity: 7 },
      { key: "13000", variantId: "heavy", quantity: 16 },
    ]);
  });

  it("leave out a band that no variant comes to", () => {
    expect(planQuoteQuestions([variant("gasket", 7000)]).map(({ key }) => key)).toEqual(["10000"]);
    expect(planQuoteQuestions([])).toEqual([]);
  });
});
