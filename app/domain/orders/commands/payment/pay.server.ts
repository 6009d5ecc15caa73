import { isUnfinished } from "#app/domain/money/payment-state.ts";
import {
  actionsOf,
  applicable,
  type BulkOrder,
  type BulkVerdict,
  refused,
} from "#app/domain/orders/commands/bulk-verdict.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { payParcel } from "./pay-parcel.server.ts";

export const payCommand = serveCommand("pay", {
  right: "pay",
  run: ({ ctx, by }, { parcelId, amountPkr, reportedPkr }) =>
    payParcel(ctx, { parcelId, by, seenAmountPkr: amountPkr, seenReportedPkr: reportedPkr }),
  bulk: { plan: planPay, writes: null, mayPlace: false },
});

function planPay(order: BulkOrder): BulkVerdict {
  if (actionsOf(order).pay.length > 0) return applicable;
  const isUnderWay = order.parcels.some(({ payment }) => payment && isUnfinished(payment.state));
  return refused(isUnderWay ? "It is being paid already." : "It does not wait for funds.");
}
