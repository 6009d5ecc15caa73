import { afterAll, beforeAll, describe } from "vitest";
import { type HoldHarness, openHoldHarness } from "./hold-harness.ts";
import { describeHoldsOfGoods } from "./holds/goods.ts";
import { describeMapping } from "./holds/mapping.ts";

let harness: HoldHarness;

beforeAll(async () => {
  harness = await openHoldHarness();
});
afterAll(() => harness?.close());

// The holds end with a product that the supplier no longer sells.
describe("mapped products", () => describeMapping(() => harness));
describe("holds of goods", () => describeHoldsOfGoods(() => harness));
