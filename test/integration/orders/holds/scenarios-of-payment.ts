import type { ButtonShop } from "./button-shop.ts";
import { type HoldScenarios, scenarioTools } from "./hold-scenario.ts";

let gateways = 0;

/** What was said of one gateway is remembered: each order comes by another. */
const newGateway = (name: string) => {
  gateways += 1;
  return `${name} ${gateways}`;
};

type Code =
  | "amounts_disagree"
  | "cannot_be_exact"
  | "currency_not_pkr"
  | "how_paid"
  | "margin_below_floor"
  | "nothing_to_collect"
  | "partly_paid"
  | "payment_failed"
  | "payment_not_captured"
  | "payment_pending"
  | "payment_refunded"
  | "payment_terms"
  | "price_below_minimum";

/** Holds for how an order is paid, and for its amounts. */
export function scenariosOfPayment(shop: ButtonShop): Pick<HoldScenarios, Code> {
  const { cooker, held, service, shopify } = scenarioTools(shop);
  const variantId = shop.cookerVariant;
  const pay = (amount?: number) => async (row: { readonly orderGid: string }) => {
    shopify.payOrder({ orderId: row.orderGid, ...(amount ? { amount, gateway: "Bank" } : {}) });
    await shop.wake(row.orderGid);
  };
  const cancelled = async ({ orderGid }: { readonly orderGid: string }) => {
    shopify.cancelOrder({ orderId: orderGid });
    await shop.wake(orderGid);
  };
  return {
    how_paid: {
      hold: () => held("how_paid", { payment: "pending", gateway: newGateway("Form") }),
      mend: pay(),
    },
    payment_pending: {
      async hold() {
        const row = await held("how_paid", { payment: "pending", gateway: newGateway("Transfer") });
        await shop.press(row, { intent: "how_paid", answer: "bank_transfer" });
        return shop.reached(row.orderGid, "payment_pending");
      },
      mend: pay(),
    },
    partly_paid: {
      hold: (way) =>
        held("partly_paid", {
          ...{ payment: "partly", paidAmount: 100, gateway: newGateway("Advance") },
          restPending: way !== "mark_as_paid",
        }),
      mend: pay(1700),
    },
    payment_not_captured: {
      hold: () => held("payment_not_captured", { payment: "authorized" }),
      mend: pay(1800),
    },
    payment_terms: {
      hold: () => held("payment_terms", { payment: "none", paymentTerms: { name: "Net 30", dueInDays: 30 } }),
      mend: pay(),
    },
    payment_failed: {
      hold: () => held("payment_failed", { payment: "voided" }),
      mend: cancelled,
      mended: "cancelled",
    },
    payment_refunded: {
      async hold() {
        const row = await shop.buyPaused(cooker({ payment: "paid" }), async ({ orderGid }) =>
          shopify.refund({ orderId: orderGid, amount: 1800 }),
        );
        return shop.reached(row.orderGid, "payment_refunded");
      },
      mend: cancelled,
      mended: "cancelled",
    },
    currency_not_pkr: {
      hold: () => held("currency_not_pkr", { presentmentCurrency: "AED", presentmentRate: 0.013 }),
      mend: cancelled,
      mended: "cancelled",
    },
    nothing_to_collect: {
      hold: () =>
        held("nothing_to_collect", { shipping: 0, discountCode: { code: "ALL", amount: "1599.60" } }),
      // Paid, its price is still below what the supplier asks: that is told next.
      ...{ mend: pay(0.4), mended: "held" },
    },
    price_below_minimum: {
      hold: () => held("price_below_minimum", { payment: "partly", paidAmount: 500 }),
      mend: () => service.setPrice({ variantId, minResalePrice: 1000 }),
      restore: () => service.setPrice({ variantId, minResalePrice: 1200 }),
    },
    cannot_be_exact: {
      async hold() {
        await service.setPrice({ variantId, minResalePrice: 0 });
        return held("cannot_be_exact", { payment: "partly", paidAmount: 1700, shipping: 3000 });
      },
      mend: pay(2900),
      restore: () => service.setPrice({ variantId, minResalePrice: 1200 }),
    },
    amounts_disagree: {
      // The stand-in adds up every order it makes: the hold is written as the run would have written it.
      hold: () => shop.writeHold(cooker(), "amounts_disagree"),
      ...{ mend: ({ orderGid }) => shop.wake(orderGid), mendFirst: ["retry"] },
    },
    margin_below_floor: {
      async hold() {
        const row = await shop.reach(
          "city_unknown",
          cooker({ payment: "paid", shipping: 0, shippingAddress: { city: "Qasba Nowhere" } }),
        );
        // No webhook of it comes before the order is read.
        await service.armFault({ kind: "webhook_lost", times: 10 });
        await service.setPrice({ variantId, wholesalePrice: 1500 });
        await shop.press(row, { intent: "edit_customer", ...shop.goodCustomer() });
        return shop.reached(row.orderGid, "margin_below_floor");
      },
      mend: () => service.setPrice({ variantId, wholesalePrice: 1000 }),
      restore: () => service.setPrice({ variantId, wholesalePrice: 1000 }),
    },
  };
}
