import { afterAll, beforeAll, expect, it } from "vitest";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { type HoldHarness, openHoldHarness } from "./hold-harness.ts";

let harness: HoldHarness;

beforeAll(async () => {
  harness = await openHoldHarness({ key: DEMO_TEST_KEY });
});
afterAll(() => harness?.close());

it("test_connection: a real order waits under a test key, and is tried as a test at a press", async () => {
  const order = harness.buy();
  await harness.open(order);
  await harness.sees("The connection is a test one, so real orders wait.");
  expect(await harness.atService(order)).toEqual([]);
  await harness.press("Place it as a test");
  expect(await harness.isPlaced(order)).toMatchObject({ mode: "test" });
});
