import type { Prisma } from "@prisma/client";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { walletCost } from "#app/domain/money/wallet-cost.ts";
import type { TimelineActor } from "#app/domain/timeline/fact-vocabulary.ts";
import type { ParcelReport } from "./parcel-report.ts";

type StatusFact = {
  readonly actor: TimelineActor;
  readonly code: FactCode;
  readonly params: Prisma.InputJsonObject;
};

/** The timeline's line for a parcel that reached a status. */
export function toStatusFact({ status, fields, returnType }: ParcelReport): StatusFact {
  const place = { part: fields.part ?? 1, of: fields.of ?? 1 };
  switch (status) {
    case "AWAITING_FUNDS":
      return {
        actor: "supplier",
        code: "parcel_awaiting_funds",
        params: {
          ...place,
          amount: walletCost(fields)?.amountPkr ?? null,
          deadline: fields.fundsDeadline?.toISOString() ?? null,
        },
      };
    case "RECEIVED":
      return { actor: "supplier", code: "parcel_received", params: place };
    case "CONFIRMED":
      return { actor: "supplier", code: "parcel_confirmed", params: place };
    case "PROCESSING":
      return { actor: "supplier", code: "parcel_processing", params: place };
    case "SHIPPED":
      return {
        actor: "courier",
        code: "parcel_shipped",
        params: { ...place, courier: fields.courier ?? null, number: fields.trackingNumber ?? null },
      };
    case "DELIVERED":
      return { actor: "courier", code: "parcel_delivered", params: place };
    case "RETURNED":
      return {
        actor: "courier",
        code: returnType === "return" ? "parcel_returned" : "parcel_refused",
        params: { ...place, charge: fields.rtoChargePkr ?? null, credit: fields.returnCreditPkr ?? null },
      };
    case "CANCELLED":
      return {
        actor: "supplier",
        code: "parcel_cancelled",
        params: { ...place, reason: fields.cancellationReason ?? null },
      };
    default:
      return { actor: "supplier", code: "parcel_status_unknown", params: { ...place, status } };
  }
}
