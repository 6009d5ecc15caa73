import type { SerializeFrom } from "@remix-run/node";
import type { AccountMeters } from "#app/domain/home/limits/find-limits.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatClock, formatDay } from "#app/platform/time/format-time.ts";

type Shown = SerializeFrom<AccountMeters>;

/** A meter as sentences; `percent` is null where there is nothing to measure against. */
export type MeterWords = {
  readonly title: string;
  readonly text: string;
  readonly more: string;
  readonly percent: number | null;
};

const number = (count: number) => count.toLocaleString("en-US");

/** Calls of today against the quota of the account, all its shops together. */
export function callsWords(calls: Shown["calls"], timezone: string): MeterWords {
  if (calls === null)
    return {
      title: "Calls to the supplier today: not known",
      text: "The supplier names the quota with each answer; Karwan has had none since it last began anew.",
      more: "",
      percent: null,
    };
  const { limit, used, perMinute, resetsAt } = calls;
  return {
    title: `Calls to the supplier today: ${number(used)} of ${number(limit)}`,
    text: `It begins anew on ${formatDay(resetsAt, timezone)} at ${formatClock(resetsAt, timezone)}. Placing orders goes on even when it is used up.`,
    more: `At most ${number(perMinute)} a minute. All stores and keys of your account count together.`,
    percent: toPercent(used, limit),
  };
}

/** Orders of today against the cap of the tier, which nobody names: it is estimated, and said so. */
export function ordersWords(orders: Shown["orders"]): MeterWords {
  const { placedToday, estimate, delivered, refused, isCapReached } = orders;
  const counted = `Counted here: ${countOf(delivered, "parcel delivered", "parcels delivered")}, ${number(refused)} refused.`;
  if (estimate === null)
    return {
      title: `Orders placed today: ${number(placedToday)}. The day's cap is not known`,
      text: "The supplier does not say which tier your account has. An estimate appears once orders were placed here.",
      more: counted,
      percent: null,
    };
  const { tier, dailyCap } = estimate;
  const reached = "The supplier says that today's orders are used up: the next ones go out as it takes them.";
  return {
    title: `Orders placed today: ${number(placedToday)} of about ${number(dailyCap)}`,
    text: isCapReached
      ? reached
      : `Estimated: tier ${tier}. The supplier does not say the tier; it grows with delivered orders.`,
    more: `${counted} Orders you placed elsewhere are not known here.`,
    percent: isCapReached ? 100 : toPercent(placedToday, dailyCap),
  };
}

function toPercent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.min(100, Math.round((part / whole) * 100));
}
