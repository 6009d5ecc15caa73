import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type HoldCode, listHoldCodes } from "#app/domain/messages/holds/hold-codes.ts";

const root = new URL("../../../", import.meta.url);

/** Holds no browser test brings about, each with the test that does, or that decides it. */
const ELSEWHERE: Partial<Record<HoldCode, string>> = {
  // Shopify's stand-in adds up every order it makes, and shows none that is older than sixty days.
  amounts_disagree: "test/unit/orders/order-money.test.ts",
  order_too_old: "test/unit/orders/order-age.test.ts",
  // Over before anybody could look: the request is answered by the same pass.
  cancellation_pending: "test/unit/orders/gate.test.ts",
  // A state of a fulfillment order Shopify describes nowhere, should it ever come.
  not_requestable: "test/unit/orders/gate.test.ts",
};

/** The files with the tests of holds, and the subjects that some of them are made of. */
const browserTests = readdirSync(new URL("test/e2e/", root), { recursive: true, encoding: "utf8" })
  .filter((name) => /^holds(?:-of-|\/).+\.ts$/.test(name))
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
