import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());
afterEach(() => armFailpoints(undefined));

const points = ["H1", "H2", "S1", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10"];

it.each(points)("an order interrupted at %s is placed once, and its request accepted", async (point) => {
  armFailpoints(`${point}:throw`);
  const { gid } = await shop.place({ lines: [shop.line("cooker", 1600)] });
  const placed = await shop.untilState(gid, "placed");
  expect(await shop.ours(gid)).toMatchObject([{ requestStatus: "ACCEPTED" }]);
  expect(await shop.atService(placed)).toHaveLength(1);
  expect(placed.handoffs).toMatchObject([{ attempts: [{ number: 1, state: "accepted" }] }]);
});
