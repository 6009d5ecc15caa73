import type { DocumentedCode } from "#app/supplier/error-codes.ts";
import { DEMO_LIVE_KEY_ID, DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import type { Fault } from "#test/standins/supplier/faults.ts";
import { PUBLISHED_TERMS } from "#test/standins/supplier/terms.ts";
import type { Placing } from "#test/support/order-harness.ts";
import type { PlacingShop } from "./placing-shop.ts";

/** How a code of POST /orders comes about, what the merchant reads of it, and how its reason ends. */
export type PlacingRow = {
  readonly code: DocumentedCode;
  readonly because: () => Promise<unknown>;
  readonly order?: () => Placing;
  readonly reads: RegExp;
  readonly mend: () => Promise<unknown>;
  /** The hold it is shown as, where that has another name. */
  readonly shownAs?: string;
  readonly parcels?: number;
  /** Found by the checks before POST /orders, unless stock cannot be asked. */
  readonly inChecks?: true;
};

/** What a call about one parcel is answered, and what the merchant reads. */
export type AnswerRow = {
  readonly code: DocumentedCode;
  readonly reads: RegExp;
  /** The supplier was asked, and has decided. */
  readonly final?: true;
  /** Nobody knows yet whether it was done: that is found out before it may be asked again. */
  readonly outcomeUnknown?: true;
};

/** Codes that only other calls answer. */
export const ELSEWHERE = {
  test_mode_only: "POST /orders/{id}/simulate",
  webhook_url_invalid: "PUT /webhooks",
} as const satisfies Partial<Record<DocumentedCode, string>>;

export const PASSING_CODES = [
  "rate_limited",
  "daily_quota_exceeded",
  "idempotency_in_progress",
  "internal_error",
] as const satisfies readonly DocumentedCode[];

export const UNKNOWN_OUTCOME_CODES = [
  "duplicate_order",
  "idempotency_key_reused",
] as const satisfies readonly DocumentedCode[];

const UNCONFIRMED = /has not confirmed the cancellation\..* asked again by itself/;

export const CANCEL_ANSWERS: readonly AnswerRow[] = [
  { code: "order_not_cancellable", reads: /already packed .* can refuse it at the door/, final: true },
  { code: "not_found", reads: UNCONFIRMED },
  { code: "rate_limited", reads: UNCONFIRMED },
  { code: "internal_error", reads: UNCONFIRMED },
  { code: "invalid_key", reads: /no longer accepts your key\. Connect again/ },
  { code: "reseller_suspended", reads: /account is suspended/ },
];

export const PAY_ANSWERS: readonly AnswerRow[] = [
  { code: "insufficient_balance", reads: /does not hold enough .* Top it up, then pay again/ },
  { code: "order_not_payable", reads: /not waiting for funds any more/ },
  { code: "not_found", reads: /nothing was paid\. It said: “/ },
  { code: "rate_limited", reads: /nothing was paid\. Pay again in a minute/ },
  {
    code: "internal_error",
    reads: /answer was lost, so it is not known yet .* We are checking/,
    outcomeUnknown: true,
  },
  { code: "ip_not_allowed", reads: /Nothing was paid\. Your key does not allow our address/ },
];

const dearShipping = { bands: [{ upToKg: 10, cost: 300 }], perKgAbove: 30 };

/** The rows of POST /orders; without a shop only their codes are of use. */
export function placingRows(shop: PlacingShop | null, variantId: string): readonly PlacingRow[] {
  const control = () => {
    if (!shop) throw new Error("There is no shop to act in");
    return shop.supplier.control;
  };
  const line = (...args: Parameters<PlacingShop["line"]>) => {
    if (!shop) throw new Error("There is no shop to buy in");
    return shop.line(...args);
  };
  const nothing = async () => undefined;
  const refused = (code: DocumentedCode, message: string, details?: unknown) => {
    const fault: Fault = { kind: "refused", code, message, details };
    return () => control().armFault({ ...fault, method: "POST", path: "/orders", times: 1 });
  };
  const account = (change: Parameters<ReturnType<typeof control>["setAccount"]>[0]) => () =>
    control().setAccount(change);
  const available = async () => {
    const { wallets } = await control().audit();
    return wallets.find(({ mode }) => mode === "live")?.available ?? 0;
  };
  return [
    {
      code: "validation_error",
      because: refused("validation_error", "The address is too short", [
        { path: "customer.address", message: "too short" },
      ]),
      reads: /did not accept the order\. It said: “The address is too short” Correct it/,
      mend: nothing,
    },
    {
      code: "idempotency_key_required",
      because: refused("idempotency_key_required", "No key"),
      ...{
        shownAs: "validation_error",
        reads: /did not accept the order\. It said: “No key”/,
        mend: nothing,
      },
    },
    {
      code: "not_found",
      because: refused("not_found", "Not here"),
      ...{
        shownAs: "validation_error",
        reads: /did not accept the order\. It said: “Not here”/,
        mend: nothing,
      },
    },
    {
      code: "variant_not_mapped",
      because: refused("variant_not_mapped", "Never mapped"),
      ...{ shownAs: "validation_error", reads: /did not accept the order\. It said: “Never/, mend: nothing },
    },
    {
      ...{ code: "invalid_key", inChecks: true },
      because: () => control().revokeKey({ keyId: DEMO_LIVE_KEY_ID }),
      reads: /no longer accepts your key\. Connect again/,
      mend: () => control().addKey({ id: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET, mode: "live" }),
    },
    {
      ...{ code: "ip_not_allowed", inChecks: true },
      because: account({ allowedIps: ["203.0.113.9"] }),
      reads: /does not allow our address\. Add the addresses/,
      mend: account({ allowedIps: null }),
    },
    {
      ...{ code: "reseller_suspended", inChecks: true },
      because: account({ status: "suspended", statusReason: "Documents missing" }),
      reads: /suspended\. It said: “.*Documents missing/,
      mend: account({ status: "active" }),
    },
    {
      ...{ code: "reseller_not_active", inChecks: true },
      because: account({ status: "pending" }),
      reads: /not approved yet\. Orders go out once it is/,
      mend: account({ status: "active" }),
    },
    {
      ...{ code: "dropship_disabled", inChecks: true },
      because: () => control().setPaused({ paused: true }),
      reads: /paused all orders\. They go out when it resumes/,
      mend: () => control().setPaused({ paused: false }),
    },
    {
      ...{ code: "variant_not_found", inChecks: true },
      because: () => control().removeProduct({ productId: "prd_cooker" }),
      reads: /no longer sells “.*”\. Link another product/,
      mend: () => control().restoreProduct({ productId: "prd_cooker" }),
    },
    {
      ...{ code: "price_below_minimum", inChecks: true },
      because: () => control().setPrice({ variantId, minResalePrice: 1700 }),
      reads: /Rs 100 below the supplier's lowest price/,
      mend: () => control().setPrice({ variantId, minResalePrice: 1200 }),
    },
    {
      code: "cod_below_cost",
      because: async () => {
        await control().setUndefined({ codBelowCostPer: "parcel" });
        await control().setTerms({ shippingRates: dearShipping });
      },
      order: () => ({ lines: [line("earbuds", 800), line("speaker", 2000)], shipping: 0 }),
      reads: /would collect Rs 2,800, less than product and shipping cost\. It said: “.*” Change the order/,
      mend: async () => {
        await control().setUndefined({ codBelowCostPer: "order" });
        await control().setTerms({ shippingRates: PUBLISHED_TERMS.shippingRates });
      },
      parcels: 2,
    },
    {
      ...{ code: "out_of_stock", inChecks: true },
      because: () => control().setStock({ variantId, stock: 0 }),
      reads: /has 0 of “.*”\. It goes out when stock is back/,
      mend: () => control().setStock({ variantId, stock: 500 }),
    },
    {
      code: "insufficient_balance",
      because: async () => control().withdraw({ amount: await available() }),
      reads: /wallet is too low .*Top it up; the order then goes out by itself/,
      mend: () => control().topUp({ amount: 1_000_000 }),
    },
    {
      code: "deposit_required",
      because: account({ deposit: 0 }),
      reads: /deposit is not complete\. Pay it/,
      mend: account({ deposit: 2000 }),
    },
    {
      code: "prepaid_disabled",
      because: () => control().setTerms({ allowPrepaid: false }),
      order: () => ({ lines: [line("cooker", 1600)], payment: "paid" }),
      reads: /takes no prepaid orders right now\. It goes out when they are back/,
      mend: () => control().setTerms({ allowPrepaid: true }),
    },
    {
      code: "customer_blocked",
      because: () => control().setTerms({ blacklistRefusals: 0 }),
      reads: /does not ship to this phone number/,
      mend: () => control().setTerms({ blacklistRefusals: 1000 }),
    },
    {
      code: "daily_cap_reached",
      because: refused("daily_cap_reached", "No more today"),
      reads: /orders for today are used up .* number 1 of 1 in the queue/,
      mend: () =>
        shop?.app.db.supplierConnection.updateMany({ data: { capUntil: new Date(0) } }) ?? nothing(),
    },
  ];
}
