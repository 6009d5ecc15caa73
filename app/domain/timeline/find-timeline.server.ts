import type { Prisma } from "@prisma/client";
import { openWords } from "#app/domain/context/sealed-words.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { readableParams } from "#app/domain/messages/attention/readable-params.ts";
import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { FactThing, TimelineActor } from "./fact-vocabulary.ts";
import { factPlace } from "./record.server.ts";

const LIMIT = 200;

export type TimelineLine = {
  readonly id: string;
  readonly at: Date;
  readonly actor: TimelineActor;
  readonly by: string | null;
  readonly code: FactCode;
  readonly sentence: string;
};

/** The line of a fact in plain words; each page gives those of the facts it may meet. */
export type FactSentence = (code: string, params: HoldParams) => string;

type Subject = { readonly thing: FactThing; readonly thingId: string };

/** What happened to one thing, newest first. */
export async function findTimeline(
  ctx: ShopContext,
  subject: Subject,
  sentenceOf: FactSentence,
): Promise<readonly TimelineLine[]> {
  const rows = await ctx.db.timelineEntry.findMany({
    where: { shopId: ctx.shop.id, ...subject },
    orderBy: { id: "desc" },
    take: LIMIT,
  });
  return rows.map((row) => toLine(ctx, row, sentenceOf));
}

export type TimelineRow = Prisma.TimelineEntryGetPayload<object>;

export function toLine(
  { shop, crypto }: Pick<ShopContext, "shop" | "crypto">,
  row: TimelineRow,
  sentenceOf: FactSentence,
): TimelineLine {
  const { id, at, actor, by, code } = row;
  const params = readableParams(openWords(crypto, factPlace(shop.id, row), row), shop.timezone);
  return { id: id.toString(), at, actor, by, code, sentence: sentenceOf(code, params) };
}
