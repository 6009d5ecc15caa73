import { describe, expect, it } from "vitest";
import { describeAuthentication } from "./areas/authentication.ts";
import { describeCatalog } from "./areas/catalog.ts";
import { describeConventions } from "./areas/conventions.ts";
import { describeIdempotency } from "./areas/idempotency.ts";
import { describeImports } from "./areas/imports.ts";
import { describeLimits } from "./areas/limits.ts";
import { describeModes } from "./areas/modes.ts";
import { describeMoney } from "./areas/money.ts";
import { describeOrderLife } from "./areas/order-life.ts";
import { describeOrderReading } from "./areas/order-reading.ts";
import { describeOrderRequests } from "./areas/order-requests.ts";
import { describeShippingCost } from "./areas/shipping-cost.ts";
import { describeTracking } from "./areas/tracking.ts";
import { describeWallet } from "./areas/wallet.ts";
import { describeWebhooks, describeWebhookTimeout } from "./areas/webhooks.ts";
import { proveUnder, shownStatements } from "./contract.ts";
import { STATEMENTS } from "./statements.ts";

const PRESETS = ["plain", "sparse", "contrary"] as const;

describe.each(PRESETS)("the stand-in keeps the API document (%s)", (preset) => {
  const prove = proveUnder(preset);
  describeModes(prove);
  describeConventions(prove);
  describeAuthentication(prove);
  describeCatalog(prove);
  describeImports(prove);
  describeOrderRequests(prove);
  describeIdempotency(prove);
  describeOrderLife(prove);
  describeOrderReading(prove);
  describeTracking(prove);
  describeMoney(prove);
  describeShippingCost(prove);
  describeWallet(prove);
  describeWebhooks(prove);
  describeLimits(prove);
  describeWebhookTimeout(proveUnder(preset, { deliveryTimeoutMs: 60 }));
});

describe.each(PRESETS)("the table of statements (%s)", (preset) => {
  const testable = STATEMENTS.filter(({ notCovered }) => notCovered === null);
  const excused = STATEMENTS.filter(({ notCovered }) => notCovered !== null);

  it(`shows ${testable.length} of ${STATEMENTS.length} statements by a test and gives a reason for the rest`, () => {
    const shown = shownStatements(preset);
    expect(testable.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
    expect(excused.filter(({ notCovered }) => (notCovered ?? "").length < 10)).toEqual([]);
    expect(excused.filter(({ id }) => shown.has(id))).toEqual([]);
  });

  it("has every statement once, and no test names one that is not there", () => {
    const ids = STATEMENTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...shownStatements(preset)].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
