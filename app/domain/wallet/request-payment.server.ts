import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PaymentState } from "#app/domain/money/payment-state.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type WalletCost, walletCost } from "#app/domain/money/wallet-cost.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { type OrderId, type ParcelId, type PaymentId, type ShopId, toPaymentId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { requestAgainSql } from "#app/platform/queue/work.server.ts";
import { kindSql, laneSql } from "#app/platform/queue/work-kinds.ts";
import { factsSql } from "../timeline/record.server.ts";

/** Who dies after this has a worker take the payment up: later than any press that lives needs for its call. */
export const TAKEN_UP_AFTER_MS = 20_000;

export type PaymentRequest = {
  readonly parcelId: ParcelId;
  /** Shopify's id of the person who may spend the wallet (R55); the caller has made sure of it. */
  readonly by: string;
  /** What the person was shown as leaving the wallet; left out where no page showed it. */
  readonly seenAmountPkr?: Rupees;
  /** The service's own figure, where the person was shown it beside ours. */
  readonly seenReportedPkr?: Rupees;
  /** It is paid by itself: only while that is switched on by this person, and within the limit of that day of the shop. */
  readonly byItself?: { readonly day: string };
};

export type RequestPaymentResult =
  | { readonly kind: "requested"; readonly paymentId: PaymentId }
  /** Somebody else's payment of the parcel is under way, or has paid it. */
  | { readonly kind: "exists"; readonly state: PaymentState }
  | { readonly kind: "not_waiting" }
  /** The service has not said what it costs. */
  | { readonly kind: "cost_unknown" }
  /** It costs another sum than was shown, or the service names one that nobody has seen yet. */
  | { readonly kind: "figures_differ"; readonly cost: WalletCost }
  | { readonly kind: "unknown_parcel" };

/**
 * Commits the request to pay a parcel that waits for funds, before anybody is asked: the payment, the fact who wanted it,
 * and the order's work, which takes it up should this process die. Of several at once one is made; the index over what
 * is not refused decides (R50).
 */
export async function requestPayment(
  ctx: Pick<ShopContext, "shop" | "db" | "clock">,
  { parcelId, by, seenAmountPkr, seenReportedPkr, byItself }: PaymentRequest,
): Promise<RequestPaymentResult> {
  const shopId = ctx.shop.id;
  const parcel = await ctx.db.parcel.findUnique({
    where: { shopId_id: { shopId, id: parcelId } },
    include: { handoff: { select: { orderId: true } } },
  });
  if (!parcel) return { kind: "unknown_parcel" };
  const { part } = parcel;
  const cost = walletCost(parcel);
  if (parcel.status !== "AWAITING_FUNDS") return findUnsettledPayment(ctx, parcelId);
  if (cost === null) return { kind: "cost_unknown" };
  const isChanged = seenAmountPkr !== undefined && seenAmountPkr !== cost.amountPkr;
  const isUnseen = cost.reportedPkr !== null && cost.reportedPkr !== seenReportedPkr;
  if (isChanged || isUnseen) return { kind: "figures_differ", cost };
  const amount = cost.amountPkr;
  const payment = {
    id: toPaymentId(randomUUID()),
    orderId: parcel.handoff.orderId,
    parcelId,
    amount,
    by,
    byItself,
  };
  const at = ctx.clock.now();
  const wanted = { thing: "order", thingId: payment.orderId, by, at, params: { part, amount } } as const;
  const fact = byItself
    ? ({ ...wanted, actor: "karwan", code: "paid_by_itself" } as const)
    : ({ ...wanted, actor: "person", code: "pay_pressed" } as const);
  const facts = factsSql(shopId, [fact], Prisma.sql`made`);
  const made = await queryRows<{ id: PaymentId }>(
    ctx.db,
    Prisma.sql`
    with allowed as (${allowedSql(shopId, payment)}), made as (${insertSql(shopId, payment, at)}),
      spent as (${spentSql(payment)}), recorded as (${facts}), marked as (${requestReconcileSql(shopId)})
    select id from made`,
  );
  failpoint("Y1");
  return made.length > 0 ? { kind: "requested", paymentId: payment.id } : findUnsettledPayment(ctx, parcelId);
}

type NewPayment = {
  readonly id: PaymentId;
  readonly orderId: OrderId;
  readonly parcelId: ParcelId;
  readonly amount: Rupees;
  readonly by: string;
  readonly byItself: PaymentRequest["byItself"];
};

/** A person's press is; what is paid by itself has to fit the day's limit, in one row that all of them wait for. */
function allowedSql(shopId: ShopId, payment: NewPayment): Prisma.Sql {
  const { by, byItself } = payment;
  if (!byItself) return Prisma.sql`select ${shopId}::uuid as shop_id`;
  return Prisma.sql`
    select shop_id from auto_pay
    where shop_id = ${shopId}::uuid and since is not null and by = ${by}
      and ${spentWith(payment, byItself.day)} <= daily_pkr
    for update`;
}

/** Its sum is taken from the day's limit once it is made: of a parcel that somebody else pays nothing is counted. */
function spentSql(payment: NewPayment): Prisma.Sql {
  const { byItself } = payment;
  if (!byItself) return Prisma.sql`select 1`;
  return Prisma.sql`
    update auto_pay set spent_pkr = ${spentWith(payment, byItself.day)},
      day = case when ${isLater(byItself.day)} then ${byItself.day} else day end
    from made where auto_pay.shop_id = made.shop_id`;
}

function spentWith({ amount }: NewPayment, day: string): Prisma.Sql {
  return Prisma.sql`case when ${isLater(day)} then 0 else spent_pkr end + ${amount}::int`;
}

/** A process whose clock is behind another's begins no day anew. */
function isLater(day: string): Prisma.Sql {
  return Prisma.sql`coalesce(day < ${day}, true)`;
}

function insertSql(shopId: ShopId, payment: NewPayment, at: Date): Prisma.Sql {
  const { id, orderId, parcelId, amount, by, byItself } = payment;
  return Prisma.sql`
    insert into payment_intent (id, shop_id, order_id, parcel_id, amount_pkr, requested_by, requested_at, by_itself)
    select ${id}::uuid, parcel.shop_id, ${orderId}::uuid, id, ${amount}::int, ${by}, ${at}::timestamptz,
      ${byItself !== undefined}::boolean
    from parcel join allowed on allowed.shop_id = parcel.shop_id
    where parcel.shop_id = ${shopId}::uuid and id = ${parcelId}::uuid and status = 'AWAITING_FUNDS'
    on conflict (shop_id, parcel_id) where state <> 'refused' do nothing
    returning id, shop_id, order_id`;
}

function requestReconcileSql(shopId: ShopId): Prisma.Sql {
  return Prisma.sql`
    insert into work (shop_id, kind, subject, lane, next_run_at)
    select "order".shop_id, ${Prisma.raw(kindSql("order.reconcile"))}, order_gid, ${Prisma.raw(laneSql("order.reconcile"))},
      clock_timestamp() + ${TAKEN_UP_AFTER_MS} * interval '1 millisecond'
    from "order" join made on made.order_id = "order".id where "order".shop_id = ${shopId}::uuid
    ${Prisma.raw(requestAgainSql)}`;
}

async function findUnsettledPayment(
  { db, shop }: Pick<ShopContext, "shop" | "db">,
  parcelId: ParcelId,
): Promise<RequestPaymentResult> {
  const standing = await db.paymentIntent.findFirst({
    where: { shopId: shop.id, parcelId, state: { not: "refused" } },
  });
  return standing ? { kind: "exists", state: standing.state } : { kind: "not_waiting" };
}
