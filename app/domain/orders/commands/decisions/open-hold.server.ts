import type { Order, TimelineEntry } from "@prisma/client";
import { z } from "zod";
import { openIssueParams } from "#app/domain/attention/list-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { type FactCode, factCodes } from "#app/domain/messages/timeline/fact-codes.ts";
import { type CommandRefusal, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { commandsByName } from "#app/domain/orders/commands/registry.ts";
import { otherThan } from "#app/domain/timeline/fact-vocabulary.ts";
import type { OrderId } from "#app/platform/ids.ts";

export type OpenHoldResult =
  | { readonly kind: "open"; readonly order: Order; readonly code: string; readonly params: unknown }
  /** There is nothing to fix any more; the sentence says who did it. */
  | { readonly kind: "gone"; readonly refusal: CommandRefusal };

type OpenHoldQuery = { readonly orderId: OrderId; readonly by: string; readonly codes: readonly HoldCode[] };

/** The hold a button is for, as it stands now: whoever looks at an old page learns who has fixed it meanwhile. */
export async function findOpenHold(
  ctx: ShopContext,
  { orderId, by, codes }: OpenHoldQuery,
): Promise<OpenHoldResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return { kind: "gone", refusal: orderGone };
  const rows = await ctx.db.attention.findMany({
    where: { shopId, thing: "order", thingId: orderId, code: { in: [...codes] } },
    orderBy: { openedAt: "desc" },
  });
  const open = rows.find(({ resolvedAt }) => resolvedAt === null);
  if (open) return { kind: "open", order, code: open.code, params: openIssueParams(ctx, open) };
  const [last] = rows;
  const reason = last ? await findWhoFixed(ctx, { orderId, by, since: last.openedAt }) : NOTHING_TO_FIX;
  return { kind: "gone", refusal: { ok: false, reason, why: "not_waiting" } };
}

const NOTHING_TO_FIX = "There is nothing to fix here any more.";

type FixedSinceQuery = { readonly orderId: OrderId; readonly by: string; readonly since: Date };

async function findWhoFixed(ctx: ShopContext, { orderId, by, since }: FixedSinceQuery): Promise<string> {
  const facts = await ctx.db.timelineEntry.findMany({
    where: {
      ...{ shopId: ctx.shop.id, thing: "order", thingId: orderId, at: { gte: since } },
      actor: { in: ["person", "customer"] },
      code: { in: holdEndingFacts() },
    },
    orderBy: { id: "desc" },
    select: { code: true, by: true, params: true },
  });
  const fact = facts.find(endsHold);
  if (!fact) return "It has ended by itself: there is nothing to fix any more.";
  return fact.by === by ? "You have already fixed this." : `Already fixed by ${otherThan(fact.by)}.`;
}

/** What the timeline says of commands that are a way out of a hold. */
function holdEndingFacts(): FactCode[] {
  const codes = Object.values(commandsByName()).flatMap(({ resolutions = {}, timeline }) =>
    Object.keys(resolutions).length > 0 ? Object.keys(timeline) : [],
  );
  return factCodes.filter((code) => codes.includes(code));
}

const contactParams = z.object({ result: z.literal("confirmed") });

/** A call that nobody answered, or that ended otherwise, ends no hold. */
function endsHold({ code, params }: Pick<TimelineEntry, "code" | "params">): boolean {
  return code !== "customer_contacted" || contactParams.safeParse(params).success;
}
