import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { MoneyHold, OrderMoneyPlan } from "#app/domain/orders/money/order-money.ts";
import { planOrderMoney } from "#app/domain/orders/money/plan-order-money.ts";
import { type HandoffMoneyInput, toMoneyInput } from "./to-money-input.ts";

/** What a lower delivery charge would make of a handoff; what the customer pays stays as it is. Rupees. */
type LoweredDelivery = {
  readonly collects: Rupees;
  readonly shippingFrom: Rupees;
  readonly shippingTo: Rupees;
};

/** What a person agreed to: these very sums, and no others. */
export type DeliveryConsent = Pick<LoweredDelivery, "collects" | "shippingTo">;

export type HandoffMoney =
  | Extract<OrderMoneyPlan, { kind: "ready" }>
  | ({ readonly kind: "held"; readonly lowered: LoweredDelivery | null } & MoneyHold);

type PlanHandoffMoneyInput = Omit<HandoffMoneyInput, "deliveryCharge">;

/**
 * Plans the money of a handoff. Where only a lower delivery charge would fit, it is worked out and offered; it is used
 * once a person agreed to exactly its sums.
 */
export function planHandoffMoney(
  input: PlanHandoffMoneyInput,
  consent: DeliveryConsent | null,
): HandoffMoney {
  const asItIs = planOrderMoney(toMoneyInput({ ...input, deliveryCharge: "as_it_is" }));
  if (asItIs.kind === "ready") return asItIs;
  const shippingFrom = chargeBefore(asItIs);
  if (shippingFrom === null) return { ...asItIs, lowered: null };
  const fitted = planOrderMoney(toMoneyInput({ ...input, deliveryCharge: "lower_to_fit" }));
  if (fitted.kind === "held") return { ...asItIs, lowered: null };
  const lowered = { collects: fitted.collects, shippingFrom, shippingTo: fitted.shippingCharged };
  const isAgreed = consent?.collects === lowered.collects && consent.shippingTo === lowered.shippingTo;
  return isAgreed ? fitted : { ...asItIs, lowered };
}

function chargeBefore(hold: MoneyHold): Rupees | null {
  switch (hold.code) {
    case "price_below_minimum":
      return hold.numbers.shippingCharged;
    case "cannot_be_exact":
      return rupees(Math.round(hold.numbers.deliveryPaisa / 100));
    case "amounts_disagree":
    case "currency_not_pkr":
    case "nothing_to_collect":
    case "partly_paid":
    case "too_many_items":
      return null;
  }
}
