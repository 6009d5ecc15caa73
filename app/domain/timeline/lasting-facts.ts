import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";

/**
 * Facts about money, and about what was erased or never read: they stay, as does whatever a person did. Every other fact
 * goes after a while (`retention/expire-rows.server.ts`).
 */
export const lastingFacts = [
  ...["route_decided", "handoff_placed", "handoff_adopted", "handoff_refused"],
  ...["payment_made", "payment_refused", "payment_unknown", "marked_paid", "not_marked_paid"],
  ...["parcel_awaiting_funds", "parcel_delivered", "parcel_refused", "parcel_returned", "parcel_cancelled"],
  ...["margin_released", "fee_taken", "order_cancelled", "refused_order_cancelled", "cancellation_accepted"],
  ...["erased", "news_expired", "paid_by_itself", "auto_pay_on", "auto_pay_stopped"],
] as const satisfies readonly FactCode[];
