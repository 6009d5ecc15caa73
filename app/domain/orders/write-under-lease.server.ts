import { Prisma } from "@prisma/client";
import type { Db } from "#app/platform/db.server.ts";
import { queryRows } from "#app/platform/query-rows.server.ts";
import { heldLease, leaseLost, withLease } from "#app/platform/work.server.ts";
import { ownWords } from "../privacy/sealed-words.ts";
import { factsSql, recordFact, type TimelineFact } from "../timeline/record.server.ts";
import type { OrderRecord } from "./order-record.server.ts";
import type { OrderRun } from "./order-run.ts";

type Fact = Omit<TimelineFact, "thing" | "thingId">;

/** What a stage may write about its order, inside one leased transaction. */
export type OrderWriter = {
  readonly tx: Prisma.TransactionClient;
  /** Tells a fact on the order's timeline. */
  readonly tell: (fact: Fact) => Promise<void>;
};

/** Writes under the run's lease; a lease that was lost throws `lease_lost` and nothing is written. */
export async function writeUnderLease<T>(
  run: OrderRun,
  write: (writer: OrderWriter) => Promise<T>,
): Promise<T> {
  const { ctx, claim } = run;
  run.isStale = true;
  return withLease(ctx.db, claim, (tx) =>
    write({ tx, tell: (fact) => recordFact(tx, ctx, toFact(run, fact)) }),
  );
}

type Writing = {
  /**
   * What changes, by name: parts of one statement, none of which sees what another writes. Each reads from `held`, which
   * has one row while the lease stands and none once it is lost; a later part may read what an earlier one returns.
   */
  readonly changes: Readonly<Record<string, Prisma.Sql>>;
  /** Told on the order's timeline, in this order. */
  readonly facts?: readonly Fact[];
  /** The record as it is afterwards; without it the rows are loaded again before the next stage. */
  readonly record?: OrderRecord;
  /** The part that tells whether anything was to be changed, by what it returns. */
  readonly decisive?: string;
  /** A transaction that writes something else as well. */
  readonly tx?: Db;
};

/**
 * The same as one statement, where a transaction of few writes would take as many round trips and three more (D-66).
 * False when the decisive part returned nothing.
 * @throws AppError `lease_lost` when another worker may have the row by now; nothing was written
 */
export async function writeAtOnce(run: OrderRun, writing: Writing): Promise<boolean> {
  const { changes, facts = [], record, decisive = "held", tx = run.ctx.db } = writing;
  const told = facts.map((fact) => toFact(run, fact));
  const parts = Object.entries({
    "held (work_id)": heldLease(run.claim),
    ...changes,
    ...(told.length > 0 ? { told: factsSql(run.ctx, told, Prisma.sql`held`) } : {}),
  }).map(([name, part]) => Prisma.sql`${Prisma.raw(name)} as (${part})`);
  if (!record) run.isStale = true;
  const [held] = await queryRows<{ isDecided: boolean }>(
    tx,
    Prisma.sql`
    with ${Prisma.join(parts)} select exists (select from ${Prisma.raw(decisive)}) as "isDecided" from held`,
  );
  if (!held) throw leaseLost(run.claim);
  if (record && held.isDecided) run.record = record;
  return held.isDecided;
}

/** Of a customer who was erased no words are written again. */
function toFact({ ctx, record }: OrderRun, { params = {}, ...fact }: Fact) {
  const kept = record.erasedAt === null ? params : ownWords(params);
  return { thing: "order", thingId: record.id, at: ctx.clock.now(), ...fact, params: kept } as const;
}
