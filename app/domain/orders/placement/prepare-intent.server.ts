import type { Prisma } from "@prisma/client";
import { applyStockReports } from "#app/domain/inventory/apply-stock-reports.server.ts";
import { rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { toSourceSnapshot } from "#app/domain/orders/amendments/source-snapshot.ts";
import { findDeliveryConsent } from "#app/domain/orders/commands/decisions/lower-delivery.server.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { cutNotes } from "#app/domain/orders/customer/cut-notes.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { type CustomerPlan, planCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import { toCustomerInput } from "#app/domain/orders/customer/to-customer-input.ts";
import { listMarkedParcelIds } from "#app/domain/orders/fulfillment/list-uncovered-parcels.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { checkCodCost } from "#app/domain/orders/money/expect-outcome.ts";
import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withoutOwnNotes } from "#app/domain/orders/returns/own-notes.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { checkMargin } from "./check-margin.server.ts";
import { checkStock } from "./check-stock.server.ts";
import type { Intent } from "./commit-intent.server.ts";
import { countUnits } from "./count-units.ts";
import { isPlaceRequested } from "./decide-placing.ts";
import { buildExternalOrderId } from "./external-order-id.ts";
import type { Answers } from "./load-answers.server.ts";
import { loadVariants } from "./load-variants.server.ts";
import { nextHandoffName } from "./next-handoff-name.ts";
import { collectOpenLines, type OpenLine, type OpenLines } from "./open-lines.ts";
import { type HandoffMoney, planHandoffMoney } from "./plan-handoff-money.ts";
import { quoteHandoff } from "./quote-handoff.server.ts";
import { saveQuotedTerms, toHandoffTerms } from "./quoted-terms.server.ts";
import { loadEarlierDemand } from "./waiting/earlier-demand.server.ts";
import { findDuplicateOrder } from "./waiting/find-duplicate-order.server.ts";
import { findKnownObstacle, type KnownObstacle } from "./waiting/find-known-obstacle.server.ts";

export type Preparation =
  | { readonly kind: "ready"; readonly intent: Intent }
  /** Every known obstacle, at least one. */
  | { readonly kind: "held"; readonly holds: readonly [Hold, ...Hold[]] };

type PrepareIntentInput = {
  readonly mode: Mode;
  readonly paymentMode: PaymentMode;
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
export async function prepareIntent(run: ReadRun, decided: PrepareIntentInput): Promise<Preparation> {
  const supplier = openSupplier(run, { mode: decided.mode, accountId: null });
  if (!supplier) return held({ code: "invalid_key" });
  const customer = planCustomer(toCustomerInput(run.shopify, rememberedCustomer(run, decided.answers)));
  if (hasUnknownContents(run)) return held(...withCustomerHold(customer, { code: "unknown_contents" }));
  const goods = await prepareGoods(run, decided, { supplier, customer });
  if (goods.kind === "held") return held(...withCustomerHold(customer, ...goods.holds));
  if (customer.kind === "held") return held(toCustomerHold(customer));
  const { money, before, lines } = goods;
  const { city } = customer.customer;
  const quoted = await quoteHandoff(supplier, { city, items: money.items, lines });
  if (quoted.kind === "held") return held(quoted.hold);
  await saveQuotedTerms(run, { ...quoted, mode: decided.mode, lines });
  const wholesale = wholesaleOf(money, lines);
  const below =
    decided.paymentMode === "COD" ? checkCodCost(money.collects, wholesale, quoted.quote.shippingCost) : null;
  if (below) return held({ code: below.code, params: toJson(below.numbers) });
  const { terms, expected } = toHandoffTerms(decided.paymentMode, money, { wholesale, quote: quoted.quote });
  const margin = { mode: decided.mode, before, now: lines, expected };
  const thin = isPlaceRequested(run) ? null : await checkMargin(run, margin);
  if (thin) return held(thin);
  return { kind: "ready", intent: toIntent(run, decided, { customer, money, lines, terms }) };
}

type PrepareGoodsResult =
  | {
      readonly kind: "ready";
      readonly money: ReadyMoney;
      /** The lines with the prices we knew, and with those the service has now. */
      readonly before: readonly OpenLine[];
      readonly lines: readonly OpenLine[];
    }
  | Extract<Preparation, { kind: "held" }>;

type PrepareGoodsInput = { readonly supplier: SupplierClient; readonly customer: CustomerPlan };

/** What is to be sent, and whether it is there and its sums are exact. */
async function prepareGoods(
  run: ReadRun,
  decided: PrepareIntentInput,
  { supplier, customer }: PrepareGoodsInput,
): Promise<PrepareGoodsResult> {
  const open = await openLinesOf(run, decided);
  if (open.kind === "not_linked") return held(toUnlinkedHold(open.unlinked));
  // A command, or an attempt that was made already, has answered the question.
  const isQuestionAnswered = isPlaceRequested(run) || decided.refused !== null || customer.kind === "held";
  const duplicate = isQuestionAnswered
    ? null
    : await findDuplicateOrder(run, customer.customer.phone, open.lines);
  if (duplicate) return held(duplicate);
  const earlierDemand = isPlaceRequested(run) ? new Map() : await loadEarlierDemand(run);
  const stock = await checkStock(supplier, open.lines, earlierDemand);
  if (stock.kind === "held") {
    await applyStockReports(run.ctx, { mode: decided.mode, by: "check" }, stock.reports);
    return held(stock.hold);
  }
  const money = planMoney(run, decided, stock.lines);
  return money.kind === "held"
    ? held(toMoneyHold(money))
    : { kind: "ready", money, before: open.lines, lines: stock.lines };
}

/** What of the order itself keeps it from being placed, and what else our rows know to keep it back on its turn. */
type OwnObstacles = { readonly hold: Hold | null; readonly known: KnownObstacle | null };

/** Found without asking the service: no turn is promised to an order that cannot go when it has come. */
export async function findOwnObstacles(run: ReadRun, decided: PrepareIntentInput): Promise<OwnObstacles> {
  const customer = planCustomer(toCustomerInput(run.shopify, rememberedCustomer(run, decided.answers)));
  if (customer.kind === "held") return { hold: toCustomerHold(customer), known: null };
  const open = await openLinesOf(run, decided);
  if (open.kind === "not_linked") return { hold: toUnlinkedHold(open.unlinked), known: null };
  const money = planMoney(run, decided, open.lines);
  if (money.kind === "held") return { hold: toMoneyHold(money), known: null };
  return { hold: null, known: await findKnownObstacle(run, { mode: decided.mode, lines: open.lines }) };
}

async function openLinesOf(
  run: ReadRun,
  { mode, fulfillmentOrders }: PrepareIntentInput,
): Promise<OpenLines> {
  const variants = await loadVariants(run, mode);
  const units = countUnits(run, run.record.handoffs);
  return collectOpenLines(fulfillmentOrders, run.shopify.lines, variants, units);
}

/** While an earlier parcel's contents are unknown, what is left to collect is unknown (R10, R42). */
function hasUnknownContents({ record }: ReadRun): boolean {
  const collecting = record.handoffs
    .filter((handoff) => handoff.state === "placed")
    .flatMap((handoff) => handoff.parcels)
    .filter((parcel) => parcel.status !== "CANCELLED" && parcel.status !== "RETURNED");
  return collecting.some((parcel) => parcel.contents === null);
}

function held(...holds: [Hold, ...Hold[]]): Extract<Preparation, { kind: "held" }> {
  return { kind: "held", holds };
}

function withCustomerHold(customer: CustomerPlan, ...holds: [Hold, ...Hold[]]): [Hold, ...Hold[]] {
  return customer.kind === "held" ? [toCustomerHold(customer), ...holds] : holds;
}

function rememberedCustomer({ ctx, record }: ReadRun, { citiesAsWritten, chosenCities }: Answers) {
  return { knownAsWritten: citiesAsWritten, chosenCities, correction: openCustomerEdit(ctx, record) };
}

function toUnlinkedHold([first]: Extract<OpenLines, { kind: "not_linked" }>["unlinked"]): Hold {
  return {
    code: "variant_not_linked",
    params: { title: first?.title ?? "", variantGid: first?.variantId ?? null },
  };
}

/** A hold's numbers are stored in the clear, so a phone or an address is not among them. */
function toCustomerHold({ code, params }: Extract<CustomerPlan, { kind: "held" }>): Hold {
  return code === "phone_invalid" ? { code } : { code, params: toJson(params) };
}

function planMoney(run: ReadRun, decided: PrepareIntentInput, lines: readonly OpenLine[]): HandoffMoney {
  const ours = ourFulfillmentOrders(run);
  const input = {
    shopify: run.shopify,
    mode: decided.mode,
    paymentMode: decided.paymentMode,
    openLines: lines,
    ourLineIds: new Set(ours.flatMap((each) => each.lines.map((line) => line.lineId))),
    handoffs: run.record.handoffs,
    shippingShare: run.ctx.shop.shippingShare,
    markedParcels: listMarkedParcelIds(run.record.effects),
  };
  return planHandoffMoney(input, findDeliveryConsent(run.record));
}

function toMoneyHold({ code, numbers, lowered }: Extract<HandoffMoney, { kind: "held" }>): Hold {
  return { code, params: toJson({ ...numbers, ...(lowered ? { lowered } : {}) }) };
}

function wholesaleOf(money: ReadyMoney, lines: readonly OpenLine[]) {
  const prices = new Map(
    lines.flatMap((line) => line.parts.map((part) => [part.variantId, part.wholesalePrice] as const)),
  );
  return sumRupees(money.items.map((item) => rupees((prices.get(item.variantId) ?? 0) * item.quantity)));
}

type IntentParts = {
  readonly customer: ReadyCustomer;
  readonly money: ReadyMoney;
  readonly lines: readonly OpenLine[];
  readonly terms: Prisma.InputJsonObject;
};

function toIntent(
  run: ReadRun,
  { mode, paymentMode, refused }: PrepareIntentInput,
  parts: IntentParts,
): Intent {
  const { shop } = run.ctx;
  const name = nextHandoffName({
    handoffs: run.record.handoffs.filter((handoff) => handoff.mode === mode),
    refused,
    isReplacement: requestedAt(run.record.decisions, "replace") !== null,
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
    sourceSnapshot: toSourceSnapshot(run.shopify),
  };
}

/** Plain JSON of a value whose members are all plain. */
function toJson(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value));
}
