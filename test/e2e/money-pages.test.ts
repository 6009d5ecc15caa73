import { afterAll, beforeAll, describe } from "vitest";
import { describeFunds } from "./money/funds.ts";
import { describeHome } from "./money/home.ts";
import { describePayouts } from "./money/payouts.ts";
import { describeWallet } from "./money/wallet.ts";
import { openShops, type Shops, shopAt } from "./shops-harness.ts";

let opened: Shops;

beforeAll(async () => {
  opened = await openShops(4);
});
afterAll(() => opened?.close());

describe("Home", () => describeHome(() => shopAt(opened, 0)));
describe("payouts", () => describePayouts(() => shopAt(opened, 1)));
describe("the wallet", () => describeWallet(() => shopAt(opened, 2)));
describe("funds", () => describeFunds(() => shopAt(opened, 3)));
