import type { Prisma } from "@prisma/client";
import { readableParams } from "../attention/readable-params.ts";
import type { HoldParams } from "../orders/hold-sentences.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { timelineSentence } from "./timeline-sentence.ts";

const LIMIT = 200;

export type TimelineLine = {
  readonly id: string;
  readonly at: Date;
  /** karwan · shopify · supplier · courier · person */
  readonly actor: string;
  readonly by: string | null;
  readonly code: string;
  readonly sentence: string;
};

type Subject = { readonly thing: string; readonly thingId: string };

/** What happened to one thing, newest first. */
export async function findTimeline(ctx: ShopContext, subject: Subject): Promise<readonly TimelineLine[]> {
  const rows = await ctx.db.timelineEntry.findMany({
    where: { shopId: ctx.shop.id, ...subject },
    orderBy: { id: "desc" },
    take: LIMIT,
  });
  return rows.map((row) => toLine(row, ctx.shop.timezone));
}

export type TimelineRow = Prisma.TimelineEntryGetPayload<object>;

export function toLine(row: TimelineRow, timeZone: string): TimelineLine {
  const { id, at, actor, by, code } = row;
  const params = readableParams(toParams(row.params), timeZone);
  return { id: id.toString(), at, actor, by, code, sentence: timelineSentence(code, params) };
}

function toParams(params: unknown): HoldParams {
  return typeof params === "object" && params !== null && !Array.isArray(params) ? { ...params } : {};
}
