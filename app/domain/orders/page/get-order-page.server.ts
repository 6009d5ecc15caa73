import type { Order, Parcel, Prisma } from "@prisma/client";
import { listOpenIssues, type OpenIssue } from "#app/domain/attention/list-attention.server.ts";
import { nameStores, type StoreNames } from "#app/domain/catalog/stores/name-stores.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { paymentSentence } from "#app/domain/messages/holds/payment-sentences.ts";
import type { PaymentState } from "#app/domain/money/payment-state.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type WalletCost, walletCost } from "#app/domain/money/wallet-cost.ts";
import { type ChangedRow, toChangeOnPage } from "#app/domain/orders/amendments/to-change-on-page.server.ts";
import { requestsOf } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { factSentence } from "#app/domain/orders/commands/fact-sentence.ts";
import { type Contact, planContact } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { choiceAddress, trackingAddress } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { isEditable } from "#app/domain/orders/customer/edit-customer.server.ts";
import { openCustomer, openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { resolutionsOfHold, resolutionsOfWaiting } from "#app/domain/orders/holds/offered-resolutions.ts";
import {
  type PlacementConflictOnPage,
  toPlacementConflictOnPage,
} from "#app/domain/orders/holds/placement-conflict-on-page.ts";
import { waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";
import { type OrderMargin, projectMargin } from "#app/domain/orders/money/project-margin.ts";
import { isPrepaid, walletRefusal } from "#app/domain/orders/money/spends-wallet.ts";
import { openCancellationReason } from "#app/domain/orders/parcels/cancellation-reason.ts";
import {
  type ContentsUnknownOnPage,
  toContentsUnknownOnPage,
} from "#app/domain/orders/parcels/contents-unknown-on-page.ts";
import { openHistory, type ParcelStep } from "#app/domain/orders/parcels/open-history.ts";
import { type ParcelItem, storeOfParcel, toParcelItems } from "#app/domain/orders/parcels/parcel-items.ts";
import { returnableUntil } from "#app/domain/orders/parcels/return-window.ts";
import { trackingLink } from "#app/domain/orders/parcels/tracking-link.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { findOrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { isInOtherCurrency } from "#app/domain/orders/reconcile/to-order-facts.ts";
import {
  type CustomerHistory,
  findCustomerHistory,
  listOrdersOfCustomer,
  type OrderOfCustomer,
} from "#app/domain/orders/refusals/find-customer-history.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { isKnownWithoutPay } from "#app/domain/shops/staff.server.ts";
import { findTimeline, type TimelineLine } from "#app/domain/timeline/find-timeline.server.ts";
import { needsAnswer } from "#app/domain/wallet/answer-payment.server.ts";
import { findPaymentsOfParcels, type PaymentOfParcel } from "#app/domain/wallet/find-payments.server.ts";
import type { OrderGid, OrderId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { type CustomerOnPage, toCustomerOnPage } from "./customer-on-page.ts";
import { listOrderItems, type OrderItem } from "./list-order-items.server.ts";
import { type OrderActions, planOrderActions } from "./order-actions.ts";
import { findOrderFixes, type OrderFixes } from "./order-fixes.server.ts";
import { shownState } from "./shown-state.ts";

type ParcelOnPage = Pick<
  Parcel,
  | "id"
  | "part"
  | "of"
  | "orderNumber"
  | "supplierOrderId"
  | "status"
  | "returnType"
  | "confirmation"
  | "courier"
  | "trackingNumber"
  | "trackingUrl"
  | "codPkr"
  | "fundsDeadline"
  | "shippedAt"
  | "deliveredAt"
  | "readAt"
> & {
  readonly cancellationReason: string | null;
  /** Until when it may be sent back, asked for at the supplier's; null where it may not (R17). */
  readonly returnableUntil: Date | null;
  /** The supplier's dashboard, where that is asked for. */
  readonly dashboardUrl: string | null;
  /** Its steps at the service, with their notes, oldest first; empty where the service reported none. */
  readonly history: readonly ParcelStep[];
  /** What leaves the wallet for it while it is prepaid; null while the service has not said it. */
  readonly walletCost: WalletCost | null;
  /** The supplier's store it comes from, as it is called; null where that is not known. */
  readonly storeName: string | null;
  /** What it holds; null while the service has not said and it cannot be derived. */
  readonly items: readonly ParcelItem[] | null;
  /** Its newest payment from the wallet; null where none was wanted. */
  readonly payment: PaymentOnPage | null;
};

/** The state of a payment, and the sentence the merchant reads. */
type PaymentOnPage = {
  readonly state: PaymentState;
  readonly sentence: string;
  /** What came of it cannot be found out: a person who may pay is asked. */
  readonly asksPerson: boolean;
};

/** A need with every button it has here, the nearest first, and whether a person has to decide. */
type HoldOnPage = OpenIssue & { readonly resolutions: readonly HoldAction[]; readonly asksPerson: boolean };

export type OrderPage = {
  readonly id: OrderId;
  readonly orderGid: OrderGid;
  readonly name: string;
  readonly state: OrderState;
  readonly test: boolean;
  readonly mode: Mode | null;
  readonly route: PaymentMode | null;
  readonly totalPkr: Rupees | null;
  /** The shop's currency is another, so that none of its sums is known in rupees. */
  readonly isInOtherCurrency: boolean;
  readonly outstandingPkr: Rupees | null;
  readonly netPaymentPkr: Rupees | null;
  readonly orderedAt: Date;
  readonly holds: readonly HoldOnPage[];
  /** Why it waits although no hold is open. */
  readonly waitsFor: string | null;
  /** Its code, and what can be done about it. */
  readonly waits: { readonly code: string; readonly resolutions: readonly HoldAction[] } | null;
  readonly fixes: OrderFixes;
  readonly actions: OrderActions;
  /** A placing only a person can settle, with what to compare. */
  readonly placementConflict: PlacementConflictOnPage | null;
  /** Placements whose parcels have unknown contents. */
  readonly contentsUnknown: readonly ContentsUnknownOnPage[];
  /** What was changed after placing, beside what was sent; empty when nothing was. */
  readonly change: readonly ChangedRow[];
  /** What was ordered, held ones first; null while the order has not been read. */
  readonly items: readonly OrderItem[] | null;
  readonly parcels: readonly ParcelOnPage[];
  readonly money: OrderMargin | null;
  /** Days from a delivery until the supplier releases the margin, as it did of late, or as documented. */
  readonly payoutDays: number;
  readonly customer: CustomerOnPage | null;
  readonly contact: Contact | null;
  /** What this phone's other orders came to; null where the phone is not known. */
  readonly history: HistoryOnPage | null;
  readonly timeline: readonly TimelineLine[];
  /** Why the viewer may give no command that spends the wallet; null where they may, or it costs nothing. */
  readonly walletRefusal: typeof walletRefusal | null;
  readonly asOf: Date;
};

type HistoryOnPage = CustomerHistory & { readonly others: readonly OrderOfCustomer[] };

/** Everything the page of one order shows to a person; null when this shop has no such order. */
export async function findOrderPage(
  ctx: ShopContext,
  orderId: OrderId,
  viewer?: string,
): Promise<OrderPage | null> {
  const shopId = ctx.shop.id;
  const order = await findOrderRecord(ctx.db, shopId, { id: orderId });
  if (!order) return null;
  const [issues, timeline, payments, isWithoutPay, { payoutDays }, history] = await Promise.all([
    listOpenIssues(ctx, "order", [order.id]),
    findTimeline(ctx, { thing: "order", thingId: order.id }, factSentence),
    findPaymentsOfParcels(ctx, [order.id]),
    viewer === undefined ? false : isKnownWithoutPay(ctx, viewer),
    loadTerms(ctx),
    findHistory(ctx, order),
  ]);
  const open = issues.get(order.id) ?? [];
  const latest = order.handoffs.at(-1);
  const requests = requestsOf(order.decisions);
  const state = shownState({ ...order, ...requests });
  const sent = latest ? openSentCustomer(ctx, latest) : null;
  const corrected = isEditable(order) ? (openCustomerEdit(ctx, order)?.edit ?? null) : null;
  const paused = { pausedForAll: ctx.env.PLACING_PAUSED };
  const waitsFor = open.length > 0 ? null : waitingSentence(state, order.holdCode, paused);
  const storeIds = order.handoffs.flatMap(({ items }) => items.map(({ supplierStoreId }) => supplierStoreId));
  const stores: StoreNames = latest ? await nameStores(ctx, latest.mode, storeIds) : new Map();
  const parcels = order.handoffs.flatMap((handoff) =>
    handoff.parcels.map((parcel) =>
      toParcel(ctx, parcel, { handoff, stores, payment: payments.get(parcel.id) }),
    ),
  );
  const actions = planOrderActions({
    order: { ...order, ...requests, state },
    parcels,
    mode: latest?.mode ?? null,
  });
  const isRefused =
    isWithoutPay && isPrepaid(order) && (actions.place || actions.retry || actions.pay.length > 0);
  return {
    id: order.id,
    orderGid: order.orderGid,
    name: order.name,
    state,
    test: order.test,
    mode: latest?.mode ?? ctx.connection?.mode ?? null,
    route: order.route,
    totalPkr: order.totalPkr,
    isInOtherCurrency: isInOtherCurrency(order),
    outstandingPkr: order.outstandingPkr,
    netPaymentPkr: order.netPaymentPkr,
    orderedAt: order.listedAt,
    holds: open.map((hold) => ({
      ...hold,
      resolutions: resolutionsOfHold(hold),
      asksPerson: needsPerson(hold.code),
    })),
    waitsFor,
    waits:
      waitsFor && order.holdCode
        ? { code: order.holdCode, resolutions: resolutionsOfWaiting(order.holdCode, paused) }
        : null,
    fixes: await findOrderFixes(ctx, order, open),
    placementConflict: toPlacementConflictOnPage(order.handoffs, order.decisions),
    contentsUnknown: order.handoffs.flatMap(toContentsUnknownOnPage),
    change: toChangeOnPage(ctx, order, open),
    actions: isRefused ? { ...actions, pay: [] } : actions,
    walletRefusal: isRefused ? walletRefusal : null,
    items: await listOrderItems(ctx, order, open),
    parcels,
    money: projectMargin(order),
    payoutDays,
    customer: toCustomerOnPage(openCustomer(ctx, order), { sent, corrected }),
    contact: planContact({
      ...{ state, route: order.route, outstandingPkr: order.outstandingPkr, parcels, orderName: order.name },
      customer: sent ?? corrected ?? openCustomer(ctx, order),
      sender: ctx.shop.senderName || ctx.shop.name,
      trackingUrl: trackingAddress(ctx, order.id),
      choiceUrl: choiceAddress(ctx, order.id),
    }),
    history,
    timeline,
    asOf: ctx.clock.now(),
  };
}

async function findHistory(
  ctx: ShopContext,
  { id: exceptOrderId, phoneHash }: Pick<Order, "id" | "phoneHash">,
): Promise<HistoryOnPage | null> {
  if (phoneHash === null) return null;
  const query = { phoneHash, exceptOrderId };
  const [history, others] = await Promise.all([
    findCustomerHistory(ctx, query),
    listOrdersOfCustomer(ctx, query),
  ]);
  return { ...history, others };
}

type HandoffWithItems = Prisma.HandoffGetPayload<{ include: { items: true } }>;

type ParcelOnPageInput = {
  readonly handoff: Pick<HandoffWithItems, "items">;
  readonly payment: PaymentOfParcel | undefined;
  readonly stores: StoreNames;
};

function toParcel(
  ctx: ShopContext,
  parcel: Parcel,
  { handoff: { items }, payment, stores }: ParcelOnPageInput,
): ParcelOnPage {
  return {
    id: parcel.id,
    part: parcel.part,
    of: parcel.of,
    orderNumber: parcel.orderNumber,
    supplierOrderId: parcel.supplierOrderId,
    status: parcel.status,
    returnType: parcel.returnType,
    confirmation: parcel.confirmation,
    courier: parcel.courier,
    trackingNumber: parcel.trackingNumber,
    trackingUrl: parcel.trackingUrl && trackingLink(parcel.trackingUrl),
    codPkr: parcel.codPkr,
    walletCost: walletCost(parcel),
    fundsDeadline: parcel.fundsDeadline,
    shippedAt: parcel.shippedAt,
    deliveredAt: parcel.deliveredAt,
    returnableUntil: returnableUntil(parcel, ctx.clock.now()),
    dashboardUrl: ctx.env.SERVICE_DASHBOARD_URL ?? null,
    cancellationReason: openCancellationReason(ctx, parcel),
    history: openHistory(ctx, parcel),
    readAt: parcel.readAt,
    items: toParcelItems(parcel.contents, items),
    storeName: stores.get(storeOfParcel(parcel.contents, items) ?? "") ?? null,
    payment: payment ? toPaymentOnPage(payment, ctx.clock.now()) : null,
  };
}

function toPaymentOnPage(payment: PaymentOfParcel, now: Date): PaymentOnPage {
  const isAsked = needsAnswer(payment, now);
  return {
    state: payment.state,
    sentence: paymentSentence(payment, { asksPerson: isAsked }),
    asksPerson: isAsked,
  };
}
