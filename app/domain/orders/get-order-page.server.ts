import type { Parcel, Prisma } from "@prisma/client";
import { loadTerms } from "#app/domain/terms/load-terms.server.ts";
import { listOpenNeeds, type Need } from "../attention/list-attention.server.ts";
import { nameStores, type StoreNames } from "../catalog/stores/name-stores.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { isKnownWithoutPay } from "../shops/staff.server.ts";
import { findTimeline, type TimelineLine } from "../timeline/find-timeline.server.ts";
import { asksPerson } from "../wallet/answer-payment.server.ts";
import { findPaymentsOfParcels, type PaymentOfParcel } from "../wallet/find-payments.server.ts";
import type { PaymentState } from "../wallet/payment-state.ts";
import { type WalletCost, walletCost } from "../wallet/wallet-cost.ts";
import { type ChangedRow, toChangeOnPage } from "./changes/to-change-on-page.server.ts";
import { type Contact, planContact } from "./contact/plan-contact.ts";
import { isEditable } from "./customer/edit-customer.server.ts";
import { openCustomerEdit } from "./customer/open-customer-edit.server.ts";
import { type CustomerOnPage, toCustomerOnPage } from "./customer-on-page.ts";
import { type DoubtOnPage, toDoubtOnPage } from "./doubt-on-page.ts";
import { isHoldCode, needsPerson } from "./hold-codes.ts";
import type { HoldAction } from "./hold-rule.ts";
import { listOrderItems, type OrderItem } from "./list-order-items.server.ts";
import { type OrderMargin, projectMargin } from "./money/project-margin.ts";
import { openCustomer, openSentCustomer } from "./open-customer.server.ts";
import { type OrderActions, planOrderActions } from "./order-actions.ts";
import { findOrderFixes, type OrderFixes } from "./order-fixes.server.ts";
import { orderRecordInclude } from "./order-record.server.ts";
import { openCancellationReason } from "./parcels/cancellation-reason.ts";
import { openHistory, type ParcelStep } from "./parcels/open-history.ts";
import { type ParcelItem, storeOfParcel, toParcelItems } from "./parcels/parcel-items.ts";
import { returnableUntil } from "./parcels/return-window.ts";
import { trackingLink } from "./parcels/tracking-link.ts";
import { toUnclearOnPage, type UnclearOnPage } from "./parcels/unclear-on-page.ts";
import { paymentSentence } from "./payment-sentences.ts";
import { shownState } from "./shown-state.ts";
import { isPrepaid, walletRefusal } from "./spends-wallet.ts";
import { waitingSentence } from "./waiting-sentence.ts";
import { waysOut } from "./ways-out.ts";

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
  /** Its steps at the service, with what was noted, oldest first; empty where none were told. */
  readonly history: readonly ParcelStep[];
  /** What leaves the wallet for it while it is prepaid; null while the service has not said it. */
  readonly walletCost: WalletCost | null;
  /** The supplier's store it comes from, as it is called; null where that is not known. */
  readonly storeName: string | null;
  /** What it holds; null while the service has not said and we cannot tell. */
  readonly items: readonly ParcelItem[] | null;
  /** Its newest payment from the wallet; null where none was wanted. */
  readonly payment: PaymentOnPage | null;
};

/** How a payment stands, and what the merchant reads of it. */
type PaymentOnPage = {
  readonly state: PaymentState;
  readonly sentence: string;
  /** What came of it cannot be found out: a person who may pay is asked. */
  readonly asksPerson: boolean;
};

/** A need with every button it has here, the nearest first, and whether a person has to decide. */
type NeedOnPage = Need & { readonly ways: readonly HoldAction[]; readonly asksPerson: boolean };

export type OrderPage = {
  readonly id: string;
  readonly orderGid: string;
  readonly name: string;
  readonly state: string;
  readonly test: boolean;
  readonly mode: string | null;
  readonly route: "COD" | "PREPAID" | null;
  readonly totalPkr: number | null;
  readonly outstandingPkr: number | null;
  readonly netPaymentPkr: number | null;
  readonly orderedAt: Date;
  readonly needs: readonly NeedOnPage[];
  /** Why it stands still although nothing is asked of anybody. */
  readonly waitsFor: string | null;
  /** Its code, and what can be done about it. */
  readonly waits: { readonly code: string; readonly ways: readonly HoldAction[] } | null;
  readonly fixes: OrderFixes;
  readonly actions: OrderActions;
  /** A placing only a person can settle, with what to compare. */
  readonly doubt: DoubtOnPage | null;
  /** Placings of which nobody can tell which parcel holds what. */
  readonly unclear: readonly UnclearOnPage[];
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
  readonly timeline: readonly TimelineLine[];
  /** Why the viewer may press nothing that spends the wallet on it; null where they may, or it costs nothing. */
  readonly walletRefusal: typeof walletRefusal | null;
  readonly asOf: Date;
};

/** Everything the page of one order shows to a person; null when this shop has no such order. */
export async function findOrderPage(
  ctx: ShopContext,
  orderId: string,
  viewer?: string,
): Promise<OrderPage | null> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({
    where: { shopId_id: { shopId, id: orderId } },
    include: orderRecordInclude,
  });
  if (!order) return null;
  const [needs, timeline, payments, isWithoutPay, { payoutDays }] = await Promise.all([
    listOpenNeeds(ctx, "order", [order.id]),
    findTimeline(ctx, { thing: "order", thingId: order.id }),
    findPaymentsOfParcels(ctx, [order.id]),
    viewer === undefined ? false : isKnownWithoutPay(ctx, viewer),
    loadTerms(ctx),
  ]);
  const open = needs.get(order.id) ?? [];
  const latest = order.handoffs.at(-1);
  const state = shownState(order);
  const sent = latest ? openSentCustomer(ctx, latest) : null;
  const corrected = isEditable(order) ? (openCustomerEdit(ctx, order)?.edit ?? null) : null;
  const waitsFor =
    open.length > 0 ? null : waitingSentence(state, order.holdCode, { pausedForAll: ctx.env.PLACING_PAUSED });
  const stores = await nameStores(
    ctx,
    latest?.mode ?? "",
    order.handoffs.flatMap(({ items }) => items.map(({ supplierStoreId }) => supplierStoreId)),
  );
  const parcels = order.handoffs.flatMap((handoff) =>
    handoff.parcels.map((parcel) =>
      toParcel(ctx, parcel, { handoff, stores, payment: payments.get(parcel.id) }),
    ),
  );
  const actions = planOrderActions({ order: { ...order, state }, parcels, mode: latest?.mode ?? null });
  const isRefused =
    isWithoutPay && isPrepaid(order) && (actions.place || actions.retry || actions.pay.length > 0);
  return {
    id: order.id,
    orderGid: order.orderGid,
    name: order.name,
    state,
    test: order.test,
    mode: latest?.mode ?? ctx.connection?.mode ?? null,
    route: order.route === "COD" || order.route === "PREPAID" ? order.route : null,
    totalPkr: order.totalPkr,
    outstandingPkr: order.outstandingPkr,
    netPaymentPkr: order.netPaymentPkr,
    orderedAt: order.listedAt,
    needs: open.map((need) => ({ ...need, ways: waysOfNeed(need), asksPerson: needsPerson(need.code) })),
    waitsFor,
    waits:
      waitsFor && order.holdCode ? { code: order.holdCode, ways: waysOfWaiting(ctx, order.holdCode) } : null,
    fixes: await findOrderFixes(ctx, order, open),
    doubt: toDoubtOnPage(order.handoffs),
    unclear: order.handoffs.flatMap(toUnclearOnPage),
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
    }),
    timeline,
    asOf: ctx.clock.now(),
  };
}

function waysOfNeed({ code, params, action }: Need): readonly HoldAction[] {
  return isHoldCode(code) ? waysOut(code, params) : [action];
}

/** Nothing is asked of anybody, but the merchant may send it now. */
const PLACED_BY_HAND = new Set(["automatic_off", "older_than_automatic", "given_back"]);

function waysOfWaiting({ env }: ShopContext, code: string): readonly HoldAction[] {
  if (code === "placing_paused" && env.PLACING_PAUSED) return [];
  if (code === "not_connected") return ["open_connection"];
  if (PLACED_BY_HAND.has(code)) return ["place"];
  return isHoldCode(code) ? waysOut(code) : [];
}

type HandoffWithItems = Prisma.HandoffGetPayload<{ include: { items: true } }>;

type OfParcel = {
  readonly handoff: Pick<HandoffWithItems, "items">;
  readonly payment: PaymentOfParcel | undefined;
  readonly stores: StoreNames;
};

function toParcel(
  ctx: ShopContext,
  parcel: Parcel,
  { handoff: { items }, payment, stores }: OfParcel,
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
  const isAsked = asksPerson(payment, now);
  return {
    state: payment.state,
    sentence: paymentSentence(payment, { asksPerson: isAsked }),
    asksPerson: isAsked,
  };
}
