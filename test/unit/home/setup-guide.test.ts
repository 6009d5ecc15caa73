import { describe, expect, it } from "vitest";
import { planSetupGuide } from "#app/domain/home/setup-guide.ts";
import { listGatewayChoices } from "#app/domain/shops/gateway-choices.ts";

const nothing = {
  connected: false,
  deliveryReady: null,
  listings: 0,
  placingChosen: false,
  priceChangesChosen: false,
  couriersAnswered: false,
};

describe("planSetupGuide", () => {
  it("begins with the connection", () => {
    expect(planSetupGuide(nothing).next).toBe("connect");
  });

  it("stays at delivery while it is not known whether customers can check out", () => {
    expect(planSetupGuide({ ...nothing, connected: true }).next).toBe("delivery");
    expect(planSetupGuide({ ...nothing, connected: true, deliveryReady: true }).next).toBe("products");
  });

  it("asks what happens when the supplier's price changes before it ends", () => {
    const ready = { connected: true, deliveryReady: true, listings: 1, placingChosen: true };
    expect(planSetupGuide({ ...nothing, ...ready, couriersAnswered: true }).next).toBe("prices");
  });

  it("ends when all steps are done", () => {
    const all = {
      connected: true,
      deliveryReady: true,
      listings: 1,
      placingChosen: true,
      priceChangesChosen: true,
      couriersAnswered: true,
    };
    expect(planSetupGuide(all).next).toBeNull();
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
