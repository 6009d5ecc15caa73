import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { closeConfirmation } from "#app/domain/orders/confirmation/close-confirmation.server.ts";
import { isUnplaced } from "#app/domain/orders/page/order-actions.ts";
import { actorOf } from "#app/domain/timeline/fact-vocabulary.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { CommandRefusal, CommandResult } from "../command-result.ts";
import { findModeChange } from "./find-mode-change.server.ts";
import {
  type DecidedScope,
  dropDismissal,
  recordDecision,
  recordUnlessStanding,
  settleDecisions,
} from "./record-decision.server.ts";

export type OrderCommandInput = { readonly orderId: OrderId; readonly by: string };

export type OrderCommandKind = "place" | "retry" | "cancel" | "hold" | "resume";

export type OrderCommand = OrderCommandInput & {
  readonly kind: OrderCommandKind;
  readonly params?: typeof FROM_CONTACT;
};

/** The parameters of a *Cancel* that a noted call made, by which it differs from every other. */
export const FROM_CONTACT = { source: "contact" } as const;

const CANCELLED_BEFORE = {
  ok: false,
  reason: "It was cancelled before.",
  why: "not_waiting",
} as const satisfies CommandResult;

const HELD_BEFORE = {
  ok: false,
  reason: "It was put on hold before.",
  why: "not_waiting",
} as const satisfies CommandResult;

const CANCELLED_MEANWHILE = {
  ok: false,
  reason: "It was cancelled meanwhile. Look at the order again, then decide.",
} as const satisfies CommandResult;

type CommandContext = Pick<ShopContext, "shop" | "clock" | "connection">;

/**
 * Keeps a command and its fact; the order's work is marked by the caller, which keeps two presses apart. Refused, and nothing
 * is written, is a second *Hold* or *Cancel*: the first one stands, and who pressed it; a *Cancel* stands until the
 * supplier has said that it is too late. So is a *Place* of an order that whoever pressed it saw otherwise.
 */
export async function recordCommand(
  ctx: CommandContext,
  tx: Prisma.TransactionClient,
  { orderId, kind, by, params }: OrderCommand,
): Promise<CommandResult> {
  const { shop } = ctx;
  const at = ctx.clock.now();
  const refusal = await decideByCommand[kind](ctx, tx, { shopId: shop.id, orderId, by, at, params });
  if (refusal) return refusal;
  const fact = { thing: "order", thingId: orderId, by, code: `${kind}_pressed` } as const;
  await recordFact(tx, shop.id, { ...fact, actor: actorOf(by), at });
  return { ok: true };
}

/** The app's own *Cancel*, of an order that nobody confirmed in time. False where a *Cancel* stands already. */
export async function cancelUnconfirmed(
  ctx: CommandContext,
  tx: Prisma.TransactionClient,
  orderId: OrderId,
): Promise<boolean> {
  const decision = { shopId: ctx.shop.id, orderId, by: "karwan", at: ctx.clock.now() };
  return (await decideByCommand.cancel(ctx, tx, decision)) === null;
}

type CommandDecision = DecidedScope & Pick<OrderCommand, "by" | "params"> & { readonly at: Date };

/** *Place*, in whichever words it is pressed: it ends what was to keep the order from being placed. */
export async function recordPlace(tx: Prisma.TransactionClient, decision: CommandDecision): Promise<void> {
  await recordDecision(tx, { ...decision, kind: "place" });
  await settleDecisions(tx, decision, ["cancel", "hold", "move_away"], decision.at);
}

type Decide = (
  ctx: CommandContext,
  tx: Prisma.TransactionClient,
  decision: CommandDecision,
) => Promise<CommandRefusal | null>;

/** What a command decides, and what of earlier commands it ends. *Resume* takes a *Cancel* back: the shop's rules decide again. */
const decideByCommand: Readonly<Record<OrderCommandKind, Decide>> = {
  place: async (ctx, tx, decision) => {
    const refusal = (await findModeChange(ctx, tx)) ?? (await findUnseenCancel(tx, decision));
    if (refusal === null) await recordPlace(tx, decision);
    return refusal;
  },
  retry: async (_ctx, tx, decision) => {
    await recordDecision(tx, { ...decision, kind: "retry" });
    return null;
  },
  cancel: async (_ctx, tx, decision) => {
    const answered = await orAnswered(tx, decision);
    if (!(await recordUnlessStanding(tx, { ...decision, kind: "cancel" }, answered))) return CANCELLED_BEFORE;
    await settleDecisions(tx, decision, ["place", "replace"], decision.at);
    await closeConfirmation(tx, decision);
    // Another request to cancel may come too late again, which is a hold again.
    await dropDismissal(tx, decision, "too_late_to_cancel");
    return null;
  },
  hold: async (_ctx, tx, decision) => {
    if (!(await recordUnlessStanding(tx, { ...decision, kind: "hold" }))) return HELD_BEFORE;
    await settleDecisions(tx, decision, ["place"], decision.at);
    return null;
  },
  resume: async (_ctx, tx, decision) => {
    await settleDecisions(tx, decision, ["cancel"], decision.at);
    return null;
  },
};

/**
 * A *Cancel* that the order's state does not show yet, as the order was not looked at since: whoever presses *Place* does not
 * mean to take it back, and whoever cancelled was answered that nothing is sent.
 */
async function findUnseenCancel(
  tx: Prisma.TransactionClient,
  { shopId, orderId }: CommandDecision,
): Promise<CommandRefusal | null> {
  const cancelled = { shopId, kind: "cancel" as const, handledAt: null };
  const order = await tx.order.findFirst({
    where: { shopId, id: orderId, decisions: { some: cancelled } },
    select: { state: true },
  });
  return order && isUnplaced(order.state) ? CANCELLED_MEANWHILE : null;
}

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
