import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { checkCodCost, expectOutcome, type OutcomeInput } from "#app/domain/orders/money/expect-outcome.ts";
import type { OrderMoneyInput } from "#app/domain/orders/money/order-money.ts";
import { planOrderMoney } from "#app/domain/orders/money/plan-order-money.ts";
import { asId } from "#test/support/as-id.ts";
import { buildLine, buildOrderMoney, buildOtherLine, buildPart, buildShipping } from "./build-order-money.ts";

const twoShirts = buildLine({ quantity: 2 });
const threeSocks = buildLine({ quantity: 3, unitPrice: "350.00", discounts: ["50.00"] });
const tenOff = buildLine({ unitPrice: "2499.00", discounts: ["249.90"] });
const from1200 = buildLine({ parts: [buildPart({ minResalePrice: rupees(1200) })] });
const advanced = { lines: [from1200], totalOutstanding: "1300.00" };

type Example = {
  readonly row: string;
  readonly order: Partial<OrderMoneyInput>;
  readonly items: readonly (readonly [quantity: number, price: number])[];
  readonly shipping: number;
  readonly collects: number;
  readonly roundingPaisa?: number;
};

const EXAMPLES: readonly Example[] = [
  { row: "1 plain COD", order: {}, items: [[1, 1600]], shipping: 200, collects: 1800 },
  {
    row: "2 a line that does not divide",
    order: { lines: [threeSocks], shippingLines: [], currentTotalPrice: "1000.00" },
    items: [
      [2, 333],
      [1, 334],
    ],
    shipping: 0,
    collects: 1000,
  },
  {
    row: "3 a percentage code",
    order: {
      lines: [tenOff, { ...tenOff, id: asId("line_2") }],
      shippingLines: [buildShipping("250.00")],
      currentTotalPrice: "4748.20",
    },
    items: [
      [1, 2249],
      [1, 2249],
    ],
    shipping: 250,
    collects: 4748,
    roundingPaisa: -20,
  },
  {
    row: "4 taxes on top",
    order: {
      taxesIncluded: false,
      lines: [buildLine({ unitPrice: "1000.00", taxes: ["180.00"] })],
      shippingLines: [buildShipping("100.00", { taxes: ["18.00"] })],
      currentTotalPrice: "1298.00",
    },
    items: [[1, 1180]],
    shipping: 118,
    collects: 1298,
  },
  {
    row: "5 a mixed cart by value",
    order: {
      lines: [buildLine({ unitPrice: "1500.00" }), buildOtherLine("foreign", "500.00")],
      currentTotalPrice: "2200.00",
    },
    items: [[1, 1500]],
    shipping: 150,
    collects: 1650,
  },
  {
    row: "6 an advance, delivery lowered",
    order: { ...advanced, lowerDeliveryChargeToFit: true },
    items: [[1, 1200]],
    shipping: 100,
    collects: 1300,
  },
  {
    row: "7 prepaid",
    order: { paymentMode: "PREPAID", lines: [twoShirts], currentTotalPrice: "3400.00" },
    items: [[2, 1600]],
    shipping: 200,
    collects: 3400,
  },
  {
    row: "8 two supplier stores in one request",
    order: {
      lines: [buildLine({ unitPrice: "1000.00" }), buildLine({ id: asId("line_2"), unitPrice: "2000.00" })],
      shippingLines: [buildShipping("300.00")],
      currentTotalPrice: "3300.00",
    },
    items: [
      [1, 1000],
      [1, 2000],
    ],
    shipping: 300,
    collects: 3300,
  },
  {
    row: "9 one of three refunded before placing",
    order: {
      lines: [{ ...threeSocks, currentQuantity: 2, handoffQuantity: 2 }],
      shippingLines: [],
      currentTotalPrice: "666.67",
    },
    items: [
      [1, 333],
      [1, 334],
    ],
    shipping: 0,
    collects: 667,
    roundingPaisa: 33,
  },
  {
    row: "10 two units COD",
    order: { lines: [twoShirts], currentTotalPrice: "3400.00" },
    items: [[2, 1600]],
    shipping: 200,
    collects: 3400,
  },
  {
    row: "13 prepaid of the first",
    order: { paymentMode: "PREPAID" },
    items: [[1, 1600]],
    shipping: 200,
    collects: 1800,
  },
];

describe("money examples: what is sent", () => {
  it.each(EXAMPLES)("row $row", ({ order, items, shipping, collects, roundingPaisa = 0 }) => {
    const plan = planOrderMoney(buildOrderMoney(order));
    expect(plan).toMatchObject({ kind: "ready", shippingCharged: shipping, collects, roundingPaisa });
    if (plan.kind !== "ready") return;
    expect(plan.items.map((item) => [item.quantity, item.resalePrice])).toEqual(items);
  });

  it("row 6 is held first, with the numbers", () => {
    expect(planOrderMoney(buildOrderMoney(advanced))).toEqual({
      kind: "held",
      code: "price_below_minimum",
      numbers: {
        lines: [{ lineId: "line_1", amount: 1100, minimum: 1200, quantity: 1 }],
        missing: 100,
        collects: 1300,
        shippingCharged: 200,
        deliveryCanPay: true,
      },
    });
  });

  it("row 5 leaves the rest to the merchant's own courier", () => {
    const lines = [buildLine({ unitPrice: "1500.00" }), buildOtherLine("foreign", "500.00")];
    const plan = planOrderMoney(buildOrderMoney({ lines, currentTotalPrice: "2200.00" }));
    expect(plan).toMatchObject({
      explanation: expect.arrayContaining([{ step: "left_to_others", amountPaisa: -55_000 }]),
    });
  });

  it("row 11 accepts exactly the cost and holds one rupee less", () => {
    expect(checkCodCost(rupees(1200), rupees(1000), rupees(200))).toBeNull();
    expect(checkCodCost(rupees(1199), rupees(1000), rupees(200))).toEqual({
      code: "cod_below_cost",
      numbers: { collects: 1199, wholesaleTotal: 1000, shippingCost: 200, missing: 1 },
    });
  });
});

function outcome(
  pays: number,
  resale: number,
  wholesale: number,
  shipping: number,
  rest: Partial<OutcomeInput> = {},
) {
  const fee = { platformFeePercent: 10, platformFeeBasis: "margin" } as const;
  const terms = { shippingCost: rupees(shipping), rtoReserve: rupees(shipping + 150), ...fee };
  const totals = {
    customerPays: rupees(pays),
    resaleTotal: rupees(resale),
    wholesaleTotal: rupees(wholesale),
  };
  return expectOutcome({ paymentMode: "COD", ...totals, terms, ...rest });
}

describe("a quote that leaves figures out", () => {
  const terms = { shippingCost: rupees(200), rtoReserve: rupees(350) };
  const silent = { platformFeePercent: null, platformFeeBasis: null } as const;

  it("leaves what a delivery brings unknown, never without a fee", () => {
    expect(outcome(1800, 1600, 1000, 200, { terms: { ...terms, ...silent } })).toMatchObject({
      ...{ margin: 600, fee: null, deliveredNet: null, breakEvenRefusalPercent: null },
      ...{ reserve: 350, refusedNet: -350 },
    });
    const prepaid = outcome(1800, 1600, 1000, 200, {
      ...{ paymentMode: "PREPAID", terms: { ...terms, ...silent } },
    });
    expect(prepaid).toMatchObject({ fee: null, deliveredNet: null, walletNow: -1200 });
  });

  it("knows that a loss is charged no fee", () => {
    expect(outcome(1100, 900, 1000, 200, { terms: { ...terms, ...silent } })).toMatchObject({
      ...{ margin: -100, fee: 0, deliveredNet: -100, breakEvenRefusalPercent: 0 },
    });
  });

  it("leaves what a refusal costs unknown where no reserve was said", () => {
    const fee = { platformFeePercent: 10, platformFeeBasis: "margin" } as const;
    const noReserve = { shippingCost: rupees(200), rtoReserve: null, ...fee };
    expect(outcome(1800, 1600, 1000, 200, { terms: noReserve })).toMatchObject({
      ...{ deliveredNet: 540, reserve: null, refusedNet: null, breakEvenRefusalPercent: null },
    });
  });
});

describe("money examples: what is expected of the service", () => {
  const terms = { shippingCost: rupees(200), rtoReserve: rupees(350) };
  const prepaid = { paymentMode: "PREPAID" } as const;
  it.each([
    [
      "1",
      outcome(1800, 1600, 1000, 200),
      {
        margin: 600,
        fee: 60,
        deliveredNet: 540,
        reserve: 350,
        refusedNet: -350,
        breakEvenRefusalPercent: 60.7,
      },
    ],
    [
      "7",
      outcome(3400, 3200, 2000, 250, prepaid),
      { margin: 1150, fee: 115, walletNow: -2250, reserve: 0, refusedNet: null },
    ],
    [
      "8",
      outcome(3300, 3000, 1800, 400, {
        terms: {
          shippingCost: rupees(400),
          rtoReserve: rupees(700),
          platformFeePercent: 10,
          platformFeeBasis: "margin",
        },
      }),
      { margin: 1100, fee: 110, reserve: 700 },
    ],
    [
      "10",
      outcome(3400, 3200, 2000, 250),
      { margin: 1150, fee: 115, deliveredNet: 1035, reserve: 400, breakEvenRefusalPercent: 72.1 },
    ],
    [
      "11",
      outcome(1200, 1000, 1000, 200),
      { margin: 0, fee: 0, deliveredNet: 0, breakEvenRefusalPercent: 0 },
    ],
    [
      "12",
      outcome(1800, 1600, 1000, 200, {
        terms: { ...terms, platformFeePercent: 5, platformFeeBasis: "sale" },
      }),
      { fee: 80, deliveredNet: 520 },
    ],
    [
      "13",
      outcome(1800, 1600, 1000, 200, prepaid),
      { walletNow: -1200, fee: 60, deliveredNet: 540, breakEvenRefusalPercent: null },
    ],
    ["14", outcome(1800, 1600, 1000, 0), { margin: 800, fee: 80, deliveredNet: 720 }],
  ])("row %s", (_row, actual, expected) => {
    expect(actual).toMatchObject(expected);
  });

  it("charges no fee on a loss, on either basis", () => {
    expect(outcome(1100, 1000, 1000, 200)).toMatchObject({ margin: -100, fee: 0, deliveredNet: -100 });
    const onSale = { ...terms, platformFeePercent: 5, platformFeeBasis: "sale" } as const;
    expect(outcome(1100, 1000, 1000, 200, { terms: onSale })).toMatchObject({ fee: 0 });
  });
});
