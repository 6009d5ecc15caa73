import { shopStates } from "#app/domain/context/shop-state.ts";
import { runItemStates } from "#app/domain/idempotency/run-item-state.ts";
import { paymentEvidence, paymentStates } from "#app/domain/money/payment-state.ts";
import { cancelAnswers } from "#app/domain/orders/cancellation/cancel-answer.ts";
import { bulkActions } from "#app/domain/orders/commands/registry.ts";
import {
  attemptStates,
  conflictChoices,
  handoffStates,
  placementConflicts,
} from "#app/domain/orders/placement/handoff-state.ts";
import { orderStates } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { effectStates } from "#app/domain/orders/reconcile/effect-state.ts";
import { scheduleModes } from "#app/domain/sweeps/sweep-subject.ts";
import { ledgerWalks } from "#app/domain/wallet/ledger/plan-walk.ts";
import { modes } from "#app/supplier/mode.ts";
import { paymentModes } from "#app/supplier/payment-mode.ts";
import { returnTypes } from "#app/supplier/return-type.ts";

/** The closed vocabularies that columns hold, by the name their columns in `schema.prisma` give in brackets. */
export const columnTypes = {
  Mode: modes,
  ScheduleMode: scheduleModes,
  PaymentState: paymentStates,
  PaymentEvidence: paymentEvidence,
  LedgerWalk: ledgerWalks,
  OrderState: orderStates,
  PaymentMode: paymentModes,
  HandoffState: handoffStates,
  AttemptState: attemptStates,
  PlacementConflict: placementConflicts,
  ConflictChoice: conflictChoices,
  ReturnType: returnTypes,
  EffectState: effectStates,
  CancelAnswer: cancelAnswers,
  RunItemState: runItemStates,
  ShopState: shopStates,
  BulkAction: bulkActions,
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
    type OrderState = ColumnType<"OrderState">;
    type PaymentMode = ColumnType<"PaymentMode">;
    type HandoffState = ColumnType<"HandoffState">;
    type AttemptState = ColumnType<"AttemptState">;
    type PlacementConflict = ColumnType<"PlacementConflict">;
    type ConflictChoice = ColumnType<"ConflictChoice">;
    type ReturnType = ColumnType<"ReturnType">;
    type EffectState = ColumnType<"EffectState">;
    type CancelAnswer = ColumnType<"CancelAnswer">;
    type RunItemState = ColumnType<"RunItemState">;
    type ShopState = ColumnType<"ShopState">;
    type BulkAction = ColumnType<"BulkAction">;
  }
}
