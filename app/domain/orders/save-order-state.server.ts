import { Prisma } from "@prisma/client";
import { assignmentsSql } from "#app/platform/columns.ts";
import type { Db } from "#app/platform/db.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { openAttention, resolveAttention } from "../attention/open-attention.server.ts";
import { ownWords } from "../privacy/sealed-words.ts";
import { noWish } from "./changes/no-wish.ts";
import { isSaidFinished, withoutLeft } from "./decisions/leave-it.server.ts";
import { deriveOrderState, type PlacementState } from "./derive-order-state.ts";
import { needsPerson } from "./hold-codes.ts";
import type { OrderRecord } from "./order-record.server.ts";
import type { Need, OrderRun } from "./order-run.ts";
import { reloadRecord } from "./reload-record.server.ts";
import {
  dropTerms,
  insertTermsSql,
  planSearchTerms,
  type SearchTerms,
} from "./search/save-search-terms.server.ts";
import type { OrderFacts } from "./to-order-facts.ts";
import { type OrderWriter, writeAtOnce, writeUnderLease } from "./write-under-lease.server.ts";

type Finding = {
  /** Null when the pass stopped before it could look: state and needs of the last whole pass stay. */
  readonly placement: PlacementState | null;
  /** What a pass that stopped before it could look waits for, where nobody has to do anything about it. */
  readonly waitsFor?: string | null;
  readonly isCancelled: boolean;
  /** Everything that is to be shipped has left; left out where Shopify was not read. */
  readonly isFulfilled?: boolean;
  /** The press on *Place* this pass began with: once nothing stands open it has been served. */
  readonly servedPress?: Date | null;
  /** The wish to replace this pass began with: where nothing stands open there is nothing to replace. */
  readonly servedWish?: Date | null;
  /** What was read from Shopify in this pass. */
  readonly facts: OrderFacts;
};

/**
 * Ends a pass: the order's state, and one attention row per need; needs that are gone are resolved.
 * @throws AppError `erased_meanwhile`
 */
export async function saveOrderState(
  run: OrderRun,
  { placement, waitsFor = null, isCancelled, isFulfilled = false, servedPress, servedWish, facts }: Finding,
): Promise<void> {
  await reloadRecord(run);
  const { record } = run;
  const needs = withoutLeft(record, run.needs);
  const isFinished = !placement && isSaidFinished(record);
  const row = {
    ...keepable(facts, record.erasedAt),
    ...(isFinished ? FINISHED : standingOf(run, { placement, waitsFor, isCancelled, isFulfilled, needs })),
  };
  if (!placement && needs.length === 0 && isKnown(record, row)) return;
  const terms = planSearchTerms(run.ctx, { ...record, ...row });
  const hasOtherTerms = record.searchDigest !== null && record.searchDigest !== terms.digest;
  const isPlain = placement && needs.length === 0 && !servedPress && !servedWish && !hasOtherTerms;
  if (isPlain && (await saveRow(run, run.ctx.db, { row, terms, unlessNeeded: true }))) return;
  await writeUnderLease(run, async (writer) => {
    for (const need of needs) await openNeed(run, writer, need);
    if (placement || isFinished) await endGoneNeeds({ ...run, needs: [...needs] }, writer);
    if (hasOtherTerms) await dropTerms(writer.tx, record);
    // Of a customer who was erased since the pass began nothing may be written again: the pass is run anew.
    if (!(await saveRow(run, writer.tx, { row, terms })))
      throw new AppError("erased_meanwhile", "The customer was erased meanwhile", { retryable: true });
    if (placement?.kind === "nothing_open") await endServed(run, writer, { servedPress, servedWish });
  });
}

const FINISHED = { state: "finished_in_shopify", holdCode: null, needsYou: false } as const;

type Standing = Required<Pick<Finding, "placement" | "waitsFor" | "isCancelled" | "isFulfilled">> & {
  readonly needs: readonly Need[];
};

function standingOf(run: OrderRun, { placement, waitsFor, isCancelled, isFulfilled, needs }: Standing) {
  const { record } = run;
  return {
    state: placement
      ? deriveOrderState({ isCancelled, isFulfilled, handoffs: record.handoffs, placement })
      : stateMeanwhile(run, waitsFor),
    holdCode: holdCodeOf(placement, needs, waitsMeanwhile(run, waitsFor) ? waitsFor : record.holdCode),
    needsYou:
      placement?.kind === "held" ||
      needs.some(({ code }) => needsPerson(code)) ||
      (!placement && record.needsYou),
  };
}

function isKnown(record: OrderRecord, row: OrderFacts): boolean {
  const known = new Map<string, unknown>(Object.entries(record));
  return Object.entries(row).every(([name, value]) => known.get(name) === value);
}

type Saving = { readonly row: OrderFacts; readonly terms: SearchTerms; readonly unlessNeeded?: boolean };

/**
 * With the words to search it by, where they are others than before. False, and nothing is written, where the customer was
 * erased since the row was loaded; `unlessNeeded`: or where somebody is told of the order.
 */
function saveRow(run: OrderRun, tx: Db, { row, terms, unlessNeeded = false }: Saving): Promise<boolean> {
  const { ctx, record } = run;
  const kept = { ...row, searchDigest: terms.digest };
  const saved = Prisma.sql`
    update "order" set ${assignmentsSql(kept)}, updated_at = now() from held
    where shop_id = ${ctx.shop.id}::uuid and id = ${record.id}::uuid
      and erased_at is not distinct from ${record.erasedAt}::timestamptz
      and not (${unlessNeeded} and exists (
        select from attention where attention.shop_id = ${ctx.shop.id}::uuid and thing = 'order'
          and thing_id = ${record.id} and resolved_at is null))
    returning id`;
  const listed = { ...record, ...kept };
  const termed = Prisma.sql`${insertTermsSql(listed, terms)}, saved`;
  return writeAtOnce(run, {
    tx,
    changes: { saved, ...(terms.digest === record.searchDigest ? {} : { termed }) },
    decisive: "saved",
    record: listed,
  });
}

/** Nothing stands open: what a person pressed before this pass began has been served. */
async function endServed(
  { ctx, record }: OrderRun,
  { tx }: OrderWriter,
  { servedPress, servedWish }: Pick<Finding, "servedPress" | "servedWish">,
): Promise<void> {
  const order = { shopId: ctx.shop.id, id: record.id };
  if (servedWish)
    await tx.order.updateMany({ where: { ...order, replaceRequestedAt: servedWish }, data: noWish });
  if (!servedPress) return;
  await tx.order.updateMany({
    where: { ...order, placeRequestedAt: servedPress },
    data: { placeRequestedAt: null, placeRequestedBy: null },
  });
}

/** Of a customer who was erased nothing is kept again by looking at the order. */
function keepable(facts: OrderFacts, erasedAt: Date | null): OrderFacts {
  if (erasedAt === null) return facts;
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !/(Enc|Hash)$|^city(Key)?$/.test(name)));
}

/** A pass that could not look at Shopify still knows whether something is being placed, or cannot be. */
function stateMeanwhile(run: OrderRun, waitsFor: string | null): string {
  const { record, needs } = run;
  if (waitsMeanwhile(run, waitsFor)) return "waiting";
  const sending = record.handoffs.find((handoff) => handoff.state === "sending");
  if (sending) return sending.doubt === null ? "placing" : "held";
  const hasParcels = record.handoffs.some((handoff) => handoff.parcels.length > 0);
  if (needs.length === 0 || hasParcels) return record.state;
  return needs.some(({ code }) => needsPerson(code)) ? "held" : "waiting";
}

const BEFORE_PLACING: ReadonlySet<string> = new Set(["new", "waiting", "to_place"]);

function waitsMeanwhile({ record, needs }: OrderRun, waitsFor: string | null): boolean {
  return waitsFor !== null && needs.length === 0 && BEFORE_PLACING.has(record.state);
}

function holdCodeOf(
  placement: PlacementState | null,
  needs: readonly Need[],
  before: string | null,
): string | null {
  if (!placement) return needs[0]?.code ?? before;
  if ("code" in placement && placement.code) return placement.code;
  return needs[0]?.code ?? null;
}

async function openNeed({ ctx, record }: OrderRun, { tx, tell }: OrderWriter, need: Need) {
  const { code } = need;
  const params = record.erasedAt === null ? (need.params ?? {}) : ownWords(need.params ?? {});
  const scope = { shopId: ctx.shop.id, now: ctx.clock.now(), crypto: ctx.crypto };
  const opened = await openAttention(tx, scope, { code, thing: "order", thingId: record.id, params });
  if (opened) await tell({ actor: "karwan", code: "held", params: { ...params, code } });
}

async function endGoneNeeds({ ctx, record, needs }: OrderRun, { tx, tell }: OrderWriter) {
  const scope = { shopId: ctx.shop.id, now: ctx.clock.now() };
  const keep = needs.map((need) => need.code);
  const ended = await resolveAttention(
    tx,
    scope,
    { thing: "order", thingId: record.id },
    { by: "karwan", keep },
  );
  for (const code of ended) await tell({ actor: "karwan", code: "hold_ended", params: { code } });
}
