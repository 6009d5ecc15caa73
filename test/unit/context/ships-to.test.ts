import { describe, expect, it } from "vitest";
import { shipsTo } from "#app/domain/context/ships-to.ts";
import type { DeliveryZone } from "#app/shopify/operations/shop/list-delivery-zones.ts";

function zone(overrides: Partial<DeliveryZone>): DeliveryZone {
  return {
    profileId: "general",
    profileName: "General",
    isDefaultProfile: true,
    countries: [],
    restOfWorld: false,
    hasRates: true,
    ...overrides,
  };
}

describe("shipping to Pakistan", () => {
  it.each<[string, DeliveryZone[], boolean]>([
    ["no zone at all", [], false],
    ["a zone that names it", [zone({ countries: ["AE", "PK"] })], true],
    ["a zone that names it but has no rate", [zone({ countries: ["PK"], hasRates: false })], false],
    ["only other countries", [zone({ countries: ["AE"] })], false],
    ["the rest of the world", [zone({ restOfWorld: true })], true],
    [
      "the rest of the world, but a zone of its own without a rate",
      [zone({ restOfWorld: true }), zone({ countries: ["PK"], hasRates: false })],
      false,
    ],
    [
      "a second profile that does",
      [zone({ countries: ["PK"], hasRates: false }), zone({ profileId: "ours", countries: ["PK"] })],
      true,
    ],
  ])("is judged with %s", (_name, zones, expected) => {
    expect(shipsTo(zones, "PK")).toBe(expected);
  });
});
