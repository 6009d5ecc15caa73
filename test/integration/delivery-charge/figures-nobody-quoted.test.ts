import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getDeliveryPage } from "#app/domain/delivery-charge/delivery-settings.server.ts";
import {
  applyWeightRates,
  previewWeightRates,
  undoWeightRates,
} from "#app/domain/delivery-charge/weight-rates.server.ts";
import { invariant } from "#app/platform/errors.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";

let shop: SweepingShop;

beforeAll(async () => {
  // It weighs 800 g: no number of units comes to a parcel of half a kilogram.
  shop = await startSweepingShop({ products: ["cooker"] });
  await shop.supplier.control.setTerms({ shippingRates: dearer });
});
// Each test finds that nothing was quoted yet, nor written.
beforeEach(async () => {
  const where = { shopId: shop.shopId };
  await undoWeightRates(await shop.context(), { by });
  await shop.app.db.deliveryCharge.deleteMany({ where });
  // What was still being asked is over, and no more is.
  await shop.sweep("quotes");
  await shop.app.db.deliveryQuote.deleteMany({ where });
  await weighing(0.8);
});
afterAll(() => shop?.close());

const by = "Test";
const page = async () => getDeliveryPage(await shop.context());
const preview = async () => {
  const result = await previewWeightRates(await shop.context());
  invariant(result.kind === "ready", "there is a zone of Pakistan");
  return result.preview;
};
const apply = async () => applyWeightRates(await shop.context(), { by });
const issue = () =>
  shop.app.db.attention.findFirst({
    where: { shopId: shop.shopId, code: "delivery_rates_moved", resolvedAt: null },
  });
const weighing = (weightKg: number | null) =>
  shop.app.db.listingVariant.updateMany({ where: { shopId: shop.shopId }, data: { weightKg } });
/** Which weights were ever quoted. */
const quotedBands = async () => {
  const { tariff } = await page();
  return tariff?.bands.filter(({ seenAt }) => seenAt != null).map(({ upToGrams }) => upToGrams);
};
/** Has the supplier quote what it quotes of the goods: nobody is charged by it. */
async function quoteBands(): Promise<void> {
  await preview();
  await shop.sweep("quotes");
}
async function quotesAsked(act: () => Promise<unknown>): Promise<number> {
  const since = await shop.countAsked();
  await act();
  return (await shop.asked(since)).filter((call) => call === "POST /shipping/quote").length;
}

/** Rs 2 more than the document says, for parcels of up to a kilogram. */
const dearer = {
  bands: [
    { upToKg: 0.5, cost: 150 },
    { upToKg: 1, cost: 202 },
    { upToKg: 2, cost: 250 },
    { upToKg: 5, cost: 350 },
    { upToKg: 10, cost: 500 },
  ],
  perKgAbove: 30,
};

describe("a figure that nobody quoted", () => {
  it("is not asked for before somebody needs it, and none of them is told as the supplier's", async () => {
    expect(await quotesAsked(() => shop.sweep("quotes"))).toBe(0);
    expect(await page()).toMatchObject({ isAskedAgain: false, tariff: { seenAt: null, perKgSeenAt: null } });
    expect(await quotedBands()).toEqual([]);
  });

  it("is shown as the document's when rates are previewed, and the supplier is asked without waiting", async () => {
    const asked = await quotesAsked(async () => {
      const { isBeingAsked, rates } = await preview();
      expect(isBeingAsked).toBe(true);
      expect(rates.map(({ seenAt }) => seenAt)).toEqual(Array.from({ length: 7 }, () => null));
      await expect.poll(quotedBands).toEqual([1000, 2000, 5000, 10_000]);
      await shop.sweepWork("quotes");
    });
    // One for each band that is known now, and one above the last: no city, while nobody is charged by them.
    expect(asked).toBe(5);
    expect((await page()).isAskedAgain).toBe(false);
    expect(await quotesAsked(() => shop.sweep("quotes"))).toBe(0);
  });

  it("stays the document's where no listed goods come to its weight, whatever was quoted of others", async () => {
    await quoteBands();
    const { isBeingAsked, rates } = await preview();
    expect(isBeingAsked).toBe(false);
    expect(rates.filter(({ seenAt }) => seenAt === null)).toMatchObject([{ upToGrams: 500, pkr: 150 }]);
    expect(rates).toContainEqual({ fromGrams: 501, upToGrams: 1000, pkr: 202, seenAt: expect.any(Date) });
    expect((await page()).tariff?.perKgSeenAt).toBeInstanceOf(Date);
  });

  it("is named where rates were written by it", async () => {
    await quoteBands();
    expect(await apply()).toEqual({ kind: "applied" });
    const { weightRates, isAskedAgain } = await page();
    expect(isAskedAgain).toBe(true);
    expect(weightRates).toMatchObject({ moved: [], unquoted: [{ fromGrams: 0, upToGrams: 500 }] });
  });

  it("is asked for no more once nobody is charged by it", async () => {
    await quoteBands();
    await apply();
    // The press had it asked at once, cities and all; that run is over.
    await shop.sweep("quotes");
    await undoWeightRates(await shop.context(), { by });
    expect((await page()).isAskedAgain).toBe(false);
    expect(await quotesAsked(() => shop.sweep("quotes"))).toBe(0);
  });

  it("raises no alarm: what was written is not compared with it", async () => {
    await quoteBands();
    await apply();
    await shop.sweep("quotes");
    // As after the key of another account, whose quotes are not known and cannot be asked for.
    await weighing(null);
    await shop.app.db.deliveryQuote.deleteMany({ where: { shopId: shop.shopId } });
    await shop.sweep("quotes");
    expect(await issue()).toBeNull();
    const { weightRates } = await page();
    expect(weightRates?.moved).toEqual([]);
    expect(weightRates?.unquoted).toHaveLength(7);
  });

  it("is a kilogram above the last band, of goods of 300 g", async () => {
    await weighing(0.3);
    await apply();
    await shop.sweep("quotes");
    expect(await quotedBands()).toEqual([500, 1000, 2000, 5000, 10_000]);
    const { tariff, weightRates } = await page();
    expect(tariff).toMatchObject({ perKgSeenAt: null, seenAt: expect.any(Date) });
    expect(weightRates?.unquoted).toEqual([
      { fromGrams: 10_001, upToGrams: 20_000 },
      { fromGrams: 20_001, upToGrams: null },
    ]);
  });
});
