import type { Prisma } from "@prisma/client";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { noReplacementRequest } from "#app/domain/orders/amendments/no-replacement-request.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SimulatedStatus } from "#app/supplier/orders.ts";
import type { CommandResult } from "./command-result.ts";
import { clearDismissal } from "./decisions/dismiss-hold.server.ts";

type OrderCommandInput = { readonly orderId: OrderId; readonly by: string };

const notFound: CommandResult = { ok: false, reason: "This order is not here any more." };

/** *Place*: the merchant wants this order placed now, whatever the switches say (R34, R36). */
export function requestPlacement(
  ctx: ShopContext,
  { orderId, by }: OrderCommandInput,
): Promise<CommandResult> {
  return runOrderCommand(ctx, orderId, toOrderCommand(ctx, "place", by));
}

/** *Retry*: look again now; a refused placing is tried once more. It is no wish to place: no gate opens for it. */
export function retryPlacement(ctx: ShopContext, { orderId, by }: OrderCommandInput): Promise<CommandResult> {
  return runOrderCommand(ctx, orderId, toOrderCommand(ctx, "retry", by));
}

/** *Cancel*: every parcel that still can be is cancelled at the service, and nothing is placed by itself any more. */
export function requestOrderCancel(
  ctx: ShopContext,
  { orderId, by }: OrderCommandInput,
): Promise<CommandResult> {
  return runOrderCommand(ctx, orderId, toOrderCommand(ctx, "cancel", by));
}

export type OrderCommandKind = "place" | "retry" | "cancel" | "resume";

type OrderCommand = {
  readonly code: string;
  readonly by: string;
  readonly change: Prisma.OrderUpdateManyMutationInput;
};

/** What a press changes in the order's row. *Resume* takes a *Cancel* back: the shop's rules decide again. */
export function toOrderCommand(
  { clock }: Pick<ShopContext, "clock">,
  kind: OrderCommandKind,
  by: string,
): OrderCommand {
  const now = clock.now();
  const notCancelled = { cancelRequestedAt: null, cancelRequestedBy: null };
  const changes: Readonly<Record<OrderCommandKind, Prisma.OrderUpdateManyMutationInput>> = {
    place: { placeRequestedAt: now, placeRequestedBy: by, ...notCancelled },
    retry: { retryRequestedAt: now, retryRequestedBy: by },
    cancel: {
      cancelRequestedAt: now,
      cancelRequestedBy: by,
      placeRequestedAt: null,
      placeRequestedBy: null,
      ...noReplacementRequest,
    },
    resume: notCancelled,
  };
  return { code: `${kind}_pressed`, by, change: changes[kind] };
}

async function runOrderCommand(
  ctx: ShopContext,
  orderId: OrderId,
  command: OrderCommand,
): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return notFound;
  // Looking again while the key is refused means asking whether it still is.
  const paused = command.code === "retry_pressed" && ctx.connection?.pausedAt ? ctx.connection.mode : null;
  if (command.code === "retry_pressed") await ctx.supplier?.askProbe();
  const work: readonly ShopWork[] = [
    { kind: "order.reconcile", subject: { orderGid: order.orderGid } },
    ...(paused === null
      ? []
      : [{ kind: "connection.probe", subject: { mode: paused }, delayMs: 0 } as const]),
  ];
  const isApplied = await commitWithWork(ctx, work, (tx) => recordCommand(ctx, tx, orderId, command));
  return isApplied ? { ok: true } : CANCELLED_BEFORE;
}

export const CANCELLED_BEFORE = {
  ok: false,
  reason: "It was cancelled before.",
  why: "not_waiting",
} as const satisfies CommandResult;

/**
 * Writes a press and its fact; the order's work is marked by the caller, which keeps two presses apart. False, and nothing
 * is written, for a second *Cancel*: the first one stands, and who pressed it, until the supplier has said that it is too late.
 */
export async function recordCommand(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  orderId: OrderId,
  { code, by, change }: OrderCommand,
): Promise<boolean> {
  const scope = { shopId: shop.id, orderId };
  const isOpen = code === "cancel_pressed" ? await openToCancel(tx, scope) : {};
  const { count } = await tx.order.updateMany({
    where: { shopId: shop.id, id: orderId, ...isOpen },
    data: change,
  });
  if (count === 0) return false;
  if (code === "cancel_pressed") await clearDismissal(tx, shop.id, orderId);
  if (code === "place_pressed")
    await tx.orderDecision.deleteMany({ where: { ...scope, kind: "move_away", servedAt: null } });
  await recordFact(tx, shop.id, {
    thing: "order",
    thingId: orderId,
    actor: "person",
    by,
    code,
    at: clock.now(),
  });
  return true;
}

/** Nobody has pressed *Cancel* yet, or the supplier refused it for good and the order was looked at since that press. */
async function openToCancel(
  tx: Prisma.TransactionClient,
  { shopId, orderId }: { readonly shopId: string; readonly orderId: OrderId },
): Promise<Prisma.OrderWhereInput> {
  const tooLate = { shopId, code: "too_late_to_cancel", thing: "order" as const, thingId: orderId };
  const isAnswered = (await tx.attention.count({ where: tooLate })) > 0;
  const requested: Prisma.OrderWhereInput = {
    cancelRequestedAt: { lt: tx.order.fields.readAt },
    state: { not: "cancelled" },
  };
  return isAnswered ? { OR: [{ cancelRequestedAt: null }, requested] } : { cancelRequestedAt: null };
}

/** *Simulate*: moves a test parcel; its webhook then arrives as for a real one (document, Modes). */
export async function simulateParcel(
  ctx: ShopContext,
  {
    parcelId,
    status,
    by,
  }: { readonly parcelId: ParcelId; readonly status: SimulatedStatus; readonly by: string },
): Promise<CommandResult> {
  const found = await findParcel(ctx, parcelId);
  if (!found) return { ok: false, reason: "This parcel is not here any more." };
  const supplier = ctx.supplierOf(found.handoff);
  if (found.mode !== "test" || !supplier) return { ok: false, reason: "Only test parcels can be simulated." };
  try {
    await supplier.simulateOrder(found.supplierOrderId, status);
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { ok: false, reason: `The service did not simulate it: ${error.message}` };
  }
  await recordFact(ctx.db, ctx, {
    thing: "order",
    thingId: found.handoff.orderId,
    actor: "person",
    by,
    code: "simulate_pressed",
    params: { status },
    at: ctx.clock.now(),
  });
  await requestParcelRead(ctx, found);
  return { ok: true };
}

async function findParcel(ctx: ShopContext, parcelId: ParcelId) {
  return ctx.db.parcel.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: parcelId } },
    include: { handoff: { include: { order: true } } },
  });
}

type ParcelWithOrder = NonNullable<Awaited<ReturnType<typeof findParcel>>>;

/** The parcel's answer is folded in by its order's own work, where every other report is. */
async function requestParcelRead(ctx: ShopContext, { id, handoff }: ParcelWithOrder): Promise<void> {
  await ctx.db.parcel.update({ where: { shopId_id: { shopId: ctx.shop.id, id } }, data: { readAt: null } });
  await ctx.wake([{ kind: "order.reconcile", subject: { orderGid: handoff.order.orderGid } }]);
}
