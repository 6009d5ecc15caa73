import { afterAll, beforeAll, describe } from "vitest";
import { describeActivity } from "./deciding/activity.ts";
import { describeCalls } from "./deciding/calls.ts";
import { describeOrderRules } from "./deciding/order-rules.ts";
import { describeShadowMode } from "./deciding/shadow-mode.ts";
import { type HoldHarness, openHoldHarness } from "./hold-harness.ts";

let harness: HoldHarness;

beforeAll(async () => {
  harness = await openHoldHarness();
});
afterAll(() => harness?.close());

// Each subject leaves no rule behind.
describe("rules", () => describeOrderRules(() => harness));
describe("shadow mode", () => describeShadowMode(() => harness));
describe("calls", () => describeCalls(() => harness));
describe("activity", () => describeActivity(() => harness));
