import { describe, expect, it } from "vitest";
import { planTurn } from "#app/jobs/plan-turn.ts";
import { createRunningShops } from "#app/jobs/running-shops.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const a = asId<ShopId>("a");
const b = asId<ShopId>("b");
const c = asId<ShopId>("c");

const turn = (shopId: ShopId, { isReport = false, due = 0 } = {}) => ({
  shopId,
  isReport,
  dueAt: new Date(due),
});

/** Places of a lane in which these shops were given one, in turn; those named again run as often. */
function placesOf(taken: readonly ShopId[]) {
  const places = createRunningShops();
  for (const shopId of taken) places.start(shopId);
  return places;
}

describe("whose turn it is", () => {
  it.each([
    ["the one that runs least, whoever waits for longest", [a, a, a, b], [turn(a), turn(b, { due: 9 })], b],
    [
      "the one that waits for longest, where all run alike",
      [],
      [turn(a, { due: 5 }), turn(b, { due: 3 })],
      b,
    ],
    [
      "what somebody waits for before reports, while little runs",
      [a],
      [turn(a), turn(b, { isReport: true })],
      a,
    ],
    ["reports before the third run of another", [a, a], [turn(a), turn(b, { isReport: true })], b],
    ["nobody's who has a full share", Array.from({ length: 8 }, () => a), [turn(a)], null],
    ["nobody's where nothing is due", [a], [], null],
  ])("is %s", (_what, taken, turns, expected) => {
    expect(planTurn(turns, placesOf(taken), 8)).toBe(expected);
  });

  it("goes round among shops that always have more", () => {
    const places = placesOf([]);
    const turns = [turn(a), turn(b, { due: 1 }), turn(c, { due: 2 })];
    const served = Array.from({ length: 6 }, () => {
      const shopId = planTurn(turns, places, 8) ?? a;
      places.start(shopId);
      places.finish(shopId);
      return shopId;
    });
    expect(served).toEqual([a, b, c, a, b, c]);
  });

  it("gives a place back that was left", () => {
    const places = placesOf([a, a]);
    expect(places.running(a)).toBe(2);
    places.finish(a);
    places.finish(a);
    expect(places.running(a)).toBe(0);
  });
});
