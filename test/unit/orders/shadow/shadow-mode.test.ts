import { describe, expect, it } from "vitest";
import { orderStates } from "#app/domain/orders/reconcile/derive-order-state.ts";
import {
  isSame,
  type ShadowOutcome,
  type ShadowVerdict,
  shadowOutcomes,
  shadowSince,
  statesOf,
  toOutcome,
} from "#app/domain/orders/shadow/shadow-mode.ts";

const since = new Date("2026-11-23T10:00:00Z");
const until = new Date("2026-11-26T10:00:00Z");

describe("shadow mode", () => {
  it("is on from its date until it is ended", () => {
    expect(shadowSince({ shadowSince: null, shadowUntil: null })).toBeNull();
    expect(shadowSince({ shadowSince: since, shadowUntil: null })).toBe(since);
    expect(shadowSince({ shadowSince: since, shadowUntil: until })).toBeNull();
  });

  it("knows each state of an order as one outcome", () => {
    const states = shadowOutcomes.flatMap((outcome) => statesOf(outcome));
    expect(states.toSorted()).toEqual([...orderStates].toSorted());
    for (const outcome of shadowOutcomes)
      expect(statesOf(outcome).map(toOutcome)).toEqual(statesOf(outcome).map(() => outcome));
  });

  it.each<[ShadowVerdict, ShadowOutcome, boolean | null]>([
    ["place", "placed", true],
    ["place", "fulfilled", true],
    ["place", "cancelled", false],
    ["place", "open", null],
    ["hold", "placed", false],
    ["hold", "cancelled", true],
    ["wait", "fulfilled", false],
    ["wait", "open", null],
  ])("compares %s with %s as %s", (verdict, outcome, expected) => {
    expect(isSame(verdict, outcome)).toBe(expected);
  });
});
