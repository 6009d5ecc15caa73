import type { Order, Prisma } from "@prisma/client";
import { openIssueParams } from "#app/domain/attention/list-attention.server.ts";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";

export type ResolveHoldInput = {
  readonly orderId: OrderId;
  readonly by: string;
  /** What the page showed, for commands that answer exactly that: a hold that changed since asks again. */
  readonly shown?: string;
};

/** The timeline's words for the command, or why it is not enough; null when the hold is no longer open. */
type HoldResolution =
  | { readonly code: FactCode; readonly params?: Prisma.InputJsonObject }
  | { readonly refused: string }
  | null;

type OpenHoldRow = {
  readonly tx: Prisma.TransactionClient;
  readonly order: Order;
  readonly code: string;
  /** The numbers the open issue was raised with: a command answers exactly what was shown. */
  readonly params: HoldParams;
};

const GONE: CommandResult = {
  ok: false,
  reason: "This was dealt with already, or has changed. Look at the order again.",
};

/** Carries out a command beside an order's open hold, records it on the timeline and wakes the order. */
export async function resolveHold(
  ctx: ShopContext,
  { orderId, by, shown }: ResolveHoldInput,
  codes: readonly HoldCode[],
  apply: (asked: OpenHoldRow) => Promise<HoldResolution>,
): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return orderGone;
  return commitWithWork(
    ctx,
    [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }],
    async (tx): Promise<CommandResult> => {
      const rows = await tx.attention.findMany({
        where: { shopId, thing: "order", thingId: orderId, code: { in: [...codes] }, resolvedAt: null },
      });
      const asked = rows.map((row) => ({ code: row.code, params: openIssueParams(ctx, row) }));
      const found = asked.find(({ params }) => shown === undefined || params.shown === shown);
      const done = found ? await apply({ tx, order, ...found }) : null;
      if (!done) return GONE;
      if ("refused" in done) return { ok: false, reason: done.refused };
      const fact = { thing: "order", thingId: orderId, actor: "person", by } as const;
      await recordFact(tx, ctx, { ...fact, ...done, at: ctx.clock.now() });
      return { ok: true };
    },
  );
}
