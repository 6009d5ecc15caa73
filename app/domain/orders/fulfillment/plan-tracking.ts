import { createHash } from "node:crypto";
import type { ShopifyFulfillment } from "#app/shopify/order.ts";
import { trackingLink } from "../parcels/tracking-link.ts";
import type { Effects } from "./fulfillment-rounds.ts";

type TrackingInput = {
  readonly courier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
};

/** What a fulfillment shows of a parcel: company and number, and a link only to a courier we know (R13). */
export type ShownTracking = { readonly company: string; readonly number: string; readonly url?: string };

export type TrackingPlan =
  | { readonly kind: "nothing" }
  /** Shopify shows it already: only to be remembered. */
  | { readonly kind: "remember"; readonly key: string }
  | { readonly kind: "send"; readonly key: string; readonly tracking: ShownTracking };

export function toTracking({
  courier,
  trackingNumber,
  trackingUrl,
}: TrackingInput): ShownTracking | undefined {
  if (!trackingNumber) return undefined;
  const url = trackingLink(trackingUrl);
  return { company: courier ?? "Courier", number: trackingNumber, ...(url ? { url } : {}) };
}

/** Names one value of a parcel's tracking, the `nth` it has had; null while it has no number. */
export function trackingKey(round: string, nth: number, parcel: TrackingInput): string | null {
  const tracking = toTracking(parcel);
  return tracking ? `tracking:${round}:${nth}:${fingerprint(tracking)}` : null;
}

/** Whether courier, number or link have changed since they were sent to Shopify: each new value is sent once. */
export function planTracking(
  parcel: TrackingInput,
  fulfillment: Pick<ShopifyFulfillment, "status" | "tracking"> | undefined,
  effects: Effects,
  round: string,
): TrackingPlan {
  const tracking = toTracking(parcel);
  const sent = effects.filter(
    ({ key, state }) => key.startsWith(`tracking:${round}:`) && state !== "intended",
  );
  const key = trackingKey(round, sent.length, parcel);
  if (!tracking || !key || fulfillment?.status !== "SUCCESS") return { kind: "nothing" };
  const last = trackingKey(round, sent.length - 1, parcel);
  if (sent.some((effect) => effect.key === last)) return { kind: "nothing" };
  return fulfillment.tracking.some((shown) => isSame(shown, tracking))
    ? { kind: "remember", key }
    : { kind: "send", key, tracking };
}

/** Shopify makes a link of its own for couriers it knows, so a link counts only where we give one. */
function isSame(
  shown: ShopifyFulfillment["tracking"][number],
  { company, number, url }: ShownTracking,
): boolean {
  return shown.company === company && shown.number === number && (url === undefined || shown.url === url);
}

function fingerprint({ company, number, url = "" }: ShownTracking): string {
  return createHash("sha256").update([company, number, url].join("\0")).digest("hex").slice(0, 16);
}
