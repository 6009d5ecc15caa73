import { describe, expect, it } from "vitest";
import { exact, roundToRupee } from "#app/domain/money/exact.ts";
import { allocateLargestRemainder } from "#app/domain/money/largest-remainder.ts";
import { rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { MoneyExplanation, OrderMoneyInput } from "#app/domain/orders/money/order-money.ts";
import { planOrderMoney } from "#app/domain/orders/money/plan-order-money.ts";
import { asId } from "#test/support/as-id.ts";
import { buildLine, buildOrderMoney, buildOtherLine, buildPart, buildShipping } from "./build-order-money.ts";

function plan(overrides: Partial<OrderMoneyInput>) {
  return planOrderMoney(buildOrderMoney(overrides));
}

function pricesOf(overrides: Partial<OrderMoneyInput>) {
  const planned = plan(overrides);
  if (planned.kind === "held") return planned.code;
  const items = planned.items.map(({ quantity, resalePrice }) => `${quantity}×${resalePrice}`);
  return `${items.join(" ")} +${planned.shippingCharged} =${planned.collects}`;
}

const mixed = {
  lines: [buildLine({ unitPrice: "1500.00" }), buildOtherLine("foreign", "500.00")],
  currentTotalPrice: "2200.00",
};
const half = { ...mixed, totalOutstanding: "1100.00" };
const twoUnits = buildLine({ quantity: 2, unitPrice: "1000.00" });

describe("the share of a mixed cart", () => {
  it.each([
    ["by_value", "1×1500 +150 =1650"],
    ["all_ours", "1×1500 +200 =1700"],
    ["none", "1×1500 +0 =1500"],
  ] as const)("gives delivery %s", (shippingShare, expected) => {
    expect(pricesOf({ ...mixed, shippingShare })).toBe(expected);
  });

  it("keeps all delivery when nothing foreign ships, whatever the setting", () => {
    expect(pricesOf({ shippingShare: "none" })).toBe("1×1600 +200 =1800");
  });

  it("shares an advance in proportion to what each side would collect", () => {
    expect(pricesOf(half)).toBe("1×675 +150 =825");
  });

  it("lets tips, fees and rounding follow the delivery share", () => {
    const extras = { tips: "60.00", fees: "40.00", duties: "20.00", cashRounding: "-0.40" };
    expect(pricesOf({ ...mixed, ...extras, currentTotalPrice: "2319.60" })).toBe("1×1500 +240 =1740");
  });

  it("divides delivery by units when every line is free", () => {
    const lines = [buildLine({ unitPrice: "0.00", quantity: 3 }), buildOtherLine("foreign", "0.00")];
    expect(pricesOf({ lines, currentTotalPrice: "200.00" })).toBe("3×0 +150 =150");
  });

  it("takes a line that needs no shipping with what ships", () => {
    const giftWrap = buildOtherLine("unshippable", "100.00");
    expect(pricesOf({ lines: [buildLine(), giftWrap], currentTotalPrice: "1900.00" })).toBe(
      "1×1600 +300 =1900",
    );
    expect(pricesOf({ ...mixed, lines: [...mixed.lines, giftWrap], currentTotalPrice: "2300.00" })).toBe(
      "1×1500 +225 =1725",
    );
  });

  it("sends lines and delivery only when prepaid", () => {
    const prepaid = {
      ...mixed,
      paymentMode: "PREPAID",
      tips: "60.00",
      currentTotalPrice: "2260.00",
    } as const;
    expect(pricesOf(prepaid)).toBe("1×1500 +150 =1650");
  });
});

describe("units outside this handoff", () => {
  const oneOfTwo = { ...twoUnits, handoffQuantity: 1 };

  it("are left out with their share of delivery, like lines that are not ours", () => {
    expect(pricesOf({ lines: [oneOfTwo], currentTotalPrice: "2200.00" })).toBe("1×1000 +100 =1100");
  });

  it("are left to the earlier parcel that still collects for them", () => {
    const collected = { lines: [{ ...oneOfTwo, settledQuantity: 1 }], earlierParcels: [rupees(1100)] };
    expect(pricesOf({ ...collected, currentTotalPrice: "2200.00" })).toBe("1×1000 +100 =1100");
  });

  it("are not subtracted again once they are paid", () => {
    const paid = { lines: [{ ...oneOfTwo, settledQuantity: 1 }], totalOutstanding: "1100.00" };
    expect(pricesOf({ ...paid, currentTotalPrice: "2200.00" })).toBe("1×1000 +100 =1100");
  });

  it("make up for the rounding of the earlier parcel", () => {
    const line = {
      ...buildLine({ quantity: 2, unitPrice: "333.30" }),
      handoffQuantity: 1,
      settledQuantity: 1,
    };
    const second = { lines: [line], shippingLines: [], currentTotalPrice: "666.60" };
    expect(pricesOf({ ...second, earlierParcels: [rupees(333)] })).toBe("1×334 +0 =334");
  });

  it("count 51 paisa as an advance, and half a rupee for each earlier parcel as rounding", () => {
    expect(pricesOf({ totalOutstanding: "1799.49" })).toBe("1×1599 +200 =1799");
    const second = {
      ...{ lines: [{ ...oneOfTwo, settledQuantity: 1 }], earlierParcels: [rupees(1100)] },
      currentTotalPrice: "2200.00",
    };
    expect(pricesOf({ ...second, totalOutstanding: "2199.49" })).toBe("1×1000 +99 =1099");
    expect(pricesOf({ ...second, totalOutstanding: "2199.48" })).toBe("1×999 +100 =1099");
  });

  it("hold the order when more is due than the open units are worth", () => {
    const gone = { lines: [{ ...oneOfTwo, settledQuantity: 1 }], currentTotalPrice: "2200.00" };
    expect(plan(gone)).toMatchObject({
      code: "amounts_disagree",
      numbers: { recomputedPaisa: 110_000, shopifyPaisa: 220_000 },
    });
  });

  it("hold the order when fewer units are left than the handoff wants", () => {
    const torn = { lines: [{ ...twoUnits, currentQuantity: 1 }], currentTotalPrice: "1200.00" };
    expect(plan(torn)).toMatchObject({ kind: "held", code: "cannot_be_exact" });
  });
});

describe("delivery", () => {
  it("is what is left after refunds of it", () => {
    const shippingLines = [buildShipping("250.00", { discounts: ["20.00"], refunded: "130.00" })];
    expect(pricesOf({ shippingLines, currentTotalPrice: "1700.00" })).toBe("1×1600 +100 =1700");
  });

  it("never goes below zero: cash rounding without delivery comes off the line", () => {
    const rounded = { shippingLines: [], cashRounding: "-0.75", currentTotalPrice: "1599.25" };
    expect(pricesOf(rounded)).toBe("1×1599 +0 =1599");
  });

  it("is lowered only as far as the line needs", () => {
    const lines = [
      buildLine({ parts: [buildPart({ minResalePrice: rupees(1200) })] }),
      buildLine({ id: asId("line_2"), unitPrice: "400.00" }),
    ];
    const advanced = { lines, currentTotalPrice: "2200.00", totalOutstanding: "1600.00" };
    expect(pricesOf(advanced)).toBe("price_below_minimum");
    expect(pricesOf({ ...advanced, lowerDeliveryChargeToFit: true })).toBe("1×1200 1×280 +120 =1600");
  });

  it("cannot pay for more than it is", () => {
    const lines = [buildLine({ parts: [buildPart({ minResalePrice: rupees(1301) })] })];
    const short = { lines, totalOutstanding: "1300.00", lowerDeliveryChargeToFit: true };
    expect(plan(short)).toMatchObject({
      code: "price_below_minimum",
      numbers: { deliveryCanPay: false, missing: 201 },
    });
  });

  it("gives way to an advance larger than free lines only when a person says so", () => {
    expect(pricesOf({ totalOutstanding: "150.00" })).toBe("cannot_be_exact");
    expect(pricesOf({ totalOutstanding: "150.00", lowerDeliveryChargeToFit: true })).toBe("1×0 +150 =150");
  });
});

describe("items", () => {
  it("go into entries of at most a hundred", () => {
    const lines = [buildLine({ quantity: 250, unitPrice: "10.00" })];
    expect(pricesOf({ lines, currentTotalPrice: "2700.00" })).toBe("100×10 100×10 50×10 +200 =2700");
  });

  it("are at most fifty, else the order is held", () => {
    const lines = Array.from({ length: 51 }, (_, index) =>
      buildLine({ id: asId(`line_${index}`), unitPrice: "100.00" }),
    );
    const fifty = { lines: lines.slice(1), currentTotalPrice: "5200.00" };
    expect(plan({ lines, currentTotalPrice: "5300.00" })).toMatchObject({
      code: "too_many_items",
      numbers: { items: 51 },
    });
    expect(plan(fifty)).toMatchObject({ kind: "ready" });
  });

  it("of a bundle get their minimum, and the rest by wholesale value", () => {
    const parts = [
      buildPart({ variantId: asId("a"), wholesalePrice: rupees(300), minResalePrice: rupees(400) }),
      buildPart({
        variantId: asId("b"),
        quantityPerUnit: 2,
        wholesalePrice: rupees(50),
        minResalePrice: rupees(100),
      }),
    ];
    const bundle = [buildLine({ unitPrice: "1001.00", parts })];
    expect(pricesOf({ lines: bundle, currentTotalPrice: "1201.00" })).toBe("1×701 2×150 +200 =1201");
    expect(
      pricesOf({
        lines: [{ ...(bundle[0] ?? buildLine()), unitPrice: "599.00" }],
        currentTotalPrice: "799.00",
      }),
    ).toBe("price_below_minimum");
  });

  it("carry the order line, the service's variant and the sku", () => {
    const planned = plan({});
    const items = [
      { externalLineId: "line_1", variantId: "var_1", sku: "SKU-1", quantity: 1, resalePrice: 1600 },
    ];
    expect(planned).toMatchObject({ items });
  });

  it("compare the lower price of a split line with the minimum", () => {
    const minimum = (price: number) => [buildPart({ minResalePrice: rupees(price) })];
    const socks = { quantity: 3, unitPrice: "350.00", discounts: ["50.00"] };
    const order = { shippingLines: [], currentTotalPrice: "1000.00" };
    expect(pricesOf({ ...order, lines: [buildLine({ ...socks, parts: minimum(333) })] })).toBe(
      "2×333 1×334 +0 =1000",
    );
    expect(pricesOf({ ...order, lines: [buildLine({ ...socks, parts: minimum(334) })] })).toBe(
      "price_below_minimum",
    );
  });
});

describe("money that is held", () => {
  it.each([
    ["another shop currency", { shopCurrency: "USD" }, "currency_not_pkr"],
    ["another presentment currency on COD", { presentmentCurrency: "AED" }, "currency_not_pkr"],
    ["nothing outstanding on COD", { totalOutstanding: "0.00" }, "nothing_to_collect"],
    ["less than half a rupee outstanding", { totalOutstanding: "0.49" }, "nothing_to_collect"],
    ["more outstanding than the order is worth", { totalOutstanding: "1900.00" }, "amounts_disagree"],
    ["a total we cannot put together", { currentTotalPrice: "1800.02" }, "amounts_disagree"],
    [
      "a prepaid order with something outstanding",
      { paymentMode: "PREPAID", totalOutstanding: "0.01" },
      "partly_paid",
    ],
    ["earlier parcels that collect everything", { earlierParcels: [rupees(1800)] }, "nothing_to_collect"],
    ["no unit of ours", { lines: [buildLine({ handoffQuantity: 0 })] }, "nothing_to_collect"],
    [
      "a discount above the price",
      { lines: [buildLine({ discounts: ["1700.00"] })], currentTotalPrice: "100.00" },
      "cannot_be_exact",
    ],
  ] as const)("says so for %s", (_case, overrides, code) => {
    expect(plan(overrides)).toMatchObject({ kind: "held", code });
  });

  it.each([
    ["one paisa a line off", { currentTotalPrice: "1800.01", totalOutstanding: "1800.01" }],
    ["another presentment currency when prepaid", { presentmentCurrency: "AED", paymentMode: "PREPAID" }],
    [
      "half a rupee outstanding rounds up",
      { lines: [buildLine({ unitPrice: "0.50" })], shippingLines: [], currentTotalPrice: "0.50" },
    ],
  ] as const)("does not mind %s", (_case, overrides) => {
    expect(plan(overrides)).toMatchObject({ kind: "ready" });
  });
});

describe("how the amount came about", () => {
  it("is told step by step, in paisa", () => {
    const lines = [buildLine({ parts: [buildPart({ minResalePrice: rupees(1200) })] })];
    const planned = plan({ lines, totalOutstanding: "1300.40", lowerDeliveryChargeToFit: true });
    expect(planned).toMatchObject({
      roundingPaisa: -40,
      explanation: [
        { step: "order_total", amountPaisa: 180_000 },
        { step: "already_paid", amountPaisa: -49_960 },
        { step: "outstanding", amountPaisa: 130_040 },
        { step: "rounding", amountPaisa: -40 },
        { step: "line", amountPaisa: 120_000, lineId: "line_1" },
        { step: "delivery", amountPaisa: 10_000 },
        { step: "delivery_lowered", amountPaisa: -10_000 },
        { step: "collects", amountPaisa: 130_000 },
      ],
    });
  });
});

describe("the rows of an amount", () => {
  const sumOf = (rows: readonly MoneyExplanation[], ...steps: readonly MoneyExplanation["step"][]) =>
    rows.reduce((sum, { step, amountPaisa }) => (steps.includes(step) ? sum + amountPaisa : sum), 0);
  const second = { lines: [{ ...twoUnits, handoffQuantity: 1, settledQuantity: 1 }] };

  it.each([
    ["a first handoff", {}],
    ["a mixed cart with an advance", half],
    [
      "a second handoff after one that still collects",
      { ...second, earlierParcels: [rupees(1100)], currentTotalPrice: "2200.00" },
    ],
    [
      "a second handoff of a mixed cart, with an advance and two earlier parcels",
      {
        lines: [
          buildLine({ quantity: 3, unitPrice: "1000.00", handoffQuantity: 1, settledQuantity: 2 }),
          buildOtherLine("foreign", "500.00"),
        ],
        ...{ earlierParcels: [rupees(900), rupees(901)] },
        ...{ currentTotalPrice: "3700.00", totalOutstanding: "3000.40" },
      },
    ],
    ["a prepaid order of both", { ...mixed, paymentMode: "PREPAID", totalOutstanding: "0.00" }],
  ] satisfies readonly (readonly [string, Partial<OrderMoneyInput>])[])(
    "add up for %s",
    (_case, overrides) => {
      const planned = plan(overrides);
      if (planned.kind === "held") throw new Error(`It is held: ${planned.code}`);
      const { explanation } = planned;
      const down = ["order_total", "already_paid", "earlier_parcels", "left_to_others", "rounding"] as const;
      expect(sumOf(explanation, ...down)).toBe(100 * planned.collects);
      expect(sumOf(explanation, "line", "delivery")).toBe(100 * planned.collects);
      expect(sumOf(explanation, "collects")).toBe(100 * planned.collects);
      const outstanding = explanation.find(({ step }) => step === "outstanding");
      if (outstanding)
        expect(outstanding.amountPaisa).toBe(sumOf(explanation, "order_total", "already_paid"));
    },
  );
});

describe("rupees", () => {
  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("are never %d", (amount) => {
    expect(() => rupees(amount)).toThrow(RangeError);
  });

  it("add up", () => {
    expect([sumRupees([]), sumRupees([rupees(1), rupees(2)])]).toEqual([0, 3]);
  });

  it("round half up", () => {
    const rounded = ["0.49", "0.5", "1.4999", "2499.50"].map((amount) => roundToRupee(exact(amount)));
    expect(rounded).toEqual([0, 1, 1, 2500]);
  });

  it("go to the earlier amount in a tie", () => {
    expect(allocateLargestRemainder(["0.5", "0.5", "0.5", "0.5"].map(exact), rupees(2))).toEqual([
      1, 1, 0, 0,
    ]);
  });

  it("refuse a total that is not the rounded sum", () => {
    expect(() => allocateLargestRemainder([exact("1.2")], rupees(3))).toThrow(RangeError);
    expect(() => allocateLargestRemainder([exact("3.2")], rupees(2))).toThrow(RangeError);
  });

  it("are read from decimals only", () => {
    expect(() => exact("Infinity")).toThrow(RangeError);
  });
});
