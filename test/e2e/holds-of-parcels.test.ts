import { afterAll, beforeAll, describe } from "vitest";
import { type HoldHarness, openHoldHarness } from "./hold-harness.ts";
import { describeHoldsOfParcels } from "./holds/parcels.ts";
import { describeHoldsOfTheShop } from "./holds/the-shop.ts";

let harness: HoldHarness;

beforeAll(async () => {
  harness = await openHoldHarness();
});
afterAll(() => harness?.close());

// The parcels end with a shop that has granted less.
describe("holds of the shop", () => describeHoldsOfTheShop(() => harness));
describe("holds of parcels", () => describeHoldsOfParcels(() => harness));
