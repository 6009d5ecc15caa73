import type { Prisma } from "@prisma/client";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { takeReports } from "../../stock/take-reports.server.ts";
import { toStanding } from "../changes/standing.ts";
import { cutNotes } from "../customer/cut-notes.ts";
import { openCustomerEdit } from "../customer/open-customer-edit.server.ts";
import { type CustomerPlan, planCustomer } from "../customer/plan-customer.ts";
import { toCustomerInput } from "../customer/to-customer-input.ts";
import { findDeliveryConsent } from "../decisions/lower-delivery.server.ts";
import { buildExternalOrderId } from "../external-order-id.ts";
import { listMarkedParcelIds } from "../fulfillment/list-uncovered-parcels.ts";
import { ourFulfillmentOrders } from "../fulfillment/our-fulfillment-orders.ts";
import { checkCodCost } from "../money/expect-outcome.ts";
import { rupees, sumRupees } from "../money/rupees.ts";
import { openSupplier } from "../open-supplier.ts";
import type { HandoffRecord } from "../order-record.server.ts";
import type { Need, ReadRun } from "../order-run.ts";
import { withoutOwnNotes } from "../refused/own-notes.ts";
import { findTwin } from "../waiting/find-twin.server.ts";
import { loadWantedBefore } from "../waiting/wanted-before.server.ts";
import { checkMargin } from "./check-margin.server.ts";
import { checkStock } from "./check-stock.server.ts";
import type { Intent } from "./commit-intent.server.ts";
import { countUnits } from "./count-units.ts";
import { isPressed } from "./decide-placing.ts";
import type { Answers } from "./load-answers.server.ts";
import { loadVariants } from "./load-variants.server.ts";
import { nextName } from "./next-name.ts";
import { collectOpenLines, type OpenLine, type OpenLines } from "./open-lines.ts";
import { type HandoffMoney, planHandoffMoney } from "./plan-handoff-money.ts";
import { quoteHandoff } from "./quote-handoff.server.ts";
import { keepQuotedTerms, toHandoffTerms } from "./quoted-terms.server.ts";

export type Preparation =
  | { readonly kind: "ready"; readonly intent: Intent }
  /** Everything that is in its way as far as it can be told by now, at least one. */
  | { readonly kind: "held"; readonly needs: readonly [Need, ...Need[]] };

type Decided = {
  readonly mode: "live" | "test";
  readonly paymentMode: "COD" | "PREPAID";
  /** Ours, open, and to go in one request (R6). */
  readonly fulfillmentOrders: readonly ShopifyFulfillmentOrder[];
  readonly answers: Answers;
  readonly refused: HandoffRecord | null;
};

type ReadyMoney = Extract<HandoffMoney, { kind: "ready" }>;
type ReadyCustomer = Extract<CustomerPlan, { kind: "ready" }>;

/**
 * Checks everything an order needs before it may be placed, cheapest first, and says what exactly would be sent. A customer
 * who cannot be sent as they are leaves the goods to be looked at all the same: who mends an order sees all of it at once.
 */
export async function prepareIntent(run: ReadRun, decided: Decided): Promise<Preparation> {
  const supplier = openSupplier(run, { mode: decided.mode, accountId: null });
  if (!supplier) return held({ code: "invalid_key" });
  const customer = planCustomer(toCustomerInput(run.shopify, remembered(run, decided.answers)));
  if (hasUnknownContents(run)) return held(...withCustomer(customer, { code: "unknown_contents" }));
  const goods = await prepareGoods(run, decided, { supplier, customer });
  if (goods.kind === "held") return held(...withCustomer(customer, ...goods.needs));
  if (customer.kind === "held") return held(toCustomerNeed(customer));
  const { money, before, lines } = goods;
  const { city } = customer.customer;
  const quoted = await quoteHandoff(supplier, { city, items: money.items, lines });
  if (quoted.kind === "held") return held(quoted.need);
  await keepQuotedTerms(run, { ...quoted, mode: decided.mode, lines });
  const wholesale = wholesaleOf(money, lines);
  const below =
    decided.paymentMode === "COD" ? checkCodCost(money.collects, wholesale, quoted.quote.shippingCost) : null;
  if (below) return held({ code: below.code, params: toJson(below.numbers) });
  const { terms, expected } = toHandoffTerms(decided.paymentMode, money, { wholesale, quote: quoted.quote });
  const margin = { mode: decided.mode, before, now: lines, expected };
  const thin = isPressed(run) ? null : await checkMargin(run, margin);
  if (thin) return held(thin);
  return { kind: "ready", intent: toIntent(run, decided, { customer, money, lines, terms }) };
}

type Goods =
  | {
      readonly kind: "ready";
      readonly money: ReadyMoney;
      /** The lines with the prices we knew, and with those the service has now. */
      readonly before: readonly OpenLine[];
      readonly lines: readonly OpenLine[];
    }
  | Extract<Preparation, { kind: "held" }>;

type Asked = { readonly supplier: SupplierClient; readonly customer: CustomerPlan };

/** What is to be sent, and whether it is there and its sums are exact. */
async function prepareGoods(run: ReadRun, decided: Decided, { supplier, customer }: Asked): Promise<Goods> {
  const open = await openLinesOf(run, decided);
  if (open.kind === "not_linked") return held(toUnlinkedNeed(open.unlinked));
  // A press, or an attempt that was made already, has answered the question.
  const isAsked = isPressed(run) || decided.refused !== null || customer.kind === "held";
  const twin = isAsked ? null : await findTwin(run, customer.customer.phone, open.lines);
  if (twin) return held(twin);
  const wantedBefore = isPressed(run) ? new Map() : await loadWantedBefore(run);
  const stock = await checkStock(supplier, open.lines, wantedBefore);
  if (stock.kind === "held") {
    await takeReports(run.ctx, { mode: decided.mode, by: "check" }, stock.reports);
    return held(stock.need);
  }
  const money = planMoney(run, decided, stock.lines);
  return money.kind === "held"
    ? held(toMoneyNeed(money))
    : { kind: "ready", money, before: open.lines, lines: stock.lines };
}

/**
 * What of the order itself keeps it from being placed, found without asking the service: no turn is promised to an order
 * that cannot go when it has come.
 */
export async function findOwnHold(run: ReadRun, decided: Decided): Promise<Need | null> {
  const customer = planCustomer(toCustomerInput(run.shopify, remembered(run, decided.answers)));
  if (customer.kind === "held") return toCustomerNeed(customer);
  const open = await openLinesOf(run, decided);
  if (open.kind === "not_linked") return toUnlinkedNeed(open.unlinked);
  const money = planMoney(run, decided, open.lines);
  return money.kind === "held" ? toMoneyNeed(money) : null;
}

async function openLinesOf(run: ReadRun, { mode, fulfillmentOrders }: Decided): Promise<OpenLines> {
  const variants = await loadVariants(run, mode);
  const units = countUnits(run, run.record.handoffs);
  return collectOpenLines(fulfillmentOrders, run.shopify.lines, variants, units);
}

/** While an earlier parcel's contents are unknown, what is left to collect cannot be told (R10, R42). */
function hasUnknownContents({ record }: ReadRun): boolean {
  const collecting = record.handoffs
    .filter((handoff) => handoff.state === "placed")
    .flatMap((handoff) => handoff.parcels)
    .filter((parcel) => parcel.status !== "CANCELLED" && parcel.status !== "RETURNED");
  return collecting.some((parcel) => parcel.contents === null);
}

function held(...needs: [Need, ...Need[]]): Extract<Preparation, { kind: "held" }> {
  return { kind: "held", needs };
}

function withCustomer(customer: CustomerPlan, ...needs: [Need, ...Need[]]): [Need, ...Need[]] {
  return customer.kind === "held" ? [toCustomerNeed(customer), ...needs] : needs;
}

function remembered({ ctx, record }: ReadRun, { citiesAsWritten, chosenCities }: Answers) {
  return { knownAsWritten: citiesAsWritten, chosenCities, correction: openCustomerEdit(ctx, record) };
}

function toUnlinkedNeed([first]: Extract<OpenLines, { kind: "not_linked" }>["unlinked"]): Need {
  return {
    code: "variant_not_linked",
    params: { title: first?.title ?? "", variantGid: first?.variantId ?? null },
  };
}

/** A hold's numbers are stored in the clear, so a phone or an address is not among them. */
function toCustomerNeed({ code, params }: Extract<CustomerPlan, { kind: "held" }>): Need {
  return code === "phone_invalid" ? { code } : { code, params: toJson(params) };
}

function planMoney(run: ReadRun, decided: Decided, lines: readonly OpenLine[]): HandoffMoney {
  const ours = ourFulfillmentOrders(run);
  const question = {
    shopify: run.shopify,
    mode: decided.mode,
    paymentMode: decided.paymentMode,
    openLines: lines,
    ourLineIds: new Set(ours.flatMap((each) => each.lines.map((line) => line.lineId))),
    handoffs: run.record.handoffs,
    shippingShare: toShippingShare(run.ctx.shop.shippingShare),
    markedParcels: listMarkedParcelIds(run.record.effects),
  };
  return planHandoffMoney(question, findDeliveryConsent(run.record));
}

function toMoneyNeed({ code, numbers, lowered }: Extract<HandoffMoney, { kind: "held" }>): Need {
  return { code, params: toJson({ ...numbers, ...(lowered ? { lowered } : {}) }) };
}

function toShippingShare(text: string): "by_value" | "all_ours" | "none" {
  return text === "all_ours" || text === "none" ? text : "by_value";
}

function wholesaleOf(money: ReadyMoney, lines: readonly OpenLine[]) {
  const prices = new Map(
    lines.flatMap((line) => line.parts.map((part) => [part.variantId, part.wholesalePrice] as const)),
  );
  return sumRupees(money.items.map((item) => rupees((prices.get(item.variantId) ?? 0) * item.quantity)));
}

type Parts = {
  readonly customer: ReadyCustomer;
  readonly money: ReadyMoney;
  readonly lines: readonly OpenLine[];
  readonly terms: Prisma.InputJsonObject;
};

function toIntent(run: ReadRun, { mode, paymentMode, refused }: Decided, parts: Parts): Intent {
  const { shop } = run.ctx;
  const name = nextName({
    handoffs: run.record.handoffs.filter((handoff) => handoff.mode === mode),
    refused,
    isReplacement: run.record.replaceRequestedAt !== null,
  });
  const notes = cutNotes([...parts.customer.notes, withoutOwnNotes(run.shopify.note)]);
  return {
    mode,
    ...name,
    externalOrderId: buildExternalOrderId({
      mode,
      shopId: shop.gid ?? "",
      orderId: run.shopify.id,
      ...name,
    }),
    externalOrderName: run.shopify.name,
    paymentMode,
    money: parts.money,
    lines: parts.lines,
    customer: parts.customer.customer,
    notes,
    senderName: shop.senderName ?? shop.name,
    terms: parts.terms,
    standing: toStanding(run.shopify),
  };
}

/** Plain JSON of a value whose members are all plain. */
function toJson(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value));
}
