import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import { type CommandResult, orderGone } from "../command-result.ts";
import { type OrderCommand, type OrderCommandInput, recordCommand } from "./record-command.server.ts";

/** *Place*: the merchant wants this order placed now, whatever the switches say (R34, R36). */
export function requestPlacement(ctx: ShopContext, input: OrderCommandInput): Promise<CommandResult> {
  return runOrderCommand(ctx, { ...input, kind: "place" });
}

/** *Try again*: look again now; a refused placing is tried once more. It is no request to place: no gate opens for it. */
export function retryPlacement(ctx: ShopContext, input: OrderCommandInput): Promise<CommandResult> {
  return runOrderCommand(ctx, { ...input, kind: "retry" });
}

/** *Cancel*: every parcel that still can be is cancelled at the service, and nothing is placed by itself any more. */
export function requestOrderCancel(ctx: ShopContext, input: OrderCommandInput): Promise<CommandResult> {
  return runOrderCommand(ctx, { ...input, kind: "cancel" });
}

/** States in which something of an order may still be placed, and nothing of it is being placed now. */
const HOLDABLE: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place", "held"]);

/** *Hold*: nothing of the order is placed by itself until somebody presses *Place*, or requests it in Shopify (D-161). */
export async function requestHold(
  ctx: ShopContext,
  { orderId, by }: OrderCommandInput,
): Promise<CommandResult> {
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id: orderId } } });
  if (!order) return orderGone;
  if (!HOLDABLE.has(order.state)) return TOO_LATE_TO_HOLD;
  const work = [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }] as const;
  return commitWithWork(ctx, work, (tx) => recordCommand(ctx, tx, { orderId, by, kind: "hold" }));
}

const TOO_LATE_TO_HOLD = {
  ok: false,
  reason: "Nothing of it waits to be placed any more.",
  why: "not_waiting",
} as const satisfies CommandResult;

async function runOrderCommand(ctx: ShopContext, command: OrderCommand): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: command.orderId } } });
  if (!order) return orderGone;
  // Looking again while the key is refused means asking whether it still is.
  const paused = command.kind === "retry" && ctx.connection?.pausedAt ? ctx.connection.mode : null;
  if (command.kind === "retry") await ctx.supplier?.askProbe();
  const work: readonly ShopWork[] = [
    { kind: "order.reconcile", subject: { orderGid: order.orderGid } },
    ...(paused === null
      ? []
      : [{ kind: "connection.probe", subject: { mode: paused }, delayMs: 0 } as const]),
  ];
  return commitWithWork(ctx, work, (tx) => recordCommand(ctx, tx, command));
}
