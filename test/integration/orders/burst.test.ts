import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

const ORDERS = 20;

let shop: PlacingShop;
beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

function buy(phone: number) {
  const customer = { firstName: "Ayesha", lastName: "Example", phone: `+92300${1_000_000 + phone}` };
  return shop.buy({ lines: [shop.line("cooker", 1600)], customer });
}

describe("many orders at once in a shop whose bucket holds three reads", () => {
  it.each([
    ["as recorded", true],
    ["in the dearest way", false],
  ])("are all placed, and Shopify throttles none of their calls, priced %s", async (_name, isRecorded) => {
    const { control } = shop.shopify;
    control.rules({ set: { costs_as_recorded: isRecorded } });
    control.setShop({ shop: DEMO_SHOP, bucket: { maximum: 350, restorePerSecond: 500 } });
    // One order tells the app how small the bucket has become.
    await buy(isRecorded ? 1 : 2);
    control.requests({ clear: true });
    const placed = Array.from({ length: ORDERS }, (_, index) => buy(100 * (isRecorded ? 1 : 2) + index));
    expect((await Promise.all(placed)).map(({ state }) => state)).toEqual(
      Array.from({ length: ORDERS }, () => "placed"),
    );
    const requests = control.requests().filter(({ kind }) => kind === "graphql");
    expect(requests.filter(({ operation }) => operation === "OrderForPlacement").length).toBeGreaterThan(
      ORDERS - 1,
    );
    expect(requests.filter(({ errors }) => errors.includes("Throttled"))).toEqual([]);
  });
});
