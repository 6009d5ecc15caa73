import { Prisma } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { ownWords } from "#app/domain/context/sealed-words.ts";
import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import { withoutDismissed } from "#app/domain/orders/commands/decisions/dismiss-hold.server.ts";
import { settleDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { isDismissed } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import {
  dropTerms,
  insertTermsSql,
  planSearchTerms,
  type SearchTerms,
} from "#app/domain/orders/search/save-search-terms.server.ts";
import { assignmentsSql } from "#app/platform/database/columns.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { deriveOrderState, type OrderState, type PlacementState } from "./derive-order-state.ts";
import { type OrderWriter, writeInLeaseStatement, writeInLeaseTransaction } from "./lease-writes.server.ts";
import type { OrderRecord } from "./order-record.server.ts";
import type { Hold, OrderRun } from "./order-run.ts";
import { reloadRecord, rowsOf } from "./reload-record.server.ts";
import type { StepResult } from "./step-result.ts";
import type { OrderFacts } from "./to-order-facts.ts";

type SaveOrderStateInput = {
  /** Null when the run stopped before it could read: state and holds of the last whole run stay. */
  readonly placement: PlacementState | null;
  /** What a run that stopped before it could look waits for, where nobody has to do anything about it. */
  readonly waitsFor?: string | null;
  readonly isCancelled: boolean;
  /** Everything that is to be shipped has left; left out where Shopify was not read. */
  readonly isFulfilled?: boolean;
  /** The placement request this run began with: it is handled once no unit is open. */
  readonly handledPlaceRequestAt?: Date | null;
  /** The replacement request this run began with: without open units there is nothing to replace. */
  readonly handledReplaceRequestAt?: Date | null;
  /** What was read from Shopify in this run. */
  readonly facts: OrderFacts;
};

/**
 * Ends a run: saves the order's state and one open issue per hold; issues of ended holds are resolved. Returns the rows
 * as they are then.
 * @throws AppError `erased_meanwhile`
 */
export async function saveOrderState(
  begun: OrderRun,
  {
    placement,
    waitsFor = null,
    isCancelled,
    isFulfilled = false,
    handledPlaceRequestAt,
    handledReplaceRequestAt,
    facts,
  }: SaveOrderStateInput,
): Promise<StepResult> {
  const run = await reloadRecord(begun);
  const { record } = run;
  const holds = withoutDismissed(record, run.holds);
  const isFinished = !placement && isDismissed(record, "order_too_old");
  const row = {
    ...withoutErased(facts, record.erasedAt),
    ...(isFinished
      ? FINISHED
      : toStatusColumns(run, { placement, waitsFor, isCancelled, isFulfilled, holds })),
  };
  if (!placement && holds.length === 0 && isUnchanged(record, row)) return rowsOf(run);
  const terms = planSearchTerms(run.ctx, { ...record, ...row });
  const hasOtherTerms = record.searchDigest !== null && record.searchDigest !== terms.digest;
  const isPlain =
    placement && holds.length === 0 && !handledPlaceRequestAt && !handledReplaceRequestAt && !hasOtherTerms;
  if (isPlain) {
    const { isDecided, rows } = await saveRow(run, run.ctx.db, { row, terms, unlessNeeded: true });
    if (isDecided) return rows;
  }
  return writeInLeaseTransaction(run, async (writer) => {
    for (const hold of holds) await openHold(run, writer, hold);
    if (placement || isFinished) await resolveEndedHolds({ ...run, holds: [...holds] }, writer);
    if (hasOtherTerms) await dropTerms(writer.tx, record);
    // Of a customer who was erased since the run began nothing may be written again: it is run anew.
    const { isDecided, rows } = await saveRow(run, writer.tx, { row, terms });
    if (!isDecided)
      throw new AppError("erased_meanwhile", "The customer was erased meanwhile", { retryable: true });
    if (placement?.kind === "nothing_open")
      await settleHandledRequests(run, writer, {
        handledPlaceRequestAt,
        handledReplaceRequestAt,
      });
    return rows;
  });
}

const FINISHED = { state: "finished_in_shopify", holdCode: null, hasOpenIssue: false } as const;

type OrderStatusInput = Required<
  Pick<SaveOrderStateInput, "placement" | "waitsFor" | "isCancelled" | "isFulfilled">
> & {
  readonly holds: readonly Hold[];
};

function toStatusColumns(
  run: OrderRun,
  { placement, waitsFor, isCancelled, isFulfilled, holds }: OrderStatusInput,
) {
  const { record } = run;
  return {
    state: placement
      ? deriveOrderState({ isCancelled, isFulfilled, handoffs: record.handoffs, placement })
      : stateWithoutPlacement(run, waitsFor),
    holdCode: holdCodeOf(placement, holds, waitsMeanwhile(run, waitsFor) ? waitsFor : record.holdCode),
    hasOpenIssue:
      placement?.kind === "held" ||
      holds.some(({ code }) => needsPerson(code)) ||
      (!placement && record.hasOpenIssue),
  };
}

function isUnchanged(record: OrderRecord, row: OrderFacts): boolean {
  const known = new Map<string, unknown>(Object.entries(record));
  return Object.entries(row).every(([name, value]) => known.get(name) === value);
}

type SaveRowInput = {
  readonly row: OrderFacts;
  readonly terms: SearchTerms;
  readonly unlessNeeded?: boolean;
};

/**
 * With the words to search it by, where they are others than before. Undecided, and nothing is written, where the customer
 * was erased since the row was loaded; `unlessNeeded`: or where the order has an open issue.
 */
function saveRow(
  run: OrderRun,
  tx: Db,
  { row, terms, unlessNeeded = false }: SaveRowInput,
): ReturnType<typeof writeInLeaseStatement> {
  const { ctx, record } = run;
  const kept = { ...row, searchDigest: terms.digest };
  const saved = Prisma.sql`
    update "order" set ${assignmentsSql("Order", kept)}, updated_at = now() from held
    where shop_id = ${ctx.shop.id}::uuid and id = ${record.id}::uuid
      and erased_at is not distinct from ${record.erasedAt}::timestamptz
      and not (${unlessNeeded} and exists (
        select from attention where attention.shop_id = ${ctx.shop.id}::uuid and thing = 'order'
          and thing_id = ${record.id} and resolved_at is null))
    returning id`;
  const listed = { ...record, ...kept };
  const termed = Prisma.sql`${insertTermsSql(listed, terms)}, saved`;
  return writeInLeaseStatement(run, {
    tx,
    changes: { saved, ...(terms.digest === record.searchDigest ? {} : { termed }) },
    decisive: "saved",
    record: listed,
  });
}

/** No unit is open: the requests made before this run began are handled. */
async function settleHandledRequests(
  { ctx, record }: OrderRun,
  { tx }: OrderWriter,
  {
    handledPlaceRequestAt,
    handledReplaceRequestAt,
  }: Pick<SaveOrderStateInput, "handledPlaceRequestAt" | "handledReplaceRequestAt">,
): Promise<void> {
  const settled = { shopId: ctx.shop.id, orderId: record.id, handledAt: ctx.clock.now() };
  if (handledPlaceRequestAt)
    await settleDecision(tx, { ...settled, kind: "place", at: handledPlaceRequestAt });
  if (handledReplaceRequestAt)
    await settleDecision(tx, { ...settled, kind: "replace", at: handledReplaceRequestAt });
}

/** Of a customer who was erased nothing is kept again by looking at the order. */
function withoutErased(facts: OrderFacts, erasedAt: Date | null): OrderFacts {
  if (erasedAt === null) return facts;
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !/(Enc|Hash)$|^city(Key)?$/.test(name)));
}

/** A run that could not look at Shopify still knows whether something is being placed, or cannot be. */
function stateWithoutPlacement(run: OrderRun, waitsFor: string | null): OrderState {
  const { record, holds } = run;
  if (waitsMeanwhile(run, waitsFor)) return "waiting";
  const sending = record.handoffs.find((handoff) => handoff.state === "sending");
  if (sending) return sending.placementConflict === null ? "placing" : "held";
  const hasParcels = record.handoffs.some((handoff) => handoff.parcels.length > 0);
  if (holds.length === 0 || hasParcels) return record.state;
  return holds.some(({ code }) => needsPerson(code)) ? "held" : "waiting";
}

const BEFORE_PLACING: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place"]);

function waitsMeanwhile({ record, holds }: OrderRun, waitsFor: string | null): boolean {
  return waitsFor !== null && holds.length === 0 && BEFORE_PLACING.has(record.state);
}

function holdCodeOf(
  placement: PlacementState | null,
  holds: readonly Hold[],
  before: string | null,
): string | null {
  if (!placement) return holds[0]?.code ?? before;
  if ("code" in placement && placement.code) return placement.code;
  return holds[0]?.code ?? null;
}

async function openHold({ ctx, record }: OrderRun, { tx, addFact }: OrderWriter, hold: Hold) {
  const { code } = hold;
  const params = record.erasedAt === null ? (hold.params ?? {}) : ownWords(hold.params ?? {});
  const scope = { shopId: ctx.shop.id, now: ctx.clock.now(), crypto: ctx.crypto };
  const opened = await openAttention(tx, scope, { code, thing: "order", thingId: record.id, params });
  if (opened) await addFact({ actor: "karwan", code: "held", params: { ...params, code } });
}

async function resolveEndedHolds({ ctx, record, holds }: OrderRun, { tx, addFact }: OrderWriter) {
  const scope = { shopId: ctx.shop.id, now: ctx.clock.now() };
  const keep = holds.map((hold) => hold.code);
  const ended = await resolveAttention(
    tx,
    scope,
    { thing: "order", thingId: record.id },
    { by: "karwan", keep },
  );
  for (const code of ended) await addFact({ actor: "karwan", code: "hold_ended", params: { code } });
}
