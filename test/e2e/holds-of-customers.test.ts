import { afterAll, beforeAll, describe } from "vitest";
import { type HoldHarness, openHoldHarness } from "./hold-harness.ts";
import { describeHoldsOfAnswers } from "./holds/answers.ts";
import { describeHoldsOfCustomers } from "./holds/customers.ts";

let harness: HoldHarness;

beforeAll(async () => {
  harness = await openHoldHarness();
});
afterAll(() => harness?.close());

// Two subjects of one shop: each leaves it as it found it.
describe("holds of customers", () => describeHoldsOfCustomers(() => harness));
describe("holds of the supplier's answers", () => describeHoldsOfAnswers(() => harness));
