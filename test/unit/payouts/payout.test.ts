import { describe, expect, it } from "vitest";
import { addMonths, daysOfMonth, nearestMonth, weeksOfMonth } from "#app/domain/money/calendar-days.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { planComing } from "#app/domain/payouts/coming.ts";
import { explainPayout } from "#app/domain/payouts/explain-payout.ts";
import { type PayoutMoney, payoutOf } from "#app/domain/payouts/payout.ts";
import type { PayoutSum } from "#app/domain/payouts/sum-payouts.server.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { buildParcelMoney } from "../orders/build-parcel-money.ts";

const DAY_OF_PLACING = new Date("2026-11-20T09:00:00Z");
const released = new Date("2026-12-14T09:00:00Z");

/** Money example 1: COD 1,800, cost 1,000 and 200 of shipping; delivered and pending. */
const buildParcel = ({ marginReleasedPkr = null, ...overrides }: Partial<PayoutMoney> = {}): PayoutMoney => ({
  ...buildParcelMoney({
    status: "DELIVERED",
    ...{ returnType: null, deliveredAt: new Date("2026-11-24T09:00:00Z"), receivedAt: DAY_OF_PLACING },
    ...{ marginStatus: "PENDING", marginReleaseAt: released },
    ...overrides,
  }),
  marginReleasedPkr,
});

describe("what is released for a parcel", () => {
  it.each<readonly [string, PaymentMode, Partial<PayoutMoney>, ReturnType<typeof payoutOf>]>([
    [
      "a COD margin less its fee",
      "COD",
      {},
      { state: "pending", amountPkr: rupees(540), releaseAt: released },
    ],
    [
      "a prepaid fee, taken",
      "PREPAID",
      {},
      { state: "pending", amountPkr: rupees(-60), releaseAt: released },
    ],
    [
      "what was credited",
      "COD",
      { marginStatus: "RELEASED" },
      { state: "released", amountPkr: rupees(540), releaseAt: released },
    ],
    [
      "what was taken back",
      "COD",
      { marginStatus: "REVERSED" },
      { state: "reversed", amountPkr: rupees(540), releaseAt: released },
    ],
    [
      "a sum without a date yet",
      "COD",
      { marginReleaseAt: null },
      { state: "pending", amountPkr: rupees(540), releaseAt: null },
    ],
    [
      "the expected margin where the margin was not said",
      "COD",
      { marginPkr: null },
      { state: "pending", amountPkr: rupees(540), releaseAt: released },
    ],
    [
      "nothing known where no figure was said, never 0",
      "COD",
      { marginPkr: null, expectedMarginPkr: null },
      { state: "pending", amountPkr: null, releaseAt: released },
    ],
    [
      "an unknown prepaid fee",
      "PREPAID",
      { platformFeePkr: null },
      { state: "pending", amountPkr: null, releaseAt: released },
    ],
    [
      "what comes no more after a return",
      "COD",
      { status: "RETURNED", returnType: "return", marginStatus: "REVERSED" },
      { state: "reversed", amountPkr: rupees(540), releaseAt: released },
    ],
    [
      "what it was once it is taken back, whatever its figures say by then",
      "COD",
      {
        ...{
          status: "RETURNED",
          returnType: "return",
          marginStatus: "REVERSED",
          marginReleasedPkr: rupees(540),
        },
        ...{ marginPkr: rupees(0), platformFeePkr: rupees(0), expectedMarginPkr: rupees(0) },
      },
      { state: "reversed", amountPkr: rupees(540), releaseAt: released },
    ],
    [
      "an unknown sum of a return the service has not explained",
      "COD",
      { status: "RETURNED", returnType: "return" },
      { state: "reversed", amountPkr: null, releaseAt: released },
    ],
    [
      "nothing of a refusal at the door",
      "COD",
      { status: "RETURNED", returnType: "rto", marginStatus: "NONE" },
      null,
    ],
    ["nothing of a parcel under way", "COD", { status: "SHIPPED", marginStatus: "NONE" }, null],
    ["nothing of a cancelled one", "PREPAID", { status: "CANCELLED" }, null],
  ])("is %s", (_what, mode, overrides, payout) => {
    expect(payoutOf(mode, buildParcel(overrides))).toEqual(payout);
  });
});

describe("the rule of a parcel's sum", () => {
  const quoted = (platformFeePercent: number, platformFeeBasis: string) => ({
    quote: { platformFeePercent, platformFeeBasis },
  });
  const amounts = (rule: ReturnType<typeof explainPayout>) =>
    rule.lines.map(({ line, amountPkr }) => [line, amountPkr]);

  it("leads from what the customer pays to what is released, by the terms frozen at placement", () => {
    const rule = explainPayout("COD", buildParcel(), quoted(10, "margin"));
    expect(amounts(rule)).toEqual([
      ["customer_pays", 1800],
      ["wholesale", -1000],
      ["shipping", -200],
      ["margin", 600],
      ["fee", -60],
      ["released", 540],
    ]);
    expect(rule.feeRule).toEqual({ percent: 10, basis: "margin" });
  });

  it("keeps the terms of its own day: a sale fee of 5 % (money example 12)", () => {
    const parcel = buildParcel({ platformFeePkr: rupees(80), expectedMarginPkr: rupees(520) });
    const rule = explainPayout("COD", parcel, quoted(5, "sale"));
    expect(rule.lines.at(-1)).toEqual({ line: "released", amountPkr: 520 });
    expect(rule.feeRule).toEqual({ percent: 5, basis: "sale" });
  });

  it("takes only the fee of a prepaid parcel (money example 13)", () => {
    const rule = explainPayout("PREPAID", buildParcel({ codPkr: rupees(0) }), {});
    expect(amounts(rule)).toEqual([
      ["customer_pays", 1800],
      ["wholesale", -1000],
      ["shipping", -200],
      ["margin", 600],
      ["fee", -60],
      ["released", -60],
    ]);
    expect(rule.feeRule).toBeNull();
  });

  it("names what the service reckons otherwise, and leaves unknown what it did not say", () => {
    expect(
      amounts(explainPayout("COD", buildParcel({ marginPkr: rupees(590), platformFeePkr: null }), null)),
    ).toEqual([
      ["customer_pays", 1800],
      ["wholesale", -1000],
      ["shipping", -200],
      ["unexplained", -10],
      ["margin", 590],
      ["fee", null],
      ["released", 540],
    ]);
  });
});

describe("what comes", () => {
  const today = "2026-11-24";
  const sum = (day: string | null, amount: number, more: Partial<PayoutSum> = {}): PayoutSum => ({
    ...{ day, state: "pending", kind: "margin", parcels: 1, unknown: 0, amountPkr: rupees(amount) },
    ...more,
  });

  it("counts today and six more days, apart from what is late and what has no date", () => {
    const coming = planComing(
      [
        sum("2026-11-23", 1),
        sum(today, 10),
        sum("2026-11-30", 100),
        sum("2026-12-01", 1000),
        sum("2026-12-23", 10_000),
        sum("2026-12-24", 100_000),
        sum(null, 1_000_000),
        sum("2026-11-30", -60, { kind: "fee" }),
        sum("2026-11-30", 0, { unknown: 1 }),
      ],
      today,
    );
    expect(coming.next7.margin).toEqual({ amountPkr: 110, parcels: 3, unknown: 1 });
    expect(coming.next7.fee.amountPkr).toBe(-60);
    expect(coming.next30.margin.amountPkr).toBe(11_110);
    expect(coming.all.margin.amountPkr).toBe(1_111_111);
    expect(coming.overdue.margin.amountPkr).toBe(1);
    expect(coming.undated.margin.amountPkr).toBe(1_000_000);
    expect(coming.days.map(({ day }) => day).at(-1)).toBe("2026-12-23");
    expect(coming.days[6]).toMatchObject({
      day: "2026-11-30",
      margin: { amountPkr: 100 },
      fee: { amountPkr: -60 },
    });
  });
});

describe("a month", () => {
  it("has its own days, in weeks from Monday", () => {
    expect(addMonths("2026-12", 1)).toBe("2027-01");
    expect(addMonths("2026-01", -1)).toBe("2025-12");
    expect(daysOfMonth("2028-02")).toHaveLength(29);
    const weeks = weeksOfMonth("2026-11");
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeks.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  });

  it.each([
    ["this one where nothing is known", [], "2026-11"],
    ["this one between the first and the last", ["2026-10-30", "2026-12-02"], "2026-11"],
    ["the first to come where all is later", ["2026-12-14", "2027-01-02"], "2026-12"],
    ["the last where all is over", ["2026-08-01", "2026-09-30"], "2026-09"],
  ])("open at %s", (_what, span, month) => {
    expect(nearestMonth("2026-11-24", span)).toBe(month);
  });
});
