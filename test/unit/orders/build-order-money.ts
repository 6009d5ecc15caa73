import { rupees } from "#app/domain/money/rupees.ts";
import type {
  LinePart,
  OrderLineMoney,
  OrderMoneyInput,
  OurLine,
  ShippingLineMoney,
} from "#app/domain/orders/money/order-money.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

export function buildPart(overrides: Partial<LinePart> = {}): LinePart {
  const prices = { wholesalePrice: rupees(0), minResalePrice: rupees(0) };
  return { variantId: asId("var_1"), sku: "SKU-1", quantityPerUnit: 1, ...prices, ...overrides };
}

/** Ours, all of its units in this handoff unless said otherwise. */
export function buildLine(overrides: Partial<OurLine> = {}): OurLine {
  const quantity = overrides.quantity ?? 1;
  const currentQuantity = overrides.currentQuantity ?? quantity;
  return {
    owner: "ours",
    id: asId("line_1"),
    unitPrice: "1600.00",
    discounts: [],
    taxes: [],
    settledQuantity: 0,
    parts: [buildPart()],
    ...overrides,
    quantity,
    currentQuantity,
    handoffQuantity: overrides.handoffQuantity ?? currentQuantity,
  };
}

export function buildOtherLine(
  owner: "foreign" | "unshippable",
  unitPrice: string,
  quantity = 1,
): OrderLineMoney {
  const base = {
    id: asId<LineItemGid>(`${owner}_1`),
    quantity,
    currentQuantity: quantity,
    discounts: [],
    taxes: [],
  };
  return { ...base, owner, unitPrice };
}

export function buildShipping(price: string, overrides: Partial<ShippingLineMoney> = {}): ShippingLineMoney {
  return { price, discounts: [], taxes: [], refunded: "0.00", ...overrides };
}

/** A COD order of 1 × 1,600 with delivery 200, all of it outstanding. */
export function buildOrderMoney(overrides: Partial<OrderMoneyInput> = {}): OrderMoneyInput {
  const currentTotalPrice = overrides.currentTotalPrice ?? "1800.00";
  const isPrepaid = overrides.paymentMode === "PREPAID";
  return {
    shopCurrency: "PKR",
    presentmentCurrency: "PKR",
    paymentMode: "COD",
    taxesIncluded: true,
    lines: [buildLine()],
    shippingLines: [buildShipping("200.00")],
    tips: "0.00",
    duties: "0.00",
    fees: "0.00",
    cashRounding: "0.00",
    totalOutstanding: isPrepaid ? "0.00" : currentTotalPrice,
    earlierParcels: [],
    shippingShare: "by_value",
    lowerDeliveryChargeToFit: false,
    ...overrides,
    currentTotalPrice,
  };
}
