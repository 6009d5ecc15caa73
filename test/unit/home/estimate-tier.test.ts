import { describe, expect, it } from "vitest";
import { fillDays } from "#app/domain/home/charts/ended-day.ts";
import { estimateTier } from "#app/domain/home/limits/estimate-tier.ts";

const nothing = { delivered: 0, refused: 0, placedToday: 0, isCapReached: false };

describe("the tier of an account", () => {
  it.each([
    ["is not known before anything was placed", {}, null],
    ["is the lowest with few deliveries", { delivered: 49 }, { tier: 1, dailyCap: 20 }],
    ["grows with deliveries", { delivered: 50 }, { tier: 2, dailyCap: 50 }],
    ["stays lower where too many were refused", { delivered: 200, refused: 80 }, { tier: 2, dailyCap: 50 }],
    [
      "is the lowest where more than any higher one allows were refused",
      { delivered: 60, refused: 60 },
      { tier: 1, dailyCap: 20 },
    ],
    [
      "is the highest with a thousand deliveries",
      { delivered: 1000, refused: 100 },
      { tier: 4, dailyCap: 500 },
    ],
    ["is no lower than what was taken today", { delivered: 3, placedToday: 21 }, { tier: 2, dailyCap: 50 }],
    [
      "is what was taken today where the service says that is all",
      { delivered: 1000, placedToday: 50, isCapReached: true },
      { tier: 2, dailyCap: 50 },
    ],
    [
      "is counted where the day was used up elsewhere",
      { delivered: 60, isCapReached: true },
      { tier: 2, dailyCap: 50 },
    ],
    ["is the highest, however much was taken", { placedToday: 900 }, { tier: 4, dailyCap: 500 }],
  ])("%s", (_what, facts, expected) => {
    expect(estimateTier({ ...nothing, ...facts })).toEqual(expected);
  });
});

describe("the days of a chart", () => {
  it("are all there, with nothing on those on which nothing ended", () => {
    const counted = [{ day: "2026-11-30", delivered: 2, refused: 1 }];
    expect(fillDays(counted, { from: "2026-11-29", count: 3 })).toEqual([
      { day: "2026-11-29", delivered: 0, refused: 0 },
      { day: "2026-11-30", delivered: 2, refused: 1 },
      { day: "2026-12-01", delivered: 0, refused: 0 },
    ]);
  });
});
