import type { SerializeFrom } from "@remix-run/node";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { loader } from "./preview.ts";

type Shown = SerializeFrom<typeof loader>;

export type ShownPreview = Extract<Shown, { readonly kind: "planned" }>;

/** What becomes of it now, in one line. */
export function nowWords({ now, holds, waitsFor }: ShownPreview): string {
  if (holds.length === 1) return "It would be held, for this reason:";
  if (holds.length > 1) return `It would be held, for these ${holds.length} reasons:`;
  if (now === "goes") return "It goes to the supplier by itself.";
  return waitsFor ?? "Nothing is in its way. Press Place to send it.";
}

export function parcelWords({ parcels, sentTo }: ShownPreview): string {
  const many = parcels === null ? "Parcels" : countOf(parcels, "parcel", "parcels");
  return sentTo === "" ? many : `${many} to ${sentTo}`;
}

const USED_UP = "daily_quota_exceeded";

/** What the figures could not take into account. */
export function notesOf({ money, mode, stockSkipped, quoteSkipped }: ShownPreview): readonly string[] {
  const stock =
    stockSkipped === USED_UP
      ? "Today's requests to the supplier are used up, so its stock was not looked at."
      : "The supplier does not answer right now, so its stock was not looked at.";
  const terms =
    quoteSkipped === null
      ? "Shipping is the supplier's usual sum: it quotes once the customer's city and all sums are known."
      : "The supplier does not answer right now: these are the terms it told before.";
  return [
    ...(stockSkipped === null ? [] : [stock]),
    ...(money?.basis === "known_terms" ? [terms] : []),
    ...(mode === "test" ? ["A test connection: no money moves."] : []),
  ];
}
