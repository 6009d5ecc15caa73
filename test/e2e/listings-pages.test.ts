import { afterAll, beforeAll, describe } from "vitest";
import { describeListings } from "./catalog/listings.ts";
import { describePrices } from "./catalog/prices.ts";
import { describeUnsaved } from "./catalog/unsaved.ts";
import { openShops, type Shops, shopAt } from "./shops-harness.ts";

let opened: Shops;

beforeAll(async () => {
  opened = await openShops(3);
});
afterAll(() => opened?.close());

// All shops have the one catalog of the service: the prices are last, as they make a product of it dearer.
describe("forms that are not saved", () => describeUnsaved(() => shopAt(opened, 0)));
describe("listings", () => describeListings(() => shopAt(opened, 1)));
describe("prices", () => describePrices(() => shopAt(opened, 2)));
