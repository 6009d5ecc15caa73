import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  documentedAccountTerms,
  parseReportedTerms,
  toAccountTerms,
} from "#app/domain/policy/terms/account-terms.ts";
import {
  termsOfOrders,
  termsOfProducts,
  termsOfQuote,
  termsOfWallet,
} from "#app/domain/policy/terms/reported-terms.ts";

const fee = { percent: 12, basis: "margin" } as const;

describe("termsOfQuote", () => {
  const quote = { platformFeePercent: 12, platformFeeBasis: "margin", returnShippingCost: rupees(180) };

  it("tells the fee and the way back", () => {
    expect(termsOfQuote(quote, { parcels: 1 })).toEqual({ fee, return_shipping: 180 });
  });

  it("of several parcels says nothing of one parcel's way back", () => {
    expect(termsOfQuote(quote, { parcels: 2 })).toEqual({ fee });
    expect(termsOfQuote(quote, { parcels: 0 })).toEqual({ fee });
  });

  it.each([
    ["was left out", undefined, "margin"],
    ["is null", null, "margin"],
    ["is of a basis nobody knows", 12, "turnover"],
    ["is all of the margin or more", 100, "margin"],
    ["is below nothing", -1, "margin"],
    ["is no number", Number.NaN, "margin"],
  ])("tells no fee, and never 0, where the percent %s", (_what, platformFeePercent, platformFeeBasis) => {
    const reported = termsOfQuote({ ...quote, platformFeePercent, platformFeeBasis }, { parcels: 2 });
    expect(reported).toEqual({});
  });

  it("takes a percent without a basis for one of the margin, as documented", () => {
    expect(termsOfQuote({ platformFeePercent: 12 }, { parcels: 2 })).toEqual({ fee });
    expect(termsOfQuote({ platformFeePercent: 0, platformFeeBasis: "sale" }, { parcels: 2 })).toEqual({
      fee: { percent: 0, basis: "sale" },
    });
  });
});

describe("termsOfOrders", () => {
  const order = (day: number, percent: number) => ({
    createdAt: `2026-03-0${day}T08:00:00Z`,
    platformFee: { basis: "margin", percent, amount: rupees(60) },
  });

  it("believes the newest order, at the time it was made", () => {
    expect(termsOfOrders([order(2, 12), order(3, 12.5), order(1, 10)])).toEqual([
      { figures: { fee: { percent: 12.5, basis: "margin" } }, at: new Date("2026-03-03T08:00:00Z") },
    ]);
  });

  it("tells nothing of orders without a percent or without a time", () => {
    const silent = { createdAt: "2026-03-05T08:00:00Z", platformFee: { basis: "margin", amount: rupees(0) } };
    expect(termsOfOrders([silent, { platformFee: { percent: 12 } }, { createdAt: "soon" }])).toEqual([]);
  });

  it("counts the days from a delivery to its release", () => {
    const delivered = {
      ...order(1, 10),
      history: [{ status: "DELIVERED", at: "2026-03-04T10:00:00Z", note: null }],
      marginReleaseAt: "2026-03-18T10:00:05Z",
    };
    expect(termsOfOrders([delivered, order(2, 10)])).toContainEqual({
      ...{ figures: { payout_days: 14 }, at: new Date("2026-03-04T10:00:00Z") },
    });
  });
});

describe("termsOfProducts", () => {
  const shipping = (weightKg: number | null, required = true) => ({
    shipping: { required, weightKg, estimate: rupees(230) },
  });

  it("knows the default cost from a product of unknown weight alone", () => {
    expect(termsOfProducts([shipping(0.4), shipping(null)])).toEqual({ default_shipping: 230 });
    expect(termsOfProducts([shipping(0.4), shipping(null, false), { shipping: null }, {}])).toEqual({});
  });
});

describe("toAccountTerms", () => {
  const seenAt = new Date("2026-03-01");
  const later = new Date("2026-04-01");

  it("is the document's where nothing was told, and says so", () => {
    expect(documentedAccountTerms).toMatchObject({
      ...{
        feePercent: 10,
        feeBasis: "margin",
        returnShippingPkr: 150,
        defaultShippingPkr: 200,
        reportedAt: {},
      },
    });
  });

  it("is the latest of each figure", () => {
    const rows = [
      { figure: "fee", value: { percent: 10, basis: "margin" }, seenAt },
      { figure: "fee", value: { percent: 5, basis: "sale" }, seenAt: later },
      { figure: "return_shipping", value: 180, seenAt },
    ] as const;
    expect(toAccountTerms(rows)).toMatchObject({
      ...{ feePercent: 5, feeBasis: "sale", returnShippingPkr: 180, defaultShippingPkr: 200 },
      reportedAt: { fee: later, return_shipping: seenAt },
    });
  });

  it("does without a row it cannot read", () => {
    expect(toAccountTerms([{ figure: "fee", value: { percent: "10" }, seenAt }])).toEqual(
      documentedAccountTerms,
    );
  });
});

it("takes amounts of a wallet and a quote only as whole rupees", () => {
  expect(termsOfWallet({ depositRequired: rupees(2500) })).toEqual({ deposit: 2500 });
  expect(termsOfWallet({ depositRequired: null })).toEqual({});
  expect(parseReportedTerms({ return_shipping: 150.5, default_shipping: -1, payout_days: 20 })).toEqual({
    payout_days: 20,
  });
});
