import { countOf } from "#app/domain/messages/count-of.ts";
export type FirstCopy = {
  /** The newest entry when it began, and the oldest it has come to. */
  readonly headAt: Date | null;
  readonly reachedAt: Date | null;
  readonly pages: number;
  readonly oldestOrderAt: Date | null;
  /** Calls a day it may take, and how many of today's are left. */
  readonly callsADay: number;
  readonly callsLeft: number;
  /** How long it has gone on; null while that is not known. */
  readonly tookMs: number | null;
};

const DAY_MS = 24 * 60 * 60_000;

/**
 * How many days a first copy takes until it has come to the first order placed from here, by how many pages a day of the
 * ledger filled so far: at the pace so far where today's calls suffice, else by those of a day. 0 when it is past it, null
 * while too little is known.
 */
export function estimateDaysLeft({
  headAt,
  reachedAt,
  pages,
  oldestOrderAt,
  callsADay,
  callsLeft,
  tookMs,
}: FirstCopy): number | null {
  if (headAt === null || reachedAt === null || callsADay <= 0) return null;
  const leftMs = reachedAt.getTime() - (oldestOrderAt ?? reachedAt).getTime();
  if (leftMs <= 0) return 0;
  const coveredMs = headAt.getTime() - reachedAt.getTime();
  if (coveredMs <= 0 || pages === 0) return null;
  const pagesLeft = (leftMs / coveredMs) * pages;
  const byShare = pagesLeft / callsADay;
  if (tookMs === null || pagesLeft > callsLeft) return byShare;
  return Math.min(byShare, (pagesLeft * tookMs) / pages / DAY_MS);
}

/** What a day's calls of a first copy bring, as it went so far. */
export type CopyPace = {
  readonly entriesADay: number;
  /** So many days of the ledger they are; null while all entries are of one moment, or have none. */
  readonly daysADay: number | null;
};

/**
 * How fast a first copy goes back to the ledger's beginning: the document gives no number of entries, so the end itself
 * is not known. Null before a page was copied.
 */
export function estimatePace({
  headAt,
  reachedAt,
  pages,
  entries,
  callsADay,
}: Pick<FirstCopy, "headAt" | "reachedAt" | "pages" | "callsADay"> & {
  readonly entries: number;
}): CopyPace | null {
  if (pages === 0 || entries === 0 || callsADay <= 0) return null;
  const dayOverSoFar = callsADay / pages;
  const coveredMs = headAt === null || reachedAt === null ? 0 : headAt.getTime() - reachedAt.getTime();
  return {
    entriesADay: entries * dayOverSoFar,
    daysADay: coveredMs <= 0 ? null : (coveredMs * dayOverSoFar) / DAY_MS,
  };
}

/** "up to about 50,000 entries a day, which go back about 40 days": the pace, for a merchant. */
export function paceWords({ entriesADay, daysADay }: CopyPace): string {
  const entries = `up to about ${Number(entriesADay.toPrecision(2)).toLocaleString("en-US")} entries a day`;
  if (daysADay === null) return entries;
  const days = Number(daysADay.toPrecision(2));
  if (days < 1) return `${entries}, which go back less than a day`;
  return `${entries}, which go back about ${days === 1 ? "a day" : `${Math.round(days).toLocaleString("en-US")} days`}`;
}

/** "about 3 days": how long that is, for a merchant. */
export function daysLeftWords(days: number | null): string {
  if (days === null) return "how long is not known yet";
  if (days < 1 / 24) return "less than an hour";
  if (days < 1) return `about ${hours(days)}`;
  return days < 1.5 ? "about a day" : `about ${countOf(Math.round(days), "day", "days")}`;
}

function hours(days: number): string {
  const count = Math.max(1, Math.round(days * 24));
  return count === 1 ? "an hour" : countOf(count, "hour", "hours");
}
