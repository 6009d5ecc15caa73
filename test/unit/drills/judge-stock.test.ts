import { describe, expect, it } from "vitest";
import { problemsAtRest, problemsOnTheWay } from "#test/drills/stock/judge-stock.ts";
import { planBursts } from "#test/drills/stock/plan-burst.ts";

const sides = { name: "Shawl", service: 10, shown: 8, committed: 5, accepted: 3, pushed: 8 };

describe("the judge of stock", () => {
  it("is content when what is shown is what is there, less what is not accepted", () => {
    expect(problemsAtRest([sides])).toEqual([]);
    expect(problemsAtRest([{ ...sides, service: 1, shown: 0, pushed: 0 }])).toEqual([]);
  });

  it.each([
    ["more is shown", { shown: 9, pushed: 9 }, 1],
    ["less is shown", { shown: 7, pushed: 7 }, 1],
    ["our row says something else", { pushed: 9 }, 1],
    ["the service has less", { service: 9 }, 1],
  ])("speaks up when %s", (_what, change, count) => {
    expect(problemsAtRest([{ ...sides, ...change }])).toHaveLength(count);
  });

  const sample = (atMs: number, reported: number, shown: number, change = {}) => ({
    ...{ atMs, reported, reportedAtMs: atMs, shown, accepted: 0, committed: 0 },
    ...change,
  });

  it.each([
    ["falls", [sample(0, 9, 9), sample(50, 7, 7)], 0],
    ["rises to what is there", [sample(0, 9, 5), sample(50, 9, 9)], 0],
    ["rises to what was there a moment ago", [sample(0, 9, 5), sample(50, 7, 9)], 0],
    ["rises to what was there long ago", [sample(0, 9, 5), sample(50, 7, 5), sample(9000, 7, 9)], 1],
    ["rises over what is sold", [sample(0, 9, 5), sample(50, 9, 9, { committed: 2 })], 1],
    ["rises over what is accepted", [sample(0, 9, 5), sample(50, 9, 9, { committed: 2, accepted: 2 })], 0],
  ])("judges what %s", (_what, samples, count) => {
    expect(problemsOnTheWay("Shawl", samples)).toHaveLength(count);
  });

  it("sees an older report that came after a newer one", () => {
    const samples = [sample(0, 9, 9), sample(50, 7, 7), sample(100, 9, 7, { reportedAtMs: 0 })];
    expect(problemsOnTheWay("Shawl", samples)).toHaveLength(1);
  });
});

describe("the plan of bursts", () => {
  const size = { seed: 3, bursts: 6, movesEach: 40, products: 3, kills: true };

  it("is the same for the same seed, and another for another", () => {
    expect(planBursts(size)).toEqual(planBursts(size));
    expect(planBursts({ ...size, seed: 4 })).not.toEqual(planBursts(size));
  });

  it("holds every kind of move and of event", () => {
    const moves = planBursts(size).flatMap((burst) => burst.moves);
    expect(new Set(moves.map(({ kind }) => kind))).toEqual(
      new Set(["tell", "sale", "sweep", "limit", "kill"]),
    );
    const fates = moves.flatMap((move) => (move.kind === "tell" ? [move.fate] : []));
    expect(new Set(fates)).toEqual(new Set(["once", "doubled", "reordered", "lost"]));
  });
});
