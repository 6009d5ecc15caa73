import type { Order, Prisma } from "@prisma/client";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { DecisionKind } from "./decision-kind.ts";
import { recordDecision } from "./record-decision.server.ts";

type DecisionInput = {
  readonly kind: DecisionKind;
  readonly by: string;
  /** Numbers and ids; no personal data. */
  readonly params?: Prisma.InputJsonObject;
  readonly detailEnc?: Uint8Array<ArrayBuffer>;
  /** The line of the timeline. */
  readonly fact: FactCode;
  readonly factParams?: Prisma.InputJsonObject;
};

type DecidedOrder = Pick<Order, "id" | "orderGid">;

/**
 * Keeps what a person decided, with who and when, and has the order looked at again. A refused placing may be tried
 * once more after it, but for what is moved away; no gate opens for it.
 */
export async function decideForOrder(
  ctx: ShopContext,
  order: DecidedOrder,
  { fact, factParams = {}, ...decision }: DecisionInput,
): Promise<CommandResult> {
  const { kind, by } = decision;
  const scope = { shopId: ctx.shop.id, orderId: order.id, at: ctx.clock.now() };
  await commitWithWork(
    ctx,
    [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }],
    async (tx) => {
      await recordDecision(tx, { ...decision, ...scope });
      const recorded = { by, code: fact, params: factParams };
      if (kind === "move_away") await recordDecisionFact(ctx, tx, order, recorded);
      else await recordFactAndRetry(ctx, tx, order, recorded);
    },
  );
  return { ok: true };
}

/** Takes a decision back; the timeline keeps that it was there. */
export async function dropDecision(
  ctx: ShopContext,
  order: DecidedOrder,
  { kind, by, fact }: Pick<DecisionInput, "kind" | "by" | "fact">,
): Promise<CommandResult> {
  await commitWithWork(
    ctx,
    [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }],
    async (tx) => {
      await tx.orderDecision.deleteMany({ where: { shopId: ctx.shop.id, orderId: order.id, kind } });
      await recordFactAndRetry(ctx, tx, order, { by, code: fact, params: {} });
    },
  );
  return { ok: true };
}

type DecisionFact = { readonly by: string; readonly code: FactCode; readonly params: Prisma.InputJsonObject };

async function recordFactAndRetry(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  order: DecidedOrder,
  fact: DecisionFact,
): Promise<void> {
  const scope = { shopId: ctx.shop.id, orderId: order.id };
  await recordDecision(tx, { ...scope, kind: "retry", by: fact.by, at: ctx.clock.now() });
  await recordDecisionFact(ctx, tx, order, fact);
}

async function recordDecisionFact(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  { id }: DecidedOrder,
  fact: DecisionFact,
): Promise<void> {
  const at = ctx.clock.now();
  await recordFact(tx, ctx, { thing: "order", thingId: id, actor: "person", ...fact, at });
}
