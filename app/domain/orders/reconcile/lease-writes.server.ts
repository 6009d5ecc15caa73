import { Prisma } from "@prisma/client";
import { ownWords } from "#app/domain/context/sealed-words.ts";
import { factsSql, recordFact, type TimelineFact } from "#app/domain/timeline/record.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { OrderRecord } from "./order-record.server.ts";
import { isStale, type OrderRun } from "./order-run.ts";
import type { StepResult } from "./step-result.ts";

export type OrderFact = Omit<TimelineFact, "thing" | "thingId">;

/** What a stage may write about its order, inside one leased transaction. */
export type OrderWriter = {
  readonly tx: Prisma.TransactionClient;
  /** Adds a fact to the order's timeline. */
  readonly addFact: (fact: OrderFact) => Promise<void>;
};

/** Writes under the run's lease, after which its rows are loaded again; a lease that was lost throws `lease_lost` and nothing is written. */
export async function writeInLeaseTransaction<T>(
  run: OrderRun,
  write: (writer: OrderWriter) => Promise<T>,
): Promise<T> {
  const { ctx, claim } = run;
  return claim.lease.transaction((tx) =>
    write({ tx, addFact: (fact) => recordFact(tx, ctx, toFact(run, fact)) }),
  );
}

type LeaseStatementInput = {
  /**
   * What changes, by name: parts of one statement, none of which sees what another writes. Each reads from `held`, which
   * has one row while the lease stands and none once it is lost; a later part may read what an earlier one returns.
   */
  readonly changes: Readonly<Record<string, Prisma.Sql>>;
  /** Facts for the order's timeline, in this order. */
  readonly facts?: readonly OrderFact[];
  /** The record as it is afterwards; without it the rows are loaded again before the next step. */
  readonly record?: OrderRecord;
  /** The part whose returned rows show whether anything was to be changed. */
  readonly decisive?: string;
  /** A transaction that writes something else as well. */
  readonly tx?: Db;
};

type LeaseStatementResult = {
  /** False when the decisive part returned nothing. */
  readonly isDecided: boolean;
  /** The record that was given, where it stands. */
  readonly rows: StepResult;
};

/**
 * The same as one statement, where a transaction of few writes would take as many round trips and three more (D-66).
 * @throws AppError `lease_lost` when another worker may have the row by now; nothing was written
 */
export async function writeInLeaseStatement(
  run: OrderRun,
  writing: LeaseStatementInput,
): Promise<LeaseStatementResult> {
  const { changes, facts = [], record, decisive = "held", tx } = writing;
  const timelineFacts = facts.map((fact) => toFact(run, fact));
  const wasStale = isStale(run);
  const { lease } = run.claim;
  const { isDecided } = await lease.statement<{ isDecided: boolean }>({
    parts: {
      ...changes,
      ...(timelineFacts.length > 0 ? { facts: factsSql(run.ctx, timelineFacts, Prisma.sql`held`) } : {}),
    },
    result: Prisma.sql`select exists (select from ${Prisma.raw(decisive)}) as "isDecided" from held`,
    tx,
  });
  if (!record || !isDecided) return { isDecided, rows: {} };
  return { isDecided, rows: wasStale ? { record } : { record, recordedWrites: lease.writes } };
}

/** Of a customer who was erased no words are written again. */
function toFact({ ctx, record }: OrderRun, { params = {}, ...fact }: OrderFact) {
  const kept = record.erasedAt === null ? params : ownWords(params);
  return { thing: "order", thingId: record.id, at: ctx.clock.now(), ...fact, params: kept } as const;
}
