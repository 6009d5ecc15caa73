import { afterAll, beforeAll, expect, it } from "vitest";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { type HoldGround, openHoldGround } from "./hold-ground.ts";

let ground: HoldGround;

beforeAll(async () => {
  ground = await openHoldGround({ key: DEMO_TEST_KEY });
});
afterAll(() => ground?.close());

it("test_connection: a real order waits under a test key, and is tried as a test at a press", async () => {
  const order = ground.buy();
  await ground.open(order);
  await ground.sees("The connection is a test one, so real orders wait.");
  expect(await ground.atService(order)).toEqual([]);
  await ground.press("Place it as a test");
  expect(await ground.isPlaced(order)).toMatchObject({ mode: "test" });
});
