import { describe, expect, it } from "vitest";
import { type GuideFacts, planSetupGuide } from "#app/domain/home/set-up/setup-guide.ts";
import { nextTrialMove } from "#app/domain/home/set-up/trial/trial-move.ts";
import { listGatewayChoices } from "#app/domain/shops/gateway-choices.ts";

const nothing: GuideFacts = {
  mode: null,
  placingChosen: false,
  priceChangesChosen: false,
  couriersAnswered: false,
  products: 0,
  unseen: 0,
  deliveryReady: null,
  trialDelivered: false,
};
const routed = {
  mode: "test",
  placingChosen: true,
  priceChangesChosen: true,
  couriersAnswered: true,
} as const;
const sold = { ...routed, products: 1, deliveryReady: true };

describe("planSetupGuide", () => {
  it("begins with the connection, and shows what comes later", () => {
    const { next, steps } = planSetupGuide(nothing);
    expect(next).toBe("connect");
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      "connect current",
      "routing later",
      "product later",
      "trial later",
      "live later",
    ]);
  });

  it.each([
    ["what is placed by itself", { placingChosen: false }],
    ["what happens when the supplier's price changes", { priceChangesChosen: false }],
    ["whether another app books couriers", { couriersAnswered: false }],
  ])("stays at routing until it knows %s", (_what, missing) => {
    expect(planSetupGuide({ ...nothing, ...routed, ...missing }).next).toBe("routing");
  });

  it.each([
    ["there is none", { products: 0 }],
    ["no customer sees one", { products: 2, unseen: 2 }],
    ["customers cannot check out", { deliveryReady: false }],
    ["it is not known whether customers can check out", { deliveryReady: null }],
  ])("stays at the product while %s", (_what, missing) => {
    expect(planSetupGuide({ ...nothing, ...sold, ...missing }).next).toBe("product");
  });

  it("follows a simulated order, then goes live, and ends", () => {
    const facts = { ...nothing, ...sold };
    expect(planSetupGuide(facts).next).toBe("trial");
    expect(planSetupGuide({ ...facts, trialDelivered: true }).next).toBe("live");
    const live = planSetupGuide({ ...facts, trialDelivered: true, mode: "live" });
    expect(live.next).toBeNull();
    expect(live.steps.every(({ state }) => state === "done")).toBe(true);
  });

  it("needs no simulated order where the first key is a live one", () => {
    const { next, steps } = planSetupGuide({ ...nothing, ...sold, mode: "live" });
    expect(next).toBeNull();
    expect(steps.find(({ step }) => step === "trial")?.state).toBe("not_needed");
  });
});

describe("the next move of a simulated parcel", () => {
  it.each([
    [["CONFIRMED", "CANCELLED"], "CONFIRMED"],
    [["PROCESSING", "CANCELLED"], "PROCESSING"],
    [["DELIVERED", "RETURNED"], "DELIVERED"],
    [["RETURNED"], null],
    [[], null],
  ])("of %j is %s", (offered, move) => {
    expect(nextTrialMove(offered)).toBe(move);
  });
});

describe("listGatewayChoices", () => {
  it("lists what counts first, then what was only seen", () => {
    const choices = listGatewayChoices({
      counted: ["Cash on Delivery (COD)"],
      seen: ["Bank Deposit", "bogus"],
    });
    expect(choices.map(({ name, counted, seen }) => [name, counted, seen])).toEqual([
      ["Cash on Delivery (COD)", true, false],
      ["Bank Deposit", false, true],
      ["bogus", false, true],
    ]);
  });
});
