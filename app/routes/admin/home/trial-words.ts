import type { SerializeFrom } from "@remix-run/node";
import type { TrialOrder } from "#app/domain/home/set-up/trial/find-trial.server.ts";
import type { TrialMove } from "#app/domain/home/set-up/trial/trial-move.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { parcelWords } from "#app/ui/status-words.ts";

export const MOVE_LABELS: Readonly<Record<TrialMove, string>> = {
  CONFIRMED: "Confirm",
  PROCESSING: "Pack",
  SHIPPED: "Ship",
  DELIVERED: "Deliver",
};

type Shown = SerializeFrom<TrialOrder>;

/** What Shopify shows of the order by now. */
export function shopifyWords({
  isAccepted,
  fulfillments,
  isMarkedPaid,
}: Shown["shopify"]): readonly string[] {
  const shipped = fulfillments.map(({ courier, trackingNumber }) =>
    ["Fulfilled", [courier, trackingNumber].filter((word) => word !== null).join(" ")]
      .filter((word) => word !== "")
      .join(": "),
  );
  const fulfillment = isAccepted ? "Fulfillment accepted" : "Fulfillment not accepted yet";
  return [
    ...(shipped.length > 0 ? shipped : [fulfillment]),
    isMarkedPaid ? "Marked as paid" : "Not marked as paid: a test collects nothing",
    "The customer is not told",
  ];
}

/** What the supplier says of it, and what it would bring. */
export function supplierWords({ parcels, deliveredPkr, refusedPkr }: Shown["supplier"]): readonly string[] {
  if (parcels.length === 0) return ["On its way to the supplier"];
  const states = parcels.map(({ part, of, status }) => {
    const { label } = parcelWords(status, null);
    return of > 1 ? `Parcel ${part} of ${of}: ${label}` : label;
  });
  const isOpen = parcels.some(({ status }) => status !== "DELIVERED");
  const brings =
    deliveredPkr === null
      ? "What it would bring is not known"
      : `Would bring ${aboutWords(deliveredPkr, isOpen)}`;
  const costs = isOpen && refusedPkr !== null ? [`Refused, it would be ${aboutWords(refusedPkr, true)}`] : [];
  return [...states, brings, ...costs, "No money moves"];
}

function aboutWords(amount: number, isOpen: boolean): string {
  return isOpen ? `about ${formatRupees(amount)}` : formatRupees(amount);
}
