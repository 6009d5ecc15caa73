import { describe, expect, it } from "vitest";
import { planConfirmation } from "#app/domain/orders/confirmation/plan-confirmation.ts";

const now = new Date("2026-11-26T12:00:00Z");
const later = new Date("2026-11-26T12:00:01Z");

type Input = Parameters<typeof planConfirmation>[0];
type Asked = NonNullable<Input["asked"]>;

function plan(asked: Partial<Asked> | null, change: Partial<Input> = {}) {
  return planConfirmation({
    asked: asked && { state: "awaiting", contentsHash: "as-it-is", dueAt: now, ...asked },
    contentsHash: "as-it-is",
    shownHash: "as-it-was-shown",
    holdCode: "awaiting_confirmation",
    hasHandoff: false,
    whenNotConfirmed: "hold",
    now,
    ...change,
  });
}

describe("an order whose customer is to confirm it", () => {
  it("is asked about when nobody has asked yet", () => {
    expect(plan(null)).toBe("ask");
  });

  it("waits until the very moment of the limit", () => {
    expect(plan({ dueAt: later })).toBe("wait");
    expect(plan({ dueAt: now })).toBe("hold");
  });

  it("goes as its customer was shown it, where they confirmed it before they were asked", () => {
    expect(plan({ state: "confirmed", contentsHash: "as-it-was-shown" })).toBe("go_as_shown");
    expect(plan({ state: "awaiting", contentsHash: "as-it-was-shown" })).toBe("ask");
    expect(plan({ state: "confirmed", contentsHash: "as-it-was-shown-then" })).toBe("ask");
  });

  it("goes on once it is confirmed, however late", () => {
    expect(plan({ state: "confirmed" })).toBe("go");
  });

  it.each(["awaiting", "confirmed", "not_confirmed", "cancelled"] as const)(
    "is asked about anew when it was changed after it was %s",
    (state) => {
      expect(plan({ state, contentsHash: "as-it-was" })).toBe("ask");
      // A customer who was erased left no trace to compare with.
      expect(plan({ state, contentsHash: null })).toBe("ask");
    },
  );

  it("is cancelled at the limit where the shop wants that, and nothing of it was sent before", () => {
    expect(plan({}, { whenNotConfirmed: "cancel" })).toBe("cancel");
    expect(plan({}, { whenNotConfirmed: "cancel", hasHandoff: true })).toBe("hold");
  });

  it.each(["placing_paused", "out_of_stock", null])(
    "is asked about anew when the limit passed while it waited for something else: %s",
    (holdCode) => {
      expect(plan({}, { holdCode })).toBe("ask");
      expect(plan({}, { holdCode, whenNotConfirmed: "cancel" })).toBe("ask");
      expect(plan({ dueAt: later }, { holdCode })).toBe("wait");
    },
  );

  it("stays held once the limit was noted, whatever the shop wants by now", () => {
    expect(plan({ state: "not_confirmed" }, { whenNotConfirmed: "cancel" })).toBe("hold");
  });

  it("is asked about anew when its cancellation was taken back", () => {
    expect(plan({ state: "cancelled" })).toBe("ask");
  });
});
