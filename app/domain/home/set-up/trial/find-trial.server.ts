import type { Prisma } from "@prisma/client";
import { listOpenIssues, type OpenIssue } from "#app/domain/attention/list-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { requestsOf, standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { projectMargin } from "#app/domain/orders/money/project-margin.ts";
import { planOrderActions } from "#app/domain/orders/page/order-actions.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import { nextTrialMove, type TrialMove } from "./trial-move.ts";

/** An order that could be the trial, and what it asks before it can be placed. */
export type TrialCandidate = {
  readonly id: OrderId;
  readonly name: string;
  readonly totalPkr: Rupees | null;
  readonly stands: CandidateStanding;
};

/** What keeps an order from being the trial. */
type CandidateStanding =
  /** A press places it. */
  | { readonly kind: "placeable" | "being_placed" | "waiting" }
  | { readonly kind: "asks_how_paid"; readonly sentence: string; readonly isPaid: boolean }
  /** Its page asks something first. */
  | { readonly kind: "asks"; readonly sentence: string };

type TrialParcel = {
  readonly id: ParcelId;
  readonly part: number;
  readonly of: number;
  readonly status: string;
  /** Null once it is there. */
  readonly next: TrialMove | null;
};

/** The simulated order as it stands on both sides. */
export type TrialOrder = {
  readonly id: OrderId;
  readonly name: string;
  readonly state: OrderState;
  readonly shopify: {
    readonly isAccepted: boolean;
    /** Courier and number of each parcel that Shopify shows as fulfilled. */
    readonly fulfillments: readonly {
      readonly courier: string | null;
      readonly trackingNumber: string | null;
    }[];
    readonly isMarkedPaid: boolean;
  };
  readonly supplier: {
    readonly parcels: readonly TrialParcel[];
    /** What it would bring, and cost if it were refused; null where it is not known. */
    readonly deliveredPkr: Rupees | null;
    readonly refusedPkr: Rupees | null;
  };
};

export type Trial =
  | { readonly kind: "to_choose"; readonly orders: readonly TrialCandidate[] }
  | { readonly kind: "under_way" | "delivered"; readonly order: TrialOrder };

const MOST_OFFERED = 3;
const ENDED_OTHERWISE: ReadonlySet<OrderState> = new Set(["cancelled", "refused", "finished_in_shopify"]);
/** These a press on *Place* answers. */
const PLACEABLE: ReadonlySet<HoldAction> = new Set(["place", "end_test_connection"]);
const BEFORE_PLACING: OrderState[] = ["new", "waiting", "to_place", "held", "placing"];

/** Whether a simulated parcel has reached its customer. */
export async function hasDeliveredTrial({ db, shop }: ShopContext): Promise<boolean> {
  const where = { shopId: shop.id, mode: "test", status: "DELIVERED" } as const;
  return (await db.parcel.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * The newest order that was placed with the test key, and where none goes on, those that could be. A test order made after
 * one was delivered is the next.
 */
export async function findTrial(ctx: ShopContext): Promise<Trial> {
  const { db, shop } = ctx;
  const newest = await db.handoff.findFirst({
    where: { shopId: shop.id, mode: "test" },
    orderBy: { placedAt: { sort: "desc", nulls: "first" } },
    select: { order: { include: trialOrder } },
  });
  if (!newest || ENDED_OTHERWISE.has(newest.order.state))
    return { kind: "to_choose", orders: await listCandidates(ctx, {}) };
  const order = toTrialOrder(newest.order);
  if (order.state !== "delivered") return { kind: "under_way", order };
  const later = await listCandidates(ctx, { test: true, listedAt: { gt: newest.order.listedAt } });
  return later.length > 0 ? { kind: "to_choose", orders: later } : { kind: "delivered", order };
}

const trialOrder = {
  handoffs: { where: { mode: "test" }, include: { parcels: true } },
  fulfillmentOrders: { select: { acceptedAt: true } },
  decisions: standingRequests,
} as const satisfies Prisma.OrderInclude;

function toTrialOrder(order: Prisma.OrderGetPayload<{ include: typeof trialOrder }>): TrialOrder {
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const { simulate } = planOrderActions({
    order: { ...order, ...requestsOf(order.decisions) },
    parcels,
    mode: "test",
  });
  const margin = projectMargin(order);
  return {
    ...{ id: order.id, name: order.name, state: order.state },
    shopify: {
      isAccepted: order.fulfillmentOrders.some(({ acceptedAt }) => acceptedAt !== null),
      fulfillments: parcels
        .filter(({ fulfillmentGid }) => fulfillmentGid !== null)
        .map(({ courier, trackingNumber }) => ({ courier, trackingNumber })),
      isMarkedPaid: order.markedPaidAt !== null,
    },
    supplier: {
      parcels: parcels.map(({ id, part, of, status }) => ({
        ...{ id, part, of, status },
        next: nextTrialMove(simulate[id] ?? []),
      })),
      deliveredPkr: margin?.netPkr ?? null,
      refusedPkr: margin?.ifRefusedPkr ?? null,
    },
  };
}

async function listCandidates(
  ctx: ShopContext,
  which: Pick<Prisma.OrderWhereInput, "test" | "listedAt">,
): Promise<readonly TrialCandidate[]> {
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, state: { in: BEFORE_PLACING }, ...which },
    orderBy: { listedAt: "desc" },
    take: MOST_OFFERED,
    select: { id: true, name: true, totalPkr: true, state: true, decisions: standingRequests },
  });
  const issues = await listOpenIssues(
    ctx,
    "order",
    orders.map(({ id }) => id),
  );
  return orders.map(({ id, name, totalPkr, state, decisions }) => {
    const { placeRequestedAt } = requestsOf(decisions);
    const isRequested = placeRequestedAt !== null;
    return { id, name, totalPkr, stands: standingOf({ state, isRequested }, issues.get(id) ?? []) };
  });
}

function standingOf(
  { state, isRequested }: { readonly state: OrderState; readonly isRequested: boolean },
  open: readonly OpenIssue[],
): CandidateStanding {
  const asking = open.find(({ code, action }) => needsPerson(code) && !PLACEABLE.has(action));
  if (asking?.code === "how_paid")
    return { kind: "asks_how_paid", sentence: asking.sentence, isPaid: asking.params.isPaid === true };
  if (asking) return { kind: "asks", sentence: asking.sentence };
  if (state === "placing" || isRequested) return { kind: "being_placed" };
  return { kind: state === "to_place" || state === "held" ? "placeable" : "waiting" };
}
