import type { Prisma, Schedule } from "@prisma/client";
import type { UsableConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { invariant } from "#app/platform/errors.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import type { SweepKind } from "./sweep-kinds.ts";

/** One leased run, or the rest of one that another worker began. */
export type SweepRun = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  readonly kind: SweepKind;
  /** As it stood when this worker took it. */
  readonly schedule: Schedule;
  readonly startedAt: Date;
  /** How many calls to the service are left of the share of the day; no bound for what asks only Shopify. */
  readonly callsLeft: number;
  /** The connection it looks through; null for a run over the shop itself. */
  readonly service: UsableConnection | null;
};

/** A run over a connection. */
export type ServiceRun = SweepRun & { readonly service: UsableConnection };

/** What a run saw and mended so far. `mended`: what a lost delivery had left undone. */
export type Tally = Readonly<Record<string, number>>;

/** Where a walk stands; whatever the sweep itself wants to be given back. */
export type Position = Prisma.InputJsonObject;

/** Marks work of the run's shop in the transaction of a step. */
export type RequestWork = (marks: readonly ShopWork[]) => Promise<void>;

/** What one step found. It is committed at once, with the position, so that no page is walked twice for nothing. */
export type SweepStep = {
  /** Null when the walk is over. */
  readonly next: Position | null;
  readonly tally: Tally;
  readonly marks?: readonly ShopWork[];
  /** Calls to the service this step took or has asked for. */
  readonly calls?: number;
  /** Up to where the other side was seen, by its own clock. */
  readonly watermark?: Date | null;
  /** How long others have the other side to themselves before the next step. */
  readonly pauseMs?: number;
  /**
   * Further writes of the same transaction, with what they found out. Orders are marked before anything of theirs is
   * written: their own runs lock in that order.
   */
  readonly write?: (
    tx: Prisma.TransactionClient,
    mark: RequestWork,
  ) => Promise<Pick<SweepStep, "tally" | "marks" | "calls"> | undefined>;
};

export type Sweep<Run extends SweepRun = SweepRun> = (
  run: Run,
  position: Position | null,
) => Promise<SweepStep>;

/** A sweep of a connection as one of any run. */
export function overService(sweep: Sweep<ServiceRun>): Sweep {
  return (run, position) => {
    invariant(run.service, `the run of ${run.kind} has a connection`);
    return sweep({ ...run, service: run.service }, position);
  };
}

export function addTally(sum: Tally, more: Tally): Tally {
  const names = new Set([...Object.keys(sum), ...Object.keys(more)]);
  return Object.fromEntries([...names].map((name) => [name, (sum[name] ?? 0) + (more[name] ?? 0)]));
}

const SPREAD_MS = 20;

/** Orders to look at, a little apart: a long page must not stand before the customers who buy now. */
export function requestOrderReconciles(gids: readonly OrderGid[]): ShopWork[] {
  return [...new Set(gids)].map((orderGid, index) => ({
    kind: "order.reconcile",
    subject: { orderGid },
    delayMs: index * SPREAD_MS,
  }));
}

/** A text of a position as it was put in. */
export function textOf(position: Position | null, name: string): string | null {
  const value = position?.[name];
  return typeof value === "string" ? value : null;
}

export function numberOf(position: Position | null, name: string): number {
  const value = position?.[name];
  return typeof value === "number" ? value : 0;
}

export function isJsonObject(value: unknown): value is Prisma.JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Counts as they were stored. */
export function toTally(stored: unknown): Tally {
  if (!isJsonObject(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => (typeof value === "number" ? [[name, value]] : [])),
  );
}
