import { Decimal } from "decimal.js";
import type { ShopifyDecimal, ShopifyTransaction } from "#app/shopify/order.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { gatewayKey, howPaidKey } from "./gateway-key.ts";

/** What a person said about all orders of one sales app and gateway. */
export type HowPaid = "cod" | "bank_transfer" | "wait";

export type RouteInput = {
  /** Shopify's displayFinancialStatus; evidence, never the decision for cash on delivery. */
  readonly financialStatus: string | null;
  readonly hasPaymentTerms: boolean;
  readonly transactions: readonly Pick<
    ShopifyTransaction,
    "kind" | "status" | "gateway" | "formattedGateway" | "amount"
  >[];
  readonly totalOutstanding: ShopifyDecimal;
  /** What was paid, less what was refunded. */
  readonly netPayment: ShopifyDecimal;
  /** Which app sold it: "web", a form app's number or name. */
  readonly salesApp: string | null;
  /** The shop's list of cash-on-delivery gateways. */
  readonly codGateways: readonly string[];
  /** By `howPaidKey`. */
  readonly rememberedAnswers: ReadonlyMap<string, HowPaid>;
  /** A person said of this very order that its money has come, although cash on delivery is what Shopify shows it by. */
  readonly isConfirmedPaid: boolean;
};

type HowPaidParams = { readonly gateway: string; readonly answerKey: string };

export type RoutePlan =
  | { readonly kind: "routed"; readonly route: PaymentMode }
  /** Ends by itself: the next report of a payment routes it. */
  | { readonly kind: "wait"; readonly code: "payment_pending" }
  | {
      readonly kind: "held";
      readonly code: "how_paid";
      readonly params: HowPaidParams | { readonly gateway: string; readonly isPaid: true };
    }
  | {
      readonly kind: "held";
      readonly code: "partly_paid";
      readonly params: {
        readonly outstandingPaisa: number;
        readonly paidPaisa: number;
      } & Partial<HowPaidParams>;
    }
  | {
      readonly kind: "held";
      readonly code: "payment_terms" | "payment_not_captured" | "payment_failed" | "payment_refunded";
      readonly params: Readonly<Record<string, never>>;
    };

type Transaction = RouteInput["transactions"][number];

const PAYING_KINDS = new Set(["SALE", "CAPTURE", "AUTHORIZATION"]);

const NEVER_PLACED = new Map([
  ["AUTHORIZED", "payment_not_captured"],
  ["VOIDED", "payment_failed"],
  ["EXPIRED", "payment_failed"],
  ["REFUNDED", "payment_refunded"],
] as const);

const COD: RoutePlan = { kind: "routed", route: "COD" };
const PREPAID: RoutePlan = { kind: "routed", route: "PREPAID" };
const WAIT: RoutePlan = { kind: "wait", code: "payment_pending" };

function isOnList({ gateway, formattedGateway }: Transaction, list: readonly string[]): boolean {
  const known = new Set(list.map(gatewayKey));
  return [gateway, formattedGateway].some((name) => name !== null && known.has(gatewayKey(name)));
}

function paying(input: RouteInput, status: string): readonly Transaction[] {
  return input.transactions.filter((each) => PAYING_KINDS.has(each.kind) && each.status === status);
}

/** Asks once per sales app and gateway; an answer of before settles it. */
function findHowPaid(input: RouteInput, gateway: string | null): HowPaid | RoutePlan {
  const answerKey = howPaidKey(input.salesApp, gateway);
  return (
    input.rememberedAnswers.get(answerKey) ?? {
      kind: "held",
      code: "how_paid",
      params: { gateway: gateway ?? "", answerKey },
    }
  );
}

/**
 * A pending order is marked as paid by some forms and drafts, so a paid cash-on-delivery order is asked about: each for
 * itself, since it takes money from the wallet.
 */
function routePaid(input: RouteInput): RoutePlan {
  const paid = paying(input, "SUCCESS");
  const byCod = paid.filter((transaction) => isOnList(transaction, input.codGateways));
  if (byCod.length === 0 || byCod.length < paid.length) return PREPAID;
  if (input.isConfirmedPaid) return PREPAID;
  return { kind: "held", code: "how_paid", params: { gateway: byCod[0]?.gateway ?? "", isPaid: true } };
}

function routePartlyPaid(input: RouteInput, pendingCod: readonly Transaction[]): RoutePlan {
  const outstanding = new Decimal(input.totalOutstanding);
  const pending = pendingCod.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  if (pending.gte(outstanding)) return COD;
  const question = findRestParams(input, outstanding);
  if (question && input.rememberedAnswers.get(question.answerKey) === "cod") return COD;
  const toPaisa = (amount: Decimal) => amount.times(100).round().toNumber();
  const params = {
    outstandingPaisa: toPaisa(outstanding),
    paidPaisa: toPaisa(new Decimal(input.netPayment)),
    ...question,
  };
  return { kind: "held", code: "partly_paid", params };
}

/** The whole rest is pending with one gateway that nobody has called cash on delivery yet: that can be asked (R7, R35). */
function findRestParams(input: RouteInput, outstanding: Decimal): HowPaidParams | null {
  const pending = paying(input, "PENDING");
  const gateways = new Set(pending.map(({ gateway }) => gateway));
  const [gateway] = gateways;
  const sum = pending.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
  if (gateways.size !== 1 || !gateway || sum.lt(outstanding)) return null;
  return { gateway, answerKey: howPaidKey(input.salesApp, gateway) };
}

/** No pending cash on delivery: a transfer, a form's own gateway, a card still being processed, or nothing at all. */
function routeUnpaid(input: RouteInput): RoutePlan {
  const [pending] = paying(input, "PENDING");
  const answer = findHowPaid(input, pending?.gateway ?? null);
  if (typeof answer === "object") return answer;
  return answer === "cod" ? COD : WAIT;
}

/**
 * Decides how the customer pays, from transactions and the shop's own list of gateways (rules R7, R35).
 * Never by financial status alone, and never switched silently: what is unclear is asked once.
 */
export function planRoute(input: RouteInput): RoutePlan {
  const isOpen = new Decimal(input.totalOutstanding).gt(0);
  if (input.hasPaymentTerms && isOpen) return { kind: "held", code: "payment_terms", params: {} };
  for (const [status, code] of NEVER_PLACED) {
    if (input.financialStatus === status) return { kind: "held", code, params: {} };
  }
  if (!isOpen) return routePaid(input);
  const pendingCod = paying(input, "PENDING").filter((each) => isOnList(each, input.codGateways));
  if (new Decimal(input.netPayment).gt(0)) return routePartlyPaid(input, pendingCod);
  return pendingCod.length > 0 ? COD : routeUnpaid(input);
}
