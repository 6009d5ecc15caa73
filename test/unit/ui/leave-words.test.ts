import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { goodsWords, moneyWords, ordersWords, parcelsWords } from "#app/ui/leave-words.ts";

const nothing = { products: 0, openParcels: 0, unpaidParcels: 0, unsentOrders: 0 };
const sum = (amount: number, parcels: number, unknown = 0) => ({
  ...{ amountPkr: rupees(amount), parcels, unknown },
});

describe("what leaving concerns, in words", () => {
  it("says so where there is nothing", () => {
    expect(parcelsWords(nothing)).toBe("No parcel is under way.");
    expect(ordersWords(nothing)).toBe("No order waits to be sent to the supplier.");
    expect(goodsWords(nothing, false)).toBe("No key is connected.");
    expect(moneyWords({ comes: { margin: sum(0, 0), fee: sum(0, 0) }, lastDay: null })).toMatch(
      /^Nothing waits to be released\./,
    );
  });

  it.each([
    [1, "1 parcel is under way."],
    [1204, "1,204 parcels are under way."],
  ])("counts %i parcels", (openParcels, words) => {
    expect(parcelsWords({ ...nothing, openParcels })).toContain(words);
  });

  it("names those that wait to be paid for", () => {
    expect(parcelsWords({ ...nothing, openParcels: 3, unpaidParcels: 2 })).toMatch(/2 of them wait /);
    expect(parcelsWords({ ...nothing, openParcels: 3, unpaidParcels: 1 })).toMatch(/1 of them waits /);
  });

  it("takes the fees of prepaid parcels off what comes, and names the last day", () => {
    const words = moneyWords({ comes: { margin: sum(1080, 2), fee: sum(-115, 1) }, lastDay: "2026-12-13" });
    expect(words).toMatch(/^Rs 965 is still to come for 3 parcels, the last of it on Sun 13 Dec\./);
  });

  it("does not take a sum the supplier has not said for nothing", () => {
    const words = moneyWords({ comes: { margin: sum(540, 2, 1), fee: sum(0, 0) }, lastDay: null });
    expect(words).toMatch(/^Rs 540 is still to come for 2 parcels\. What 1 of them bring/);
  });

  it("names no sum where none is said", () => {
    const words = moneyWords({ comes: { margin: sum(0, 2, 2), fee: sum(0, 0) }, lastDay: null });
    expect(words).toMatch(/^The supplier has not said yet what 2 parcels bring\./);
  });

  it("does not promise sold out where no key is left to do it", () => {
    expect(goodsWords({ ...nothing, products: 2 }, false)).toMatch(/stay as you left them/);
    expect(goodsWords({ ...nothing, products: 1 }, true)).toMatch(/^1 product in your store sells/);
  });
});
