import { describe, expect, it } from "vitest";
import { planTracking, trackingKey } from "#app/domain/orders/fulfillment/plan-tracking.ts";
import type { EffectState } from "#app/domain/orders/reconcile/effect-state.ts";
import { buildFulfillment } from "./build-shopify-order.ts";

const first = { courier: "TCS", trackingNumber: "TCS1", trackingUrl: null };
const second = { ...first, trackingNumber: "TCS2" };

function sentTracking(nth: number, parcel: typeof first, state: EffectState = "done") {
  return { key: trackingKey("p", nth, parcel) ?? "", state };
}

describe("tracking that changes after the fulfillment was made", () => {
  it("is sent once per new value", () => {
    const plan = planTracking(second, buildFulfillment(), [sentTracking(0, first)], "p");
    expect(plan).toMatchObject({ kind: "send", tracking: { company: "TCS", number: "TCS2" } });
    const after = [sentTracking(0, first), sentTracking(1, second)];
    expect(planTracking(second, buildFulfillment(), after, "p")).toEqual({ kind: "nothing" });
  });

  it("is sent again when it changes back", () => {
    const back = planTracking(
      first,
      buildFulfillment({ tracking: [] }),
      [sentTracking(0, first), sentTracking(1, second)],
      "p",
    );
    expect(back).toMatchObject({ kind: "send", key: sentTracking(2, first).key });
  });

  it("is sent again when the first try was interrupted, under the same key", () => {
    const effects = [sentTracking(0, first), sentTracking(1, second, "intended")];
    expect(planTracking(second, buildFulfillment(), effects, "p")).toMatchObject({
      ...{ kind: "send", key: sentTracking(1, second).key },
    });
  });

  it("is only remembered when Shopify shows it already, also with a link of Shopify's own", () => {
    const url = "https://shopify.example/track";
    const shown = buildFulfillment({ tracking: [{ company: "TCS", number: "TCS2", url }] });
    expect(planTracking(second, shown, [], "p")).toMatchObject({ kind: "remember" });
  });

  it("keeps a link that is not a courier's to itself", () => {
    const linked = { ...second, trackingUrl: "https://supplier.example/TCS2" };
    const plan = planTracking(linked, buildFulfillment(), [], "p");
    expect(plan).toMatchObject({ tracking: { company: "TCS", number: "TCS2" } });
    expect(JSON.stringify(plan)).not.toContain("supplier.example");
  });

  it.each([
    ["without a number", { ...first, trackingNumber: null }, buildFulfillment()],
    ["of a fulfillment that was cancelled", second, buildFulfillment({ status: "CANCELLED" })],
    ["of a fulfillment made in this very pass", second, undefined],
  ])("is left alone %s", (_, parcel, fulfillment) => {
    expect(planTracking(parcel, fulfillment, [], "p")).toEqual({ kind: "nothing" });
  });
});
