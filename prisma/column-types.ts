import { paymentEvidence, paymentStates } from "#app/domain/money/payment-state.ts";
import { scheduleModes } from "#app/domain/sweeps/sweep-subject.ts";
import { ledgerWalks } from "#app/domain/wallet/ledger/plan-walk.ts";
import { modes } from "#app/supplier/mode.ts";

/** The closed vocabularies that columns hold, by the name their columns in `schema.prisma` give in brackets. */
export const columnTypes = {
  Mode: modes,
  ScheduleMode: scheduleModes,
  PaymentState: paymentStates,
  PaymentEvidence: paymentEvidence,
  LedgerWalk: ledgerWalks,
} as const satisfies Readonly<Record<string, readonly string[]>>;

type ColumnType<Name extends keyof typeof columnTypes> = (typeof columnTypes)[Name][number];

declare global {
  /** Where the generated client finds the types of its columns. */
  namespace PrismaJson {
    type Mode = ColumnType<"Mode">;
    type ScheduleMode = ColumnType<"ScheduleMode">;
    type PaymentState = ColumnType<"PaymentState">;
    type PaymentEvidence = ColumnType<"PaymentEvidence">;
    type LedgerWalk = ColumnType<"LedgerWalk">;
  }
}
