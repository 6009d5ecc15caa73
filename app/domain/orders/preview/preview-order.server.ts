import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { readableParams } from "#app/domain/messages/attention/readable-params.ts";
import { holdSentence } from "#app/domain/messages/holds/hold-codes.ts";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import {
  type ConfirmableOrder,
  findConfirmationHold,
} from "#app/domain/orders/confirmation/require-confirmation.server.ts";
import { type KnownCustomer, openCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";
import {
  decidePlacing,
  findRoute,
  type Gated,
  type PlacingDecision,
  planGates,
  switchOf,
} from "#app/domain/orders/placement/decide-placing.ts";
import { loadAnswers } from "#app/domain/orders/placement/load-answers.server.ts";
import { type HandoffPlan, wholesaleOf } from "#app/domain/orders/placement/plan-handoff.server.ts";
import { lastRefused } from "#app/domain/orders/placement/refused-handoff.server.ts";
import { findTurn } from "#app/domain/orders/placement/waiting/find-duplicate-order.server.ts";
import { findOrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { readShopify } from "#app/domain/orders/reconcile/read-shopify.server.ts";
import { findPlacingStop } from "#app/domain/orders/rules/find-placing-stop.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { SupplierErrorCode } from "#app/supplier/error-codes.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { planWithoutStopping } from "./plan-without-stopping.server.ts";
import { type PreviewMoney, previewMoney } from "./preview-money.ts";

type PreviewItem = {
  readonly title: string;
  readonly quantity: number;
  /** What the customer pays for one, as it would be sent; null while the sums are not exact. */
  readonly pricePkr: Rupees | null;
  readonly costPkr: Rupees;
};

/** What placing an order would do, before it is done. */
export type OrderPreview =
  /** Nothing can be planned: why. */
  | { readonly kind: "not_planned"; readonly sentence: string }
  | {
      readonly kind: "planned";
      readonly mode: Mode;
      /** What happens to it by itself now. */
      readonly now: "goes" | "waits_for_press" | "waits" | "held";
      /** Why it does not go by itself; null where it does, or where the holds say it. */
      readonly waitsFor: string | null;
      /** Every reason to hold it that was found. */
      readonly holds: readonly { readonly code: string; readonly sentence: string }[];
      /** Name and city, as they would be sent; as they are written while that is held. */
      readonly sentTo: string;
      readonly items: readonly PreviewItem[];
      /** Null where that is not known. */
      readonly parcels: number | null;
      /** Null while it is not known how the customer pays, or the sums are not exact. */
      readonly money: PreviewMoney | null;
      /** Why the service was not asked for stock, and for a quote; null where it was, or there was nothing to ask. */
      readonly stockSkipped: SupplierErrorCode | null;
      readonly quoteSkipped: SupplierErrorCode | null;
      readonly asOf: Date;
    };

const notRead = {
  unavailable: "Shopify cannot be asked for this order right now. Try again in a moment.",
  missing_scope: "Karwan may not read this order in Shopify. Reinstall the app to grant it.",
  gone: "Shopify does not show this order any more.",
  no_customer: "What this order says of its customer is not kept here, or not yet, so it cannot be planned.",
} as const;

/**
 * Plans an order as placing it would, with the same functions, and does nothing: no request in Shopify, no intent, no
 * order at the service, no hold. Null when this shop has no such order.
 */
export async function previewOrder(ctx: ShopContext, orderId: OrderId): Promise<OrderPreview | null> {
  const record = await findOrderRecord(ctx.db, ctx.shop.id, { id: orderId });
  if (!record) return null;
  const { locationGid } = ctx.shop;
  if (!locationGid) return notPlanned(notRead.unavailable);
  // Opened where it is kept, so that it is written down who was shown this customer; one who was erased is not shown.
  const known = openCustomer(ctx, record);
  if (!known) return notPlanned(notRead.no_customer);
  const shopify = await readShopify(ctx, record.orderGid);
  if (shopify === null) return notPlanned(notRead.gone);
  if (typeof shopify === "string") return notPlanned(notRead[shopify]);
  return previewRead({ ctx, record, shopify, locationGid }, known);
}

function notPlanned(sentence: string): OrderPreview {
  return { kind: "not_planned", sentence };
}

async function previewRead(order: ReadOrder, known: KnownCustomer): Promise<OrderPreview> {
  const { connection } = order.ctx;
  if (!connection) return notPlanned(waitingSentence("waiting", "not_connected") ?? "");
  const answers = await loadAnswers(order.ctx);
  const route = findRoute(order, answers);
  const paymentMode = route.kind === "routed" ? route.route : null;
  const gates = planGates(order, paymentMode ? switchOf(order, paymentMode) : { kind: "off" });
  const fulfillmentOrders = choosePlannable(gates);
  if (fulfillmentOrders.length === 0)
    return notPlanned("Nothing of this order is left to be placed with the supplier.");
  const { mode } = connection;
  const units = { mode, fulfillmentOrders, answers, refused: lastRefused(order, mode) };
  // Of an order that may be paid in more than one way its goods and its customer are looked at all the same.
  const planned = { ...units, paymentMode: paymentMode ?? "COD" };
  const { plan, holds } = await planWithoutStopping(order, planned, findTurn(order));
  const gateHolds = gates.flatMap(({ plan: gate }) =>
    gate.kind === "held" ? [{ code: gate.code, params: gate.params }] : [],
  );
  const decision = decidePlacing(order, answers);
  const ruled = decision.kind === "go" ? await listRuledHolds(order, { ...decision, answers }) : [];
  const routeHolds = route.kind === "held" ? [{ code: route.code, params: { ...route.params } }] : [];
  return {
    ...{ kind: "planned", mode, ...toNow(decision, order) },
    holds: toSentences(order.ctx, [...gateHolds, ...routeHolds, ...ruled, ...holds]),
    sentTo: toSentTo(plan, known),
    items: toItems(plan),
    parcels: countParcels(plan),
    money: paymentMode ? await toMoney(order, paymentMode, plan) : null,
    ...{ stockSkipped: plan.goods.stockSkipped, quoteSkipped: plan.quoted.skipped },
    asOf: order.ctx.clock.now(),
  };
}

/** What would go once nothing is in its way: what is ready, else what waits. */
function choosePlannable(gates: readonly Gated[]) {
  const of = (...kinds: Gated["plan"]["kind"][]) =>
    gates.filter(({ plan }) => kinds.includes(plan.kind)).map(({ fulfillmentOrder }) => fulfillmentOrder);
  const ready = of("go", "to_place");
  return ready.length > 0 ? ready : of("wait", "held");
}

function toNow(decision: PlacingDecision, { ctx: { env } }: ReadOrder) {
  if (decision.kind === "go") return { now: "goes", waitsFor: null } as const;
  const { placement } = decision;
  const paused = { pausedForAll: env.PLACING_PAUSED };
  switch (placement.kind) {
    case "held":
      return { now: "held", waitsFor: null } as const;
    case "to_place":
      return {
        now: "waits_for_press",
        waitsFor: waitingSentence("to_place", placement.code, paused),
      } as const;
    case "waiting":
      return { now: "waits", waitsFor: waitingSentence("waiting", placement.code, paused) } as const;
    case "nothing_open":
    case "not_ours":
      return { now: "waits", waitsFor: null } as const;
  }
}

function toSentTo({ customer }: HandoffPlan, known: KnownCustomer): string {
  const { name, city } = customer.kind === "ready" ? customer.customer : known;
  return [name, city].filter(Boolean).join(", ");
}

/** What the merchant's rules and times keep of an order that goes by itself, and what its customer is asked first. */
async function listRuledHolds(order: ReadOrder, units: ConfirmableOrder): Promise<readonly Hold[]> {
  const stop = await findPlacingStop(order, units);
  const asking = await findConfirmationHold(order, units);
  return [stop?.hold, asking].filter((hold) => hold !== undefined && hold !== null);
}

/** Each sentence once. */
function toSentences({ shop }: ShopContext, holds: readonly Hold[]) {
  const sentences = holds.map(({ code, params = {} }) => ({
    code,
    sentence: holdSentence(code, readableParams(params, shop.timezone)),
  }));
  return [...new Map(sentences.map((each) => [each.sentence, each])).values()];
}

function toItems({ goods: { lines, money } }: HandoffPlan): readonly PreviewItem[] {
  return lines.flatMap((line) =>
    line.parts.flatMap((part): readonly PreviewItem[] => {
      const title = [line.title, part.title].filter(Boolean).join(": ");
      const costPkr = part.wholesalePrice;
      const sent = money?.items.filter(
        (item) => item.externalLineId === line.lineGid && item.variantId === part.variantId,
      );
      if (!sent) return [{ title, quantity: line.quantity * part.quantityPerUnit, pricePkr: null, costPkr }];
      return sent.map(({ quantity, resalePrice }) => ({ title, quantity, pricePkr: resalePrice, costPkr }));
    }),
  );
}

/** Goods of one store go in one parcel. */
function countParcels({ goods: { lines }, quoted }: HandoffPlan): number | null {
  const stores = new Set(lines.map(({ supplierStoreId }) => supplierStoreId));
  if (lines.length > 0 && !stores.has(null)) return stores.size;
  return quoted.quote && quoted.quote.parcels.length > 0 ? quoted.quote.parcels.length : null;
}

async function toMoney(
  { ctx }: ReadOrder,
  paymentMode: PaymentMode,
  plan: HandoffPlan,
): Promise<PreviewMoney | null> {
  const { goods, quoted } = plan;
  if (!goods.money) return null;
  const { quote, expected } = quoted;
  return previewMoney({
    paymentMode,
    customerPays: goods.money.collects,
    resaleTotal: sumRupees(goods.money.items.map((item) => rupees(item.resalePrice * item.quantity))),
    wholesaleTotal: wholesaleOf(goods.money, goods.lines),
    parcels: countParcels(plan) ?? 1,
    quoted: quote && expected ? { shippingPkr: rupees(quote.shippingCost), expected } : null,
    terms: await loadTerms(ctx),
  });
}
