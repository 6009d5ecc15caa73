import type { Order, Prisma } from "@prisma/client";
import { openNeedWords } from "../attention/list-attention.server.ts";
import { commitWithWork } from "../shops/commit-with-work.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { recordFact } from "../timeline/record.server.ts";
import type { HoldCode } from "./hold-codes.ts";
import type { HoldParams } from "./hold-sentences.ts";
import type { Pressed } from "./press.server.ts";

export type NeedPress = {
  readonly orderId: string;
  readonly by: string;
  /** What the page showed, for presses that answer just that: one that has changed once more asks once more. */
  readonly shown?: string;
};

/** The words of the timeline for what was pressed, or why it is not enough; null when what was asked stands no longer. */
type Pressing =
  | { readonly code: string; readonly params?: Prisma.InputJsonObject }
  | { readonly refused: string }
  | null;

type Asked = {
  readonly tx: Prisma.TransactionClient;
  readonly order: Order;
  readonly code: string;
  /** The numbers the open row was raised with: what a press answers is just what was shown. */
  readonly params: HoldParams;
};

const GONE: Pressed = {
  ok: false,
  reason: "This was dealt with already, or has changed. Look at the order again.",
};

/** Does what a person pressed beside an order's open need, tells it on the timeline and wakes the order. */
export async function answerNeed(
  ctx: ShopContext,
  { orderId, by, shown }: NeedPress,
  codes: readonly HoldCode[],
  press: (asked: Asked) => Promise<Pressing>,
): Promise<Pressed> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return { ok: false, reason: "This order is not here any more." };
  return commitWithWork(ctx, [{ kind: "order", subject: order.orderGid }], async (tx): Promise<Pressed> => {
    const rows = await tx.attention.findMany({
      where: { shopId, thing: "order", thingId: orderId, code: { in: [...codes] }, resolvedAt: null },
    });
    const asked = rows.map((row) => ({ code: row.code, params: openNeedWords(ctx, row) }));
    const found = asked.find(({ params }) => shown === undefined || params.shown === shown);
    const done = found ? await press({ tx, order, ...found }) : null;
    if (!done) return GONE;
    if ("refused" in done) return { ok: false, reason: done.refused };
    const fact = { thing: "order", thingId: orderId, actor: "person", by } as const;
    await recordFact(tx, ctx, { ...fact, ...done, at: ctx.clock.now() });
    return { ok: true };
  });
}

/** Keeps, once, that something was decided about an order. False where it was decided before. */
export async function keepDecision(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  orderId: string,
  key: string,
): Promise<boolean> {
  const data = { shopId: ctx.shop.id, orderId, key, state: "done", doneAt: ctx.clock.now() };
  const { count } = await tx.effect.createMany({ data, skipDuplicates: true });
  return count > 0;
}
