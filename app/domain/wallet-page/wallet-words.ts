import type { WalletFailure } from "#app/domain/context/read-wallet.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { formatClock, formatDay } from "#app/platform/time/format-time.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { daysLeftWords, paceWords } from "../wallet/ledger/estimate-copy.ts";
import type { LedgerCopyView } from "../wallet/ledger/find-copy.server.ts";
import type { ReserveMeter } from "./plan-reserve.ts";

/** As a page has it: a moment that went to the browser is text. */
type Moment = Date | string;

type ShownCopy = Pick<LedgerCopyView, "entries" | "daysLeft" | "pace"> & {
  readonly asOf: Moment | null;
  readonly reachedAt: Moment | null;
};

/** The service's word as a person writes it: `RESERVE_HELD` and `wallet.reserve.held` become "Reserve held". */
export function typeWords(type: string): string {
  const words = type
    .replace(/^wallet\./i, "")
    .replaceAll(/[_.\-\s]+/g, " ")
    .trim();
  if (words === "") return "Not named";
  const isShouted = words === words.toUpperCase() && /[A-Z]{3}/.test(words);
  const plain = isShouted ? words.toLowerCase() : words;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

const FAILURES: Readonly<Partial<Record<WalletFailure, string>>> = {
  being_read: "The wallet is being read at this moment.",
  invalid_key: "The supplier did not accept the key.",
  reseller_suspended: "The supplier has suspended your account.",
  reseller_not_active: "The supplier has not approved your account yet.",
  dropship_disabled: "The supplier has paused dropshipping.",
  too_many_requests: "Today's or this minute's calls to the supplier are used up.",
  ip_not_allowed: "The key does not work from Karwan's address.",
};

/** Why the figures are old, or missing. */
export function failureWords(failure: WalletFailure, readAt: Moment | null, timezone: string): string {
  const why = FAILURES[failure] ?? "The supplier cannot be reached just now.";
  if (readAt === null) return `${why} Your wallet was not read yet; it is tried again when you refresh.`;
  return `${why} These figures are of ${formatDay(readAt, timezone)}, ${formatClock(readAt, timezone)}.`;
}

/**
 * How far the ledger is copied, and how long the first copy takes: to the first order here in days, to the beginning by
 * its pace, since nobody says how many entries there are.
 */
export function copyWords(copy: ShownCopy | null, timezone: string): string {
  if (copy === null) return "Karwan begins to copy the ledger as soon as the supplier's calls allow.";
  const { asOf, entries, reachedAt, daysLeft, pace } = copy;
  if (asOf !== null) return `Copied as of ${formatDay(asOf, timezone)}, ${formatClock(asOf, timezone)}.`;
  const reached = reachedAt === null ? "" : `, back to ${formatDay(reachedAt, timezone)}`;
  const left =
    daysLeft === 0
      ? "It has passed your first order here and goes on to the beginning."
      : `Until your first order here: ${daysLeftWords(daysLeft)}. Then it goes on to the beginning.`;
  const rest = `The supplier does not say how many entries there are${pace === null ? "" : `; Karwan copies ${paceWords(pace)}`}.`;
  return `The ledger is being copied: ${countOf(entries, "entry", "entries")} so far${reached}. ${left} ${rest}`;
}

/** What the supplier counts beyond this shop's orders; null where nothing is left to say. */
export function beyondWords(
  reportedPkr: Rupees | null,
  ours: { readonly sumPkr: Rupees; readonly unknown: number },
): string | null {
  if (reportedPkr === null) return null;
  const left = reportedPkr - ours.sumPkr;
  if (left === 0) return null;
  if (ours.unknown > 0) return `${formatRupees(left)} more is of these or of other sales of this account.`;
  return left > 0
    ? `Other sales of this account: ${formatRupees(left)}.`
    : `The supplier counts ${formatRupees(-left)} less than these orders add up to.`;
}

type Note = { readonly title: string; readonly text: string };

const TEST_NOTE: Note = {
  title: "Test orders take nothing from a wallet",
  text: "This is the wallet of your test key: no money moves, and no order waits for it.",
};

const UNKNOWN_NOTE: Note = {
  title: "How many COD orders fit is not known yet",
  text: "It is known once a COD order was placed in the last 30 days.",
};

/** What the page says of how many COD orders fit. */
export function reserveNote(
  { reserve, mode }: { readonly reserve: ReserveMeter | null; readonly mode: Mode | null },
  asOf: Moment,
  timezone: string,
): Note {
  if (mode === "test") return TEST_NOTE;
  return reserve === null ? UNKNOWN_NOTE : reserveWords(reserve, asOf, timezone);
}

/** How many more COD orders the wallet carries, and how long. */
export function reserveWords(reserve: ReserveMeter, asOf: Moment, timezone: string): Note {
  const { orders, reservePkr, emptyInDays } = reserve;
  const each = `A COD order of yours holds ${formatRupees(reservePkr)} on average until it is delivered.`;
  if (orders === 0)
    return {
      title: "No more COD orders fit your wallet",
      text: `${each} New ones wait until you top up.`,
    };
  const title = `About ${ordersWords(orders)} your wallet`;
  if (emptyInDays === null) return { title, text: each };
  const day = formatDay(new Date(new Date(asOf).getTime() + emptyInDays * DAY_MS), timezone);
  return { title, text: `${each} At the present rate it is used up about ${day}; COD orders wait then.` };
}

const DAY_MS = 24 * 60 * 60_000;

function ordersWords(count: number): string {
  return countOf(count, "more COD order fits", "more COD orders fit");
}
