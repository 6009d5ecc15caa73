import type { LedgerCopy } from "@prisma/client";
import type { Rupees } from "#app/domain/money/rupees.ts";
import {
  type ExternalOrderId,
  type LedgerEntryId,
  type SupplierOrderId,
  toSupplierOrderId,
} from "#app/platform/ids.ts";
import type { LedgerEntry } from "#app/supplier/wallet.ts";

/** `first`: all of it · `new`: down to the newest entry we know · `reread`: the last thirty days once more */
export const ledgerWalks = ["first", "new", "reread"] as const;
export type LedgerWalk = (typeof ledgerWalks)[number];

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const REREAD_DAYS = 30;
/** 02:00 in Pakistan is 21:00 UTC of the day before. */
const NIGHT_BEGINS_MS = 21 * HOUR_MS;
const MOST_AHEAD_MS = 5 * 60_000;
const LONGEST_WORD = 100;

/** An entry as it is kept. */
export type LedgerRow = {
  readonly entryId: LedgerEntryId;
  readonly amountPkr: Rupees;
  readonly type: string;
  readonly status: string;
  /** Null where the service did not say when it made it. */
  readonly bookedAt: Date | null;
  readonly supplierOrderId: SupplierOrderId | null;
  readonly externalOrderId: ExternalOrderId | null;
  readonly raw: unknown;
};

/**
 * Stands for an order that an entry names by none of the ids we know. Such an entry is no movement of the account itself,
 * which every shop of it may see.
 */
export const NAMED_OTHERWISE = toSupplierOrderId("?");

/** The entries of a page, each once, whatever order they came in. */
export function toLedgerRows(entries: readonly LedgerEntry[], now: Date): readonly LedgerRow[] {
  return [...new Map(entries.map((entry) => [entry.id, toLedgerRow(entry, now)])).values()];
}

function toLedgerRow(entry: LedgerEntry, now: Date): LedgerRow {
  const bookedAt = new Date(entry.createdAt ?? "");
  const isBelievable = bookedAt.getTime() <= now.getTime() + MOST_AHEAD_MS;
  return {
    entryId: entry.id,
    amountPkr: entry.amount,
    type: (entry.type ?? "").slice(0, LONGEST_WORD),
    status: (entry.status ?? "").slice(0, LONGEST_WORD),
    bookedAt: isBelievable ? bookedAt : null,
    ...orderOf(entry),
    raw: entry.raw,
  };
}

function orderOf({ order }: LedgerEntry): Pick<LedgerRow, "supplierOrderId" | "externalOrderId"> {
  const externalOrderId = order?.externalOrderId ?? null;
  const isNamedOtherwise = order !== null && externalOrderId === null;
  return { supplierOrderId: order?.id ?? (isNamedOtherwise ? NAMED_OTHERWISE : null), externalOrderId };
}

/** Which walk begins now, where none is under way. */
export function planWalk(
  { copiedAt, rereadAt }: Pick<LedgerCopy, "copiedAt" | "rereadAt">,
  now: Date,
): LedgerWalk {
  if (copiedAt === null) return "first";
  return rereadAt === null || nightOf(rereadAt) < nightOf(now) ? "reread" : "new";
}

function nightOf(at: Date): number {
  return Math.floor((at.getTime() - NIGHT_BEGINS_MS) / DAY_MS);
}

/** The beginning of the days that a look at thirty days is answerable for. */
export function rereadSince(walkBeganAt: Date): Date {
  return new Date(walkBeganAt.getTime() - REREAD_DAYS * DAY_MS);
}

export type WalkPage = { readonly rows: readonly LedgerRow[]; readonly nextCursor: string | null };

type WalkState = Pick<LedgerCopy, "knownId" | "knownAt"> & {
  readonly walk: LedgerWalk;
  readonly beganAt: Date;
};

/**
 * Whether a walk from the newest entry down has come to its end. Entries of a page may stand in any order, so a whole
 * page has to be older than what is looked for; where the newest entry we know is gone, a day more is read.
 */
export function isWalkOver({ walk, knownId, knownAt, beganAt }: WalkState, page: WalkPage): boolean {
  if (page.nextCursor === null) return true;
  if (walk === "first") return false;
  const isKnownMet = page.rows.some(({ entryId }) => entryId === knownId);
  if (walk === "new" && isKnownMet) return true;
  const newest = newestOf(page.rows)?.bookedAt ?? null;
  if (newest === null) return isKnownMet;
  const limits = [
    ...(knownAt === null ? [] : [knownAt.getTime() - DAY_MS]),
    ...(walk === "reread" ? [rereadSince(beganAt).getTime()] : []),
  ];
  return limits.length > 0 && newest.getTime() < Math.min(...limits);
}

/** The newest of these entries; the first where none says when it was made. */
export function newestOf(rows: readonly LedgerRow[]): LedgerRow | null {
  return rows.reduce<LedgerRow | null>((newest, row) => {
    if (newest === null) return row;
    return (row.bookedAt?.getTime() ?? 0) > (newest.bookedAt?.getTime() ?? 0) ? row : newest;
  }, null);
}

/** When the oldest of these entries was made; null where none says so. */
export function oldestAt(rows: readonly LedgerRow[]): Date | null {
  const times = rows.flatMap(({ bookedAt }) => (bookedAt === null ? [] : [bookedAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
