import { openHealthMessage } from "#app/domain/context/connection-place.ts";
import { openWords } from "#app/domain/context/sealed-words.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type AttentionCode,
  attentionAction,
  attentionSentence,
} from "#app/domain/messages/attention/attention-sentence.ts";
import { readableParams } from "#app/domain/messages/attention/readable-params.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";
import type { AttentionThing } from "./attention-thing.ts";
import { type AttentionSubject, attentionPlace } from "./open-attention.server.ts";
import { compareUrgency } from "./urgency.ts";

export const OPEN_ISSUES_LIMIT = 1000;

/** One open row: why a thing waits for a person, and the button that helps. */
export type OpenIssue = AttentionSubject & {
  readonly id: string;
  readonly code: AttentionCode;
  readonly sentence: string;
  readonly action: HoldAction;
  readonly params: HoldParams;
  readonly openedAt: Date;
};

/** Open needs of some things of one kind, by their ids; each list most urgent first. */
export async function listOpenIssues(
  ctx: ShopContext,
  thing: AttentionThing,
  thingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenIssue[]>> {
  const rows = await ctx.db.attention.findMany({
    where: { shopId: ctx.shop.id, thing, resolvedAt: null, thingId: { in: [...thingIds] } },
    orderBy: { openedAt: "asc" },
    take: OPEN_ISSUES_LIMIT,
  });
  return Map.groupBy(rows.map((row) => toOpenIssue(ctx, row)).sort(compareUrgency), (issue) => issue.thingId);
}

type AttentionRow = {
  readonly id: string;
  readonly code: AttentionCode;
  readonly thing: AttentionThing;
  readonly thingId: string;
  readonly params: unknown;
  readonly wordsEnc: Uint8Array | null;
  readonly openedAt: Date;
};

export function toOpenIssue(ctx: IssueScope, row: AttentionRow): OpenIssue {
  const { id, code, thing, thingId, openedAt } = row;
  const known = readableParams(withWordsOfPause(ctx, openIssueParams(ctx, row)), ctx.shop.timezone);
  return {
    id,
    code,
    thing,
    thingId,
    sentence: attentionSentence(code, known),
    action: attentionAction(code),
    params: known,
    openedAt,
  };
}

type IssueScope = Pick<ShopContext, "shop" | "crypto" | "connection">;

/** What waits because a connection is paused keeps no words of its own: those of the pause stand with the connection. */
function withWordsOfPause({ crypto, connection }: IssueScope, known: HoldParams): HoldParams {
  const isOfPause = known.message === "" && connection?.pausedAt && connection.health === known.because;
  return isOfPause ? { ...known, message: openHealthMessage(crypto, connection) ?? "" } : known;
}

/** The numbers and words a row was raised with. */
export function openIssueParams(
  { crypto }: Pick<ShopContext, "crypto">,
  row: Pick<AttentionRow, "id" | "params" | "wordsEnc">,
): HoldParams {
  return openWords(crypto, attentionPlace(row.id), row);
}
