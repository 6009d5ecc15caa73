import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";

/** The setting by which the app did something by itself: its name, and the page where it is chosen. */
export type FactReason = { readonly rule: string; readonly path: string };

const PLACING: FactReason = { rule: "Placing orders", path: "/settings/placing" };
const PAYMENT: FactReason = { rule: "Payment", path: "/settings/payment" };
const PRICES: FactReason = { rule: "Prices", path: "/settings/prices" };
const STOCK: FactReason = { rule: "Stock", path: "/settings/stock" };
const CHANGES: FactReason = {
  rule: "When the supplier changes something",
  path: "/settings/supplier-changes",
};
const CUSTOMERS: FactReason = { rule: "Customers' pages", path: "/settings/customers" };
const AUTO_PAY: FactReason = { rule: "Pay by itself", path: "/wallet/funds" };
const CHECKS: FactReason = { rule: "Checks", path: "/activity?view=checks" };
const CHANNELS: FactReason = { rule: "Sales channels", path: "/settings/channels" };

/** Only what the app does without being asked; what somebody asked for says so itself. */
const REASONS: Partial<Readonly<Record<FactCode, FactReason>>> = {
  route_decided: PAYMENT,
  request_submitted: PLACING,
  command_withdrawn: PLACING,
  marked_paid: PAYMENT,
  not_marked_paid: PAYMENT,
  refused_order_cancelled: PLACING,
  refused_order_kept: PLACING,
  fulfillment_created: CUSTOMERS,
  fulfillment_event: CUSTOMERS,
  paid_by_itself: AUTO_PAY,
  auto_pay_stopped: AUTO_PAY,
  price_by_rule: PRICES,
  price_followed: PRICES,
  price_put_back: PRICES,
  brake_stock: STOCK,
  stock_put_right: STOCK,
  stock_left: STOCK,
  taken_out_of_stock: STOCK,
  back_in_stock: STOCK,
  taken_out: CHANGES,
  brought_back: CHANGES,
  taken_over: CHANGES,
  kept_as_it_is: CHANGES,
  sync_stopped: CHANGES,
  published: CHANNELS,
  sweep_mended: CHECKS,
  news_expired: CHECKS,
};

export function reasonOf(code: FactCode): FactReason | null {
  return REASONS[code] ?? null;
}

/** By which an order is sent that nobody asked for. */
export const automaticPlacing: FactReason = PLACING;
