import type { LedgerEntry, PaymentIntent } from "@prisma/client";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { knownIds, type TraceLine, traceLine } from "./trace-line.ts";

/** A payment from the wallet: when it was wanted, sent and settled. */
export function linesOfPayment(payment: PaymentIntent): TraceLine[] {
  const { id, amountPkr, requestedBy, requestedAt, sentAt, settledAt, state, outcome, byItself } = payment;
  const of = { source: "payment", ids: knownIds({ payment: id }) } as const;
  const wanted = traceLine({
    ...{ key: `payment/${id}`, at: requestedAt, ...of, actor: byItself ? "karwan" : "person" },
    ...{
      by: requestedBy,
      text: `Payment of ${formatRupees(amountPkr)} wanted${byItself ? " by itself" : ""}`,
    },
  });
  const sent =
    sentAt && traceLine({ key: `sent/${id}`, at: sentAt, ...of, actor: "karwan", text: "Payment sent" });
  const settled =
    settledAt &&
    traceLine({
      ...{ key: `paid/${id}`, at: settledAt, ...of, actor: "supplier" },
      text: `Payment ended: ${state}${outcome ? `, ${outcome}` : ""}`,
    });
  return [wanted, ...(sent ? [sent] : []), ...(settled ? [settled] : [])];
}

type LedgerLine = Pick<
  LedgerEntry,
  "id" | "entryId" | "amountPkr" | "type" | "status" | "bookedAt" | "supplierOrderId" | "missingSince"
>;

export function lineOfLedger(entry: LedgerLine): TraceLine {
  const { id, entryId, amountPkr, type, status, bookedAt, supplierOrderId, missingSince } = entry;
  const words = [type, status].filter(Boolean).join(", ");
  return traceLine({
    ...{ key: `ledger/${id}`, at: bookedAt, source: "ledger", actor: "supplier" },
    text: `Ledger: ${formatRupees(amountPkr)} ${words}${missingSince ? " (not in the ledger any more)" : ""}`,
    ids: knownIds({ entry: entryId, parcel: supplierOrderId }),
  });
}
