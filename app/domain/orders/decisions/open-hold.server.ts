import type { Order } from "@prisma/client";
import { openNeedWords } from "../../attention/list-attention.server.ts";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import type { HoldCode } from "../hold-codes.ts";

type Refusal = { readonly ok: false; readonly reason: string; readonly why?: "not_waiting" };

export type OpenHold =
  | { readonly kind: "open"; readonly order: Order; readonly code: string; readonly params: unknown }
  /** There is nothing to fix any more; the sentence says who did it. */
  | { readonly kind: "gone"; readonly refusal: Refusal };

type Asked = { readonly orderId: string; readonly by: string; readonly codes: readonly HoldCode[] };

export const orderGone: Refusal = { ok: false, reason: "This order is not here any more." };

/** The hold a button is for, as it stands now: whoever looks at an old page learns who has fixed it meanwhile. */
export async function findOpenHold(ctx: ShopContext, { orderId, by, codes }: Asked): Promise<OpenHold> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return { kind: "gone", refusal: orderGone };
  const rows = await ctx.db.attention.findMany({
    where: { shopId, thing: "order", thingId: orderId, code: { in: [...codes] } },
    orderBy: { openedAt: "desc" },
  });
  const open = rows.find(({ resolvedAt }) => resolvedAt === null);
  if (open) return { kind: "open", order, code: open.code, params: openNeedWords(ctx, open) };
  const [last] = rows;
  const reason = last ? await whoFixed(ctx, { orderId, by, since: last.openedAt }) : NOTHING_TO_FIX;
  return { kind: "gone", refusal: { ok: false, reason, why: "not_waiting" } };
}

const NOTHING_TO_FIX = "There is nothing to fix here any more.";

type Since = { readonly orderId: string; readonly by: string; readonly since: Date };

async function whoFixed(ctx: ShopContext, { orderId, by, since }: Since): Promise<string> {
  const fact = await ctx.db.timelineEntry.findFirst({
    where: { shopId: ctx.shop.id, thing: "order", thingId: orderId, actor: "person", at: { gte: since } },
    orderBy: { id: "desc" },
  });
  if (!fact) return "It has ended by itself: there is nothing to fix any more.";
  return fact.by === by ? "You have already fixed this." : "Already fixed by another staff member.";
}
