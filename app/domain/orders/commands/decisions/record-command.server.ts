import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { closeConfirmation } from "#app/domain/orders/confirmation/close-confirmation.server.ts";
import { actorOf } from "#app/domain/timeline/fact-vocabulary.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { CommandResult } from "../command-result.ts";
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

/** The parameters of a *Cancel* that a noted call made, by which it is told from every other. */
export const FROM_CONTACT = { source: "contact" } as const;

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
  { orderId, kind, by, params }: OrderCommand,
): Promise<boolean> {
  const at = clock.now();
  if (!(await decideByCommand[kind](tx, { shopId: shop.id, orderId, by, at, params }))) return false;
  const fact = { thing: "order", thingId: orderId, by, code: `${kind}_pressed` } as const;
  await recordFact(tx, shop.id, { ...fact, actor: actorOf(by), at });
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

type CommandDecision = DecidedScope & Pick<OrderCommand, "by" | "params"> & { readonly at: Date };

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
    // Another request to cancel may come too late again, which is a hold again.
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
