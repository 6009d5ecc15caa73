import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { planPhone } from "#app/domain/orders/customer/plan-phone.ts";
import { cashBeforePlacing } from "#app/domain/orders/money/cash-before-placing.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { type TextLanguage, textLanguages } from "#app/domain/shops/setting-choices.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { callScript } from "./call-script.ts";
import { readyText, type TextFacts } from "./ready-text.ts";

/** How a customer was asked, and what came of it. */
export const contactChannels = ["call", "whatsapp"] as const;
export const contactResults = ["confirmed", "no_answer", "cancel"] as const;

export type ContactWay = (typeof contactChannels)[number];
export type ContactResult = (typeof contactResults)[number];

export type Contact = {
  /** +923001234567; null where no valid number is known. */
  readonly phone: string | null;
  /** A landline can be called, and has no WhatsApp. */
  readonly hasWhatsApp: boolean;
  readonly texts: Readonly<Record<TextLanguage, string>>;
  /** What to say on the phone; null once there is nothing left to ask. */
  readonly script: Readonly<Record<TextLanguage, string>> | null;
  /** A customer's answer can still change something: the order is not over. */
  readonly asksResult: boolean;
  /** Who else asks the customer whether the order is meant (R16). */
  readonly whoConfirms: string | null;
};

type Parcel = {
  readonly status: string;
  readonly confirmation: string | null;
  readonly codPkr: Rupees;
};

type ContactInput = {
  readonly state: OrderState;
  readonly route: PaymentMode | null;
  readonly outstandingPkr: Rupees | null;
  readonly parcels: readonly Parcel[];
  readonly customer: { readonly name: string | null; readonly phone: string | null } | null;
  readonly orderName: string;
  readonly sender: string;
  readonly trackingUrl: string | null;
  readonly choiceUrl: string | null;
};

const OPEN = new Set(["RECEIVED", "AWAITING_FUNDS", "CONFIRMED", "PROCESSING", "SHIPPED"]);

/** What is needed to call or write to a customer; null where nothing of the person is known. */
export function planContact({ customer, ...order }: ContactInput): Contact | null {
  if (!customer) return null;
  const phone = planPhone([customer.phone]);
  const facts: TextFacts = {
    name: customer.name,
    sender: order.sender,
    orderName: order.orderName,
    cashPkr: cashOf(order),
    moment: momentOf(order),
    trackingUrl: order.trackingUrl,
    choiceUrl: order.choiceUrl,
  };
  return {
    phone: phone.kind === "ready" ? phone.phone : null,
    hasWhatsApp: phone.kind === "ready" && !phone.isLandline,
    texts: inEachLanguage((language) => readyText(language, facts)),
    script: facts.moment === "confirm" ? inEachLanguage((language) => callScript(language, facts)) : null,
    asksResult: facts.moment !== "over",
    whoConfirms: whoConfirms(order),
  };
}

function inEachLanguage(say: (language: TextLanguage) => string): Record<TextLanguage, string> {
  const [en = "", roman_urdu = "", ur = ""] = textLanguages.map(say);
  return { en, roman_urdu, ur };
}

type Order = Omit<ContactInput, "customer">;

/** Once placed, what the couriers of open parcels collect. */
function cashOf(order: Order): Rupees | null {
  const open = order.parcels.filter(({ status }) => OPEN.has(status));
  const cash = open.length > 0 ? sumRupees(open.map(({ codPkr }) => codPkr)) : cashBeforePlacing(order);
  return cash || null;
}

function momentOf({ state, parcels }: Order): TextFacts["moment"] {
  if (state === "delivered" || state === "refused" || state === "cancelled") return "over";
  return parcels.some(({ status }) => status === "SHIPPED") ? "on_the_way" : "confirm";
}

function whoConfirms({ state, parcels }: Order): string | null {
  const open = parcels.filter(({ status }) => OPEN.has(status) && status !== "SHIPPED");
  const said = new Set(open.map(({ confirmation }) => confirmation));
  if (said.has("FAILED")) return "The supplier could not reach the customer. Call them yourself.";
  if (said.has("PENDING"))
    return "The supplier is asking the customer to confirm. You need not call as well.";
  if (said.has("CONFIRMED")) return "The customer confirmed it to the supplier.";
  if (said.has("NOT_REQUIRED")) return "The supplier asks nobody to confirm this order.";
  const isUnplaced: readonly OrderState[] = ["new", "waiting", "to_place", "held"];
  return isUnplaced.includes(state)
    ? "Once it is placed, the supplier may ask the customer to confirm."
    : null;
}
