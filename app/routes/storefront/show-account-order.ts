import type { Tracking } from "#app/domain/storefront/track-order.server.ts";
import { type TrackedParcel, trackingSteps } from "#app/domain/storefront/tracked-parcels.ts";
import { formatLocalDay } from "./local-day.ts";
import { TRACKING_WORDS } from "./tracking-words.ts";

type ShowOptions = { readonly language: keyof typeof TRACKING_WORDS; readonly timezone: string };

/** What the block of an order in its customer's account draws: the facts of the tracking page, each with its day. */
export function showAccountOrder(
  { sender, parcels, token, choices }: Tracking,
  { language, timezone }: ShowOptions,
) {
  const { lang } = TRACKING_WORDS[language];
  const day = (at: Date | null | undefined) => (at ? formatLocalDay(at, lang, timezone) : null);
  return {
    sender,
    /** Opens the order's page without number and phone for an hour, where more can be done. */
    order: token,
    /** What the customer may still press, and what says which order that is about; null once it is too late. */
    choices: choices && {
      order: choices.token,
      isAsked: choices.confirm === "open",
      canCorrect: choices.canCorrect,
    },
    parcels: parcels.map((parcel) => showParcel(parcel, day)),
  };
}

function showParcel(parcel: TrackedParcel, day: (at: Date | null | undefined) => string | null) {
  const { done, dates, end, endedAt, cashPkr, courier, trackingNumber, trackingUrl } = parcel;
  const shown = end === null ? trackingSteps : trackingSteps.slice(0, done);
  return {
    steps: shown.map((step, at) => ({ step, isDone: at < done, day: day(dates[step]) })),
    end: end && { kind: end, day: day(endedAt) },
    ...{ cashPkr, courier, trackingNumber, trackingUrl },
  };
}
