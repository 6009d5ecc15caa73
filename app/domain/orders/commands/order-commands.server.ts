import { Prisma } from "@prisma/client";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { closeConfirmation } from "#app/domain/orders/confirmation/close-confirmation.server.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SimulatedStatus } from "#app/supplier/orders.ts";
import type { CommandResult } from "./command-result.ts";
import {
  type DecidedScope,
  dropDismissal,
  recordDecision,
  recordUnlessStanding,
  settleDecisions,
} from "./decisions/record-decision.server.ts";

type OrderCommandInput = { readonly orderId: OrderId; readonly by: string };

const notFound: CommandResult = { ok: false, reason: "This order is not here any more." };

/** *Place*: the merchant wants this order placed now, whatever the switches say (R34, R36). */
export function requestPlacement(ctx: ShopContext, input: OrderCommandInput): Promise<CommandResult> {
  return runOrderCommand(ctx, { ...input, kind: "place" });
}

/** *Retry*: look again now; a refused placing is tried once more. It is no wish to place: no gate opens for it. */
export function retryPlacement(ctx: ShopContext, input: OrderCommandInput): Promise<CommandResult> {
  return runOrderCommand(ctx, { ...input, kind: "retry" });
}

/** *Cancel*: every parcel that still can be is cancelled at the service, and nothing is placed by itself any more. */
export function requestOrderCancel(ctx: ShopContext, input: OrderCommandInput): Promise<CommandResult> {
  return runOrderCommand(ctx, { ...input, kind: "cancel" });
}

/** States in which something of an order may still be placed, and nothing of it is being placed now. */
const HOLDABLE: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place", "held"]);

/** *Hold*: nothing of the order is placed by itself until somebody presses *Place*. */
export async function requestHold(
  ctx: ShopContext,
  { orderId, by }: OrderCommandInput,
): Promise<CommandResult> {
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id: orderId } } });
  if (!order) return notFound;
  if (!HOLDABLE.has(order.state)) return TOO_LATE_TO_HOLD;
  const work = [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }] as const;
  const isApplied = await commitWithWork(ctx, work, (tx) =>
    recordCommand(ctx, tx, { orderId, by, kind: "hold" }),
  );
  return isApplied ? { ok: true } : HELD_BEFORE;
}

const TOO_LATE_TO_HOLD = {
  ok: false,
  reason: "Nothing of it waits to be placed any more.",
  why: "not_waiting",
} as const satisfies CommandResult;

const HELD_BEFORE = {
  ok: false,
  reason: "It was put on hold before.",
  why: "not_waiting",
} as const satisfies CommandResult;

export type OrderCommandKind = "place" | "retry" | "cancel" | "hold" | "resume";

type OrderCommand = OrderCommandInput & { readonly kind: OrderCommandKind };

async function runOrderCommand(ctx: ShopContext, command: OrderCommand): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: command.orderId } } });
  if (!order) return notFound;
  // Looking again while the key is refused means asking whether it still is.
  const paused = command.kind === "retry" && ctx.connection?.pausedAt ? ctx.connection.mode : null;
  if (command.kind === "retry") await ctx.supplier?.askProbe();
  const work: readonly ShopWork[] = [
    { kind: "order.reconcile", subject: { orderGid: order.orderGid } },
    ...(paused === null
      ? []
      : [{ kind: "connection.probe", subject: { mode: paused }, delayMs: 0 } as const]),
  ];
  const isApplied = await commitWithWork(ctx, work, (tx) => recordCommand(ctx, tx, command));
  return isApplied ? { ok: true } : CANCELLED_BEFORE;
}

export const CANCELLED_BEFORE = {
  ok: false,
  reason: "It was cancelled before.",
  why: "not_waiting",
} as const satisfies CommandResult;

/**
 * Keeps a command and its fact; the order's work is marked by the caller, which keeps two presses apart. False, and nothing
 * is written, for a second *Hold* or *Cancel*: the first one stands, and who pressed it. A *Cancel* stands until the
 * supplier has said that it is too late.
 */
export async function recordCommand(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  { orderId, kind, by }: OrderCommand,
): Promise<boolean> {
  const at = clock.now();
  if (!(await decideByCommand[kind](tx, { shopId: shop.id, orderId, by, at }))) return false;
  const fact = { thing: "order", thingId: orderId, actor: "person", by, code: `${kind}_pressed` } as const;
  await recordFact(tx, shop.id, { ...fact, at });
  return true;
}

/** The app's own *Cancel*, of an order that nobody confirmed in time. False where a *Cancel* stands already. */
export function cancelUnconfirmed(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  orderId: OrderId,
): Promise<boolean> {
  return decideByCommand.cancel(tx, { shopId: shop.id, orderId, by: "karwan", at: clock.now() });
}

type CommandDecision = DecidedScope & { readonly by: string; readonly at: Date };

/** What a command decides, and what of earlier commands it ends. *Resume* takes a *Cancel* back: the shop's rules decide again. */
const decideByCommand: Readonly<
  Record<OrderCommandKind, (tx: Prisma.TransactionClient, decision: CommandDecision) => Promise<boolean>>
> = {
  place: async (tx, decision) => {
    await recordDecision(tx, { ...decision, kind: "place" });
    await settleDecisions(tx, decision, ["cancel", "hold", "move_away"], decision.at);
    return true;
  },
  retry: async (tx, decision) => {
    await recordDecision(tx, { ...decision, kind: "retry" });
    return true;
  },
  cancel: async (tx, decision) => {
    const answered = await orAnswered(tx, decision);
    if (!(await recordUnlessStanding(tx, { ...decision, kind: "cancel" }, answered))) return false;
    await settleDecisions(tx, decision, ["place", "replace"], decision.at);
    await closeConfirmation(tx, decision);
    // Another wish to cancel may come too late again, which is told again.
    await dropDismissal(tx, decision, "too_late_to_cancel");
    return true;
  },
  hold: async (tx, decision) => {
    if (!(await recordUnlessStanding(tx, { ...decision, kind: "hold" }))) return false;
    await settleDecisions(tx, decision, ["place"], decision.at);
    return true;
  },
  resume: async (tx, decision) => {
    await settleDecisions(tx, decision, ["cancel"], decision.at);
    return true;
  },
};

/** A *Cancel* that the supplier refused for good may be replaced, once the order was looked at since. */
async function orAnswered(
  tx: Prisma.TransactionClient,
  { shopId, orderId }: CommandDecision,
): Promise<Prisma.Sql> {
  const tooLate = { shopId, code: "too_late_to_cancel", thing: "order", thingId: orderId } as const;
  const isAnswered = (await tx.attention.count({ where: tooLate })) > 0;
  return Prisma.sql`(${isAnswered} and exists (
    select from "order" where "order".shop_id = ${shopId}::uuid and "order".id = ${orderId}::uuid
      and "order".state <> 'cancelled' and order_decision.at < "order".read_at))`;
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
    return { ok: false, reason: `The supplier did not simulate it: ${error.message}` };
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
