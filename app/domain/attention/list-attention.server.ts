import type { HoldAction } from "../orders/hold-rule.ts";
import type { HoldParams } from "../orders/hold-sentences.ts";
import { openWords } from "../privacy/sealed-words.ts";
import { openHealthMessage } from "../shops/connection-place.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { attentionAction, attentionSentence } from "./attention-sentence.ts";
import { type AttentionSubject, attentionPlace } from "./open-attention.server.ts";
import { readableParams } from "./readable-params.ts";
import { compareUrgency } from "./urgency.ts";

const LIST_LIMIT = 50;
const NEEDS_LIMIT = 1000;

/** One open row: why a thing waits for a person, and the button that helps. */
export type Need = AttentionSubject & {
  readonly id: string;
  readonly code: string;
  readonly sentence: string;
  readonly action: HoldAction;
  readonly params: HoldParams;
  readonly openedAt: Date;
};

export type NeedOnHome = Need & {
  /** The order's own number, for needs of orders. */
  readonly orderName: string | null;
};

export type AttentionList = {
  readonly needs: readonly NeedOnHome[];
  readonly total: number;
  /** Of what kinds of things those are that `needs` leaves out. */
  readonly leftOut: readonly AttentionSubject["thing"][];
};

/** What needs a person in a shop, most urgent first. */
export async function listAttention(ctx: ShopContext): Promise<AttentionList> {
  const where = { shopId: ctx.shop.id, resolvedAt: null };
  const rows = await ctx.db.attention.findMany({ where, orderBy: { openedAt: "asc" }, take: NEEDS_LIMIT });
  const needs = rows.map((row) => toNeed(ctx, row)).sort(compareUrgency);
  const shown = needs.slice(0, LIST_LIMIT);
  const orderIds = shown.filter((need) => need.thing === "order").map((need) => need.thingId);
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: orderIds } },
    select: { id: true, name: true },
  });
  const names = new Map(orders.map((order) => [order.id, order.name]));
  return {
    needs: shown.map((need) => ({ ...need, orderName: names.get(need.thingId) ?? null })),
    total: needs.length,
    leftOut: [...new Set(needs.slice(LIST_LIMIT).map(({ thing }) => thing))],
  };
}

/** Open needs of some things of one kind, by their ids; each list most urgent first. */
export async function listOpenNeeds(
  ctx: ShopContext,
  thing: AttentionSubject["thing"],
  thingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Need[]>> {
  const rows = await ctx.db.attention.findMany({
    where: { shopId: ctx.shop.id, thing, resolvedAt: null, thingId: { in: [...thingIds] } },
    orderBy: { openedAt: "asc" },
    take: NEEDS_LIMIT,
  });
  return Map.groupBy(rows.map((row) => toNeed(ctx, row)).sort(compareUrgency), (need) => need.thingId);
}

type AttentionRow = {
  readonly id: string;
  readonly code: string;
  readonly thing: string;
  readonly thingId: string;
  readonly params: unknown;
  readonly wordsEnc: Uint8Array | null;
  readonly openedAt: Date;
};

function toNeed(ctx: NeedContext, row: AttentionRow): Need {
  const { id, code, thing, thingId, openedAt } = row;
  const known = readableParams(withWordsOfPause(ctx, openNeedWords(ctx, row)), ctx.shop.timezone);
  return {
    id,
    code,
    thing: parseThing(thing),
    thingId,
    sentence: attentionSentence(code, known),
    action: attentionAction(code),
    params: known,
    openedAt,
  };
}

type NeedContext = Pick<ShopContext, "shop" | "crypto" | "connection">;

/** What waits because a connection is paused keeps no words of its own: those of the pause stand with the connection. */
function withWordsOfPause({ crypto, connection }: NeedContext, known: HoldParams): HoldParams {
  const isOfPause = known.message === "" && connection?.pausedAt && connection.health === known.because;
  return isOfPause ? { ...known, message: openHealthMessage(crypto, connection) ?? "" } : known;
}

/** The numbers and words a row was raised with. */
export function openNeedWords(
  { crypto }: Pick<ShopContext, "crypto">,
  row: Pick<AttentionRow, "id" | "params" | "wordsEnc">,
): HoldParams {
  return openWords(crypto, attentionPlace(row.id), row);
}

const THINGS = ["order", "listing", "connection", "mapping", "variant"] as const;

function parseThing(thing: string): AttentionSubject["thing"] {
  return THINGS.find((known) => known === thing) ?? "shop";
}
