import { listOpenIssues } from "#app/domain/attention/list-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { requestsOf, standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { resolutionsOfHold, resolutionsOfWaiting } from "#app/domain/orders/holds/offered-resolutions.ts";
import { waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";
import { type OrderMargin, projectMargin } from "#app/domain/orders/money/project-margin.ts";
import { isPrepaid } from "#app/domain/orders/money/spends-wallet.ts";
import { type ParcelItem, toParcelItems } from "#app/domain/orders/parcels/parcel-items.ts";
import { trackingLink } from "#app/domain/orders/parcels/tracking-link.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { isKnownWithoutPay } from "#app/domain/shops/staff.server.ts";
import type { OrderGid, OrderId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ReturnType } from "#app/supplier/return-type.ts";
import { shownState } from "./shown-state.ts";

type ParcelInBlock = {
  readonly part: number;
  readonly of: number;
  readonly status: string;
  readonly returnType: ReturnType | null;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  /** What it holds; null while the service has not said and it cannot be derived. */
  readonly items: readonly ParcelItem[] | null;
};

/** Why the order waits, and every way out of that; `asksPerson` where somebody has to decide. */
type HoldInBlock = {
  readonly sentence: string;
  readonly asksPerson: boolean;
  readonly resolutions: readonly HoldAction[];
};

/** What of an order Shopify's own page of it shows: of the customer no more than the sentence of a hold names. */
export type OrderBlock = {
  readonly id: OrderId;
  readonly state: OrderState;
  /** The mode of its newest handoff; null before it is placed. */
  readonly mode: Mode | null;
  readonly holds: readonly HoldInBlock[];
  readonly parcels: readonly ParcelInBlock[];
  readonly money: OrderMargin | null;
  /** Whether the viewer may give a command that spends the wallet on it; what the guard of the command says, counts. */
  readonly maySpend: boolean;
};

/** One order as its block in Shopify's admin shows it; null when this shop has no such order. */
export async function findOrderBlock(
  ctx: ShopContext,
  orderGid: OrderGid,
  viewer: string,
): Promise<OrderBlock | null> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({
    where: { shopId_orderGid: { shopId, orderGid } },
    include: {
      decisions: standingRequests,
      handoffs: {
        orderBy: [{ sequence: "asc" }, { revision: "asc" }],
        include: {
          items: { orderBy: { position: "asc" } },
          parcels: { orderBy: [{ part: "asc" }, { supplierOrderId: "asc" }] },
        },
      },
    },
  });
  if (!order) return null;
  const [issues, isWithoutPay] = await Promise.all([
    listOpenIssues(ctx, "order", [order.id]),
    isKnownWithoutPay(ctx, viewer),
  ]);
  const state = shownState({ ...order, ...requestsOf(order.decisions) });
  const open = (issues.get(order.id) ?? []).map((issue) => ({
    sentence: issue.sentence,
    asksPerson: needsPerson(issue.code),
    resolutions: resolutionsOfHold(issue),
  }));
  return {
    id: order.id,
    state,
    mode: order.handoffs.at(-1)?.mode ?? null,
    holds: open.length > 0 ? open : waitingOf(ctx, state, order.holdCode),
    parcels: order.handoffs.flatMap(({ parcels, items }) =>
      parcels.map((parcel) => ({
        ...{ part: parcel.part, of: parcel.of, status: parcel.status, returnType: parcel.returnType },
        ...{ courier: parcel.courier, trackingNumber: parcel.trackingNumber },
        trackingUrl: trackingLink(parcel.trackingUrl),
        items: toParcelItems(parcel.contents, items),
      })),
    ),
    money: projectMargin(order),
    maySpend: !(isWithoutPay && isPrepaid(order)),
  };
}

function waitingOf({ env }: ShopContext, state: OrderState, code: string | null): readonly HoldInBlock[] {
  const paused = { pausedForAll: env.PLACING_PAUSED };
  const sentence = waitingSentence(state, code, paused);
  if (sentence === null || code === null) return [];
  return [{ sentence, asksPerson: false, resolutions: resolutionsOfWaiting(code, paused) }];
}

/** Our own id of an order of Shopify's; null when this shop has no such order. */
export async function findOrderId(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  orderGid: OrderGid,
): Promise<OrderId | null> {
  const where = { shopId_orderGid: { shopId: shop.id, orderGid } };
  const order = await db.order.findUnique({ where, select: { id: true } });
  return order?.id ?? null;
}
