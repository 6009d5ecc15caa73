import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type HoldCode, listHoldCodes } from "#app/domain/orders/hold-codes.ts";

const root = new URL("../../../", import.meta.url);

/** Holds no browser test brings about, each with the test that does, or that decides it. */
const ELSEWHERE: Partial<Record<HoldCode, string>> = {
  // Days, or a system that fails again and again, have to pass first.
  answer_too_late: "test/integration/orders/unsure.test.ts",
  order_nearly_too_old: "test/unit/orders/order-age.test.ts",
  order_too_old: "test/unit/orders/order-age.test.ts",
  order_waited_long: "test/unit/orders/gate.test.ts",
  placing_delayed: "test/integration/orders/unsure.test.ts",
  work_deadly: "test/integration/orders/dead-work.test.ts",
  work_stopped: "test/integration/orders/dead-work.test.ts",
  // Nothing is pressed: it ends in Shopify, or with a word to the customer.
  cancellation_pending: "test/unit/orders/gate.test.ts",
  confirmation_failed: "test/integration/orders/waiting.test.ts",
  missing_scope: "test/integration/shops/life.test.ts",
  not_requestable: "test/unit/orders/gate.test.ts",
  on_hold_in_shopify: "test/unit/orders/gate.test.ts",
  scheduled: "test/unit/orders/gate.test.ts",
  shopify_refused: "test/integration/orders/shopify-refuses.test.ts",
  units_not_open: "test/unit/orders/plan-fulfillment.test.ts",
  // Shopify's stand-in adds up every order it makes.
  amounts_disagree: "test/unit/orders/order-money.test.ts",
  // The buttons are those of other codes, pressed in a browser there.
  account_not_connected: "test/integration/orders/leaving-account.test.ts",
  test_connection: "test/integration/orders/modes.test.ts",
  parcel_returned: "test/integration/orders/refused.test.ts",
  unknown_contents: "test/unit/orders/plan-fulfillment.test.ts",
};

const browserTests = readdirSync(new URL("test/e2e/", root))
  .filter((name) => name.startsWith("holds-of-"))
  .map((name) => readFileSync(new URL(`test/e2e/${name}`, root), "utf8"))
  .join("\n");

const isInBrowser = (code: string) =>
  browserTests.includes(`"${code}: `) || browserTests.includes(`code: "${code}"`);

describe("every hold", () => {
  it.each(listHoldCodes())("%s is met in the browser, or in the test that is named for it", (code) => {
    const elsewhere = ELSEWHERE[code];
    expect(isInBrowser(code)).toBe(elsewhere === undefined);
    if (elsewhere) expect(readFileSync(new URL(elsewhere, root), "utf8")).toContain(code);
  });
});
