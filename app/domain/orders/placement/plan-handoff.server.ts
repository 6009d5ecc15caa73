import type { Prisma } from "@prisma/client";
import type { StockReport } from "#app/domain/inventory/save-stock.server.ts";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { findDeliveryConsent } from "#app/domain/orders/commands/decisions/lower-delivery.server.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { type CustomerPlan, planCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import { toCustomerInput } from "#app/domain/orders/customer/to-customer-input.ts";
import { listMarkedParcelIds } from "#app/domain/orders/fulfillment/list-uncovered-parcels.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { checkCodCost, type ExpectedOutcome } from "#app/domain/orders/money/expect-outcome.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { findRememberedBlock } from "#app/domain/orders/refusals/find-block.server.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import type { ShippingQuote } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { SupplierErrorCode } from "#app/supplier/error-codes.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { checkMargin } from "./check-margin.server.ts";
import { checkStock } from "./check-stock.server.ts";
import { countUnits } from "./count-units.ts";
import { isPlaceRequested } from "./decide-placing.ts";
import type { Answers } from "./load-answers.server.ts";
import { loadVariants } from "./load-variants.server.ts";
import { collectOpenLines, type OpenLine, type OpenLines } from "./open-lines.ts";
import { type HandoffMoney, planHandoffMoney } from "./plan-handoff-money.ts";
import { quoteHandoff } from "./quote-handoff.server.ts";
import { toHandoffTerms } from "./quoted-terms.server.ts";
import { loadEarlierDemand } from "./waiting/earlier-demand.server.ts";
import { findDuplicateOrder, type TurnOfPhone } from "./waiting/find-duplicate-order.server.ts";
import { findKnownObstacle, type KnownObstacle } from "./waiting/find-known-obstacle.server.ts";

/** Which units are planned for, as `decidePlacing` chose them. */
export type PlannedUnits = {
  readonly mode: Mode;
  readonly paymentMode: PaymentMode;
  /** Ours, open, and to go in one request (R6). */
  readonly fulfillmentOrders: readonly ShopifyFulfillmentOrder[];
  readonly answers: Answers;
  readonly refused: HandoffRecord | null;
};

type PlanHandoffInput = PlannedUnits & {
  /** Null: it is not asked. */
  readonly supplier: SupplierClient | null;
  readonly turnOf: TurnOfPhone;
  /**
   * Who places stops at the first check that holds, and where the service does not answer. Who only looks wants every hold,
   * and what is known without the service.
   */
  readonly until: "first_hold" | "end";
};

type ReadyMoney = Extract<HandoffMoney, { kind: "ready" }>;

type PlannedGoods = {
  readonly holds: readonly Hold[];
  /** The lines with the costs we knew, and with those the service has now; none where one of them is not linked. */
  readonly before: readonly OpenLine[];
  readonly lines: readonly OpenLine[];
  readonly reports: readonly StockReport[];
  /** Null while it is held. */
  readonly money: ReadyMoney | null;
  /** Why stock was not looked at; null where it was, or did not have to be. */
  readonly stockSkipped: SupplierErrorCode | null;
};

type PlannedQuote = {
  readonly holds: readonly Hold[];
  readonly quote: ShippingQuote | null;
  readonly terms: Prisma.InputJsonObject | null;
  readonly expected: ExpectedOutcome | null;
  /** Why there is no quote, where the service did not answer. */
  readonly skipped: SupplierErrorCode | null;
};

/** What would be sent, as far as it could be planned. */
export type HandoffPlan = {
  /** Every obstacle that was found; none: it may be sent as it is. */
  readonly holds: readonly Hold[];
  readonly customer: CustomerPlan;
  readonly goods: PlannedGoods;
  readonly quoted: PlannedQuote;
};

const noGoods: PlannedGoods = {
  ...{ holds: [], before: [], lines: [], reports: [], money: null, stockSkipped: null },
};
const notQuoted: PlannedQuote = { holds: [], quote: null, terms: null, expected: null, skipped: null };

/**
 * Checks everything an order needs before it may be placed, cheapest first, and says what exactly would be sent; nothing
 * is written or sent by it. A customer who cannot be sent as they are leaves the goods to be looked at all the same: who
 * mends an order sees all of it at once.
 */
export async function planHandoff(order: ReadOrder, input: PlanHandoffInput): Promise<HandoffPlan> {
  const customer = planCustomerOf(order, input.answers);
  const customerHolds = listCustomerHolds(customer);
  if (hasUnknownContents(order)) {
    const holds: Hold[] = [...customerHolds, { code: "unknown_contents" }];
    return { holds, customer, goods: noGoods, quoted: notQuoted };
  }
  const goods = await planGoods(order, input, customer);
  const holds = [...customerHolds, ...goods.holds];
  const isOver = input.until === "first_hold" && holds.length > 0;
  if (isOver || goods.money === null || customer.kind === "held")
    return { holds, customer, goods, quoted: notQuoted };
  const { city } = customer.customer;
  const quoted = await planQuote(order, input, { city, goods, money: goods.money });
  return { holds: [...holds, ...quoted.holds], customer, goods, quoted };
}

/** What is to be sent, and whether it is there and its sums are exact. */
async function planGoods(
  order: ReadOrder,
  input: PlanHandoffInput,
  customer: CustomerPlan,
): Promise<PlannedGoods> {
  const isOver = (holds: readonly Hold[]) => input.until === "first_hold" && holds.length > 0;
  const open = await openLinesOf(order, input);
  if (open.kind === "not_linked")
    return { ...noGoods, holds: upTo(input, open.unlinked.map(toUnlinkedHold)) };
  const opened: PlannedGoods = { ...noGoods, before: open.lines, lines: open.lines };
  const known = await listKnownOfPhone(order, input, { customer, lines: open.lines });
  if (isOver(known)) return { ...opened, holds: known };
  const earlierDemand = isPlaceRequested(order) ? new Map() : await loadEarlierDemand(order);
  const asked = await askService(input, (supplier) => checkStock(supplier, open.lines, earlierDemand));
  const stock = asked.answer ?? { ...opened, skipped: asked.skipped };
  const found: PlannedGoods = {
    ...{ before: open.lines, lines: stock.lines, stockSkipped: stock.skipped },
    ...{ holds: [...known, ...upTo(input, stock.holds)], money: null },
    reports: stock.holds.length > 0 ? stock.reports : [],
  };
  if (isOver(found.holds)) return found;
  const money = planMoney(order, input, stock.lines);
  return money.kind === "held"
    ? { ...found, holds: [...found.holds, toMoneyHold(money)] }
    : { ...found, money };
}

/** Of several lines with the same trouble the first is asked about. */
function upTo({ until }: PlanHandoffInput, holds: readonly Hold[]): readonly Hold[] {
  return until === "first_hold" ? holds.slice(0, 1) : holds;
}

type KnownOfPhoneInput = { readonly customer: CustomerPlan; readonly lines: readonly OpenLine[] };

/**
 * What the other orders of this phone say: the service takes none of them, or this one repeats another. A command, or an
 * attempt that was made already, has answered the question.
 */
async function listKnownOfPhone(
  order: ReadOrder,
  { refused, turnOf, until }: PlanHandoffInput,
  { customer, lines }: KnownOfPhoneInput,
): Promise<readonly Hold[]> {
  if (isPlaceRequested(order) || refused !== null || customer.kind === "held") return [];
  const { phone } = customer.customer;
  const block = await findRememberedBlock(order, phone);
  if (block && until === "first_hold") return [block];
  const duplicate = await findDuplicateOrder(order, { phone, lines, turnOf });
  return [block, duplicate].filter((hold) => hold !== null);
}

type PlanQuoteInput = {
  readonly city: string;
  readonly goods: PlannedGoods;
  readonly money: ReadyMoney;
};

async function planQuote(
  order: ReadOrder,
  input: PlanHandoffInput,
  { city, goods: { before, lines }, money }: PlanQuoteInput,
): Promise<PlannedQuote> {
  const { answer: quoted, skipped } = await askService(input, (supplier) =>
    quoteHandoff(supplier, { city, items: money.items, lines }),
  );
  if (!quoted) return { ...notQuoted, skipped };
  if (quoted.kind === "held") return { ...notQuoted, holds: [quoted.hold] };
  const { quote } = quoted;
  const wholesale = wholesaleOf(money, lines);
  const { terms, expected } = toHandoffTerms(input.paymentMode, money, { wholesale, quote });
  const below =
    input.paymentMode === "COD" ? checkCodCost(money.collects, wholesale, quote.shippingCost) : null;
  const known = { quote, terms, expected, skipped: null };
  if (below) return { ...known, holds: [{ code: below.code, params: toJson(below.numbers) }] };
  const margin = { mode: input.mode, before, now: lines, expected };
  const thin = isPlaceRequested(order) ? null : await checkMargin(order, margin);
  return { ...known, holds: thin ? [thin] : [] };
}

type Answered<Answer> =
  | { readonly answer: Answer; readonly skipped: null }
  | { readonly answer: null; readonly skipped: SupplierErrorCode };

/** @throws SupplierError for who places, who stops where the service does not answer */
async function askService<Answer>(
  { supplier, until }: PlanHandoffInput,
  ask: (supplier: SupplierClient) => Promise<Answer>,
): Promise<Answered<Answer>> {
  if (!supplier) return { answer: null, skipped: "invalid_key" };
  try {
    return { answer: await ask(supplier), skipped: null };
  } catch (error) {
    if (until === "first_hold" || !isSupplierError(error)) throw error;
    return { answer: null, skipped: error.code };
  }
}

/** What of the order itself keeps it from being placed, and what else our rows know to keep it back on its turn. */
type OwnObstacles = { readonly hold: Hold | null; readonly known: KnownObstacle | null };

/** Found without asking the service: no turn is promised to an order that cannot go when it has come. */
export async function findOwnObstacles(order: ReadOrder, units: PlannedUnits): Promise<OwnObstacles> {
  const [customerHold] = listCustomerHolds(planCustomerOf(order, units.answers));
  if (customerHold) return { hold: customerHold, known: null };
  const open = await openLinesOf(order, units);
  if (open.kind === "not_linked") return { hold: toUnlinkedHold(open.unlinked[0]), known: null };
  const money = planMoney(order, units, open.lines);
  if (money.kind === "held") return { hold: toMoneyHold(money), known: null };
  return { hold: null, known: await findKnownObstacle(order, { mode: units.mode, lines: open.lines }) };
}

async function openLinesOf(order: ReadOrder, { mode, fulfillmentOrders }: PlannedUnits): Promise<OpenLines> {
  const variants = await loadVariants(order, mode);
  const units = countUnits(order, order.record.handoffs);
  return collectOpenLines(fulfillmentOrders, order.shopify.lines, variants, units);
}

/** While an earlier parcel's contents are unknown, what is left to collect is unknown (R10, R42). */
function hasUnknownContents({ record }: ReadOrder): boolean {
  const collecting = record.handoffs
    .filter((handoff) => handoff.state === "placed")
    .flatMap((handoff) => handoff.parcels)
    .filter((parcel) => parcel.status !== "CANCELLED" && parcel.status !== "RETURNED");
  return collecting.some((parcel) => parcel.contents === null);
}

/** Whom an order goes to, by what it says and what persons of this shop have answered. */
export function planCustomerOf({ ctx, record, shopify }: ReadOrder, answers: Answers): CustomerPlan {
  const remembered = {
    knownAsWritten: answers.citiesAsWritten,
    chosenCities: answers.chosenCities,
    correction: openCustomerEdit(ctx, record),
  };
  return planCustomer(toCustomerInput(shopify, remembered));
}

function toUnlinkedHold(
  line: Extract<OpenLines, { kind: "not_linked" }>["unlinked"][number] | undefined,
): Hold {
  return {
    code: "variant_not_linked",
    params: { title: line?.title ?? "", variantGid: line?.variantId ?? null },
  };
}

/** A hold's numbers are stored in the clear, so a phone or an address is not among them. */
function listCustomerHolds(customer: CustomerPlan): readonly Hold[] {
  if (customer.kind === "ready") return [];
  const { code, params } = customer;
  return [code === "phone_invalid" ? { code } : { code, params: toJson(params) }];
}

function planMoney(order: ReadOrder, units: PlannedUnits, lines: readonly OpenLine[]): HandoffMoney {
  const ours = ourFulfillmentOrders(order);
  const input = {
    shopify: order.shopify,
    mode: units.mode,
    paymentMode: units.paymentMode,
    openLines: lines,
    ourLineIds: new Set(ours.flatMap((each) => each.lines.map((line) => line.lineId))),
    handoffs: order.record.handoffs,
    shippingShare: order.ctx.shop.shippingShare,
    markedParcels: listMarkedParcelIds(order.record.effects),
  };
  return planHandoffMoney(input, findDeliveryConsent(order.record));
}

function toMoneyHold({ code, numbers, lowered }: Extract<HandoffMoney, { kind: "held" }>): Hold {
  return { code, params: toJson({ ...numbers, ...(lowered ? { lowered } : {}) }) };
}

/** What the goods of a handoff cost together. */
export function wholesaleOf(money: ReadyMoney, lines: readonly OpenLine[]): Rupees {
  const prices = new Map(
    lines.flatMap((line) => line.parts.map((part) => [part.variantId, part.wholesalePrice] as const)),
  );
  return sumRupees(money.items.map((item) => rupees((prices.get(item.variantId) ?? 0) * item.quantity)));
}

/** Plain JSON of a value whose members are all plain. */
function toJson(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value));
}
