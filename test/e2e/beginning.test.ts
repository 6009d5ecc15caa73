import { afterAll, beforeAll, describe } from "vitest";
import { describeFirstOrder } from "./beginning/first-order.ts";
import { describeGoingLive } from "./beginning/going-live.ts";
import { describeGuide } from "./beginning/guide.ts";
import { describeSettings } from "./beginning/settings.ts";
import { openShops, type Shops, shopAt } from "./shops-harness.ts";

let opened: Shops;

beforeAll(async () => {
  opened = await openShops(4);
});
afterAll(() => opened?.close());

describe("a first day", () => describeFirstOrder(() => shopAt(opened, 0)));
describe("going live", () => describeGoingLive(() => shopAt(opened, 1)));
describe("the guide", () => describeGuide(() => shopAt(opened, 2)));
describe("the settings", () => describeSettings(() => shopAt(opened, 3)));
