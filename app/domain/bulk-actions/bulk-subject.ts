import type { BulkItem, BulkRun, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { Purpose } from "#app/supplier/call-class.ts";

/** What a run does: a word of the rooms above, which hand in what it means. */
export type BulkRunKind = BulkRun["kind"];

/** A run under way, in the hands of the worker that has its lease. */
export type BulkScope = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  readonly run: BulkRun;
};

/** What came of one item: done, or refused with the reason as the merchant reads it. */
export type ItemOutcome = { readonly kind: "done" } | { readonly kind: "refused"; readonly reason: string };

/** What is written in the transaction that settles the item: both are kept, or neither. */
export type ItemWrite = {
  readonly kind: "write";
  readonly write: (tx: Prisma.TransactionClient) => Promise<ItemOutcome>;
};

/** What a kind of run does with its items. It may be repeated for an item: a worker that died left it anywhere. */
export type BulkSubject = {
  /** For what the two sides are asked. */
  readonly purpose: Purpose;
  /** How many items are worked on at once. */
  readonly width: number;
  /** So many items, then other work of the lane has its turn. */
  readonly itemsPerTurn: number;
  /** Before the first item. */
  readonly begin?: (scope: BulkScope) => Promise<void>;
  readonly doItem: (scope: BulkScope, item: BulkItem) => Promise<ItemOutcome | ItemWrite>;
  /** Why a failure is the refusal of this one item; null where it stands in the way of the run, as it does without this. */
  readonly refusalOf?: (scope: BulkScope, item: BulkItem, error: unknown) => string | null;
  /** Its reasons may quote the service about a customer (R54). */
  readonly sealsReasons: boolean;
};

/** Every kind of run; null where its items are done by work of its own. */
export type BulkSubjects = Readonly<Record<BulkRunKind, BulkSubject | null>>;
