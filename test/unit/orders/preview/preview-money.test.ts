import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { expectOutcome } from "#app/domain/orders/money/expect-outcome.ts";
import { type PreviewMoneyInput, previewMoney } from "#app/domain/orders/preview/preview-money.ts";
import { documentedAccountTerms } from "#app/domain/policy/terms/account-terms.ts";

const order = {
  ...{ customerPays: rupees(1800), resaleTotal: rupees(1600), wholesaleTotal: rupees(1000), parcels: 1 },
  terms: documentedAccountTerms,
};
const { feePercent, returnShippingPkr, defaultShippingPkr } = documentedAccountTerms;

function preview(more: Partial<PreviewMoneyInput>) {
  return previewMoney({ ...order, paymentMode: "COD", quoted: null, ...more });
}

describe("the money of a preview", () => {
  it("rests on the quote where there is one", () => {
    const terms = {
      ...{ shippingCost: rupees(250), rtoReserve: rupees(400) },
      ...{ platformFeePercent: 10, platformFeeBasis: "margin" as const },
    };
    const expected = expectOutcome({ ...order, paymentMode: "COD", terms });
    expect(preview({ quoted: { shippingPkr: rupees(250), expected } })).toMatchObject({
      ...{ basis: "quote", shippingPkr: 250, feePkr: 55, deliveredPkr: 495, refusedPkr: -400, heldPkr: 400 },
    });
  });

  it("rests on what the account was told, for each parcel, where there is none", () => {
    const shipping = defaultShippingPkr * 2;
    const margin = 1800 - 1000 - shipping;
    const fee = Math.round((margin * feePercent) / 100);
    expect(preview({ parcels: 2 })).toMatchObject({
      ...{ basis: "known_terms", shippingPkr: shipping, feePkr: fee, deliveredPkr: margin - fee },
      heldPkr: shipping + 2 * returnShippingPkr,
    });
  });

  it("knows no cost of a refused prepaid order, and what leaves the wallet at once", () => {
    expect(preview({ paymentMode: "PREPAID" })).toMatchObject({
      ...{ refusedPkr: null, heldPkr: 0, walletPkr: -(1000 + defaultShippingPkr) },
    });
  });
});
