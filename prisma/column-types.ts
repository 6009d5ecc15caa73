import { attentionThings } from "#app/domain/attention/attention-thing.ts";
import { itemStates } from "#app/domain/bulk-actions/item-state.ts";
import { bulkRunStates } from "#app/domain/bulk-actions/run-state.ts";
import {
  confirmationSources,
  importSteps,
  listingOrigins,
  listingStates,
  stockSources,
  syncReports,
  takenOutReasons,
  takenOutWays,
  waysToLeave,
} from "#app/domain/catalog/listings/listing-state.ts";
import { listingRunKinds } from "#app/domain/catalog/listings/run/listing-run-kinds.ts";
import { mappingStates } from "#app/domain/catalog/mapping/mapping-state.ts";
import { priceChangeStates } from "#app/domain/catalog/pricing/price-change-state.ts";
import { setupQuestions } from "#app/domain/connection/setup-answers.server.ts";
import { shopStates } from "#app/domain/context/shop-state.ts";
import { deliverySources } from "#app/domain/deliveries/delivery-source.ts";
import { mixedCartChoices } from "#app/domain/delivery-charge/mixed-cart-choice.ts";
import { quoteFigures } from "#app/domain/delivery-charge/tariff.ts";
import { flowFailures, flowNames, flowTriggers } from "#app/domain/flow/flow-names.ts";
import { requestOutcomes } from "#app/domain/idempotency/request-outcome.ts";
import { attentionCodes } from "#app/domain/messages/attention/attention-sentence.ts";
import { factCodes } from "#app/domain/messages/timeline/fact-codes.ts";
import { paymentEvidence, paymentStates } from "#app/domain/money/payment-state.ts";
import type { Rupees as WholeRupees } from "#app/domain/money/rupees.ts";
import { mailKinds, mailStates, recipientStates } from "#app/domain/notifications/mail-states.ts";
import { notificationKinds, notificationUrgencies } from "#app/domain/notifications/notification-kinds.ts";
import { cancelAnswers } from "#app/domain/orders/cancellation/cancel-answer.ts";
import { decisionKinds } from "#app/domain/orders/commands/decisions/decision-kind.ts";
import { bulkActions } from "#app/domain/orders/commands/registry.ts";
import { confirmationStates } from "#app/domain/orders/confirmation/confirmation-state.ts";
import { holdQuestions } from "#app/domain/orders/holds/hold-question.ts";
import { standstillBases } from "#app/domain/orders/parcels/standstill/standstill.ts";
import {
  attemptStates,
  handoffStates,
  placementConflicts,
} from "#app/domain/orders/placement/handoff-state.ts";
import { orderStates } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { effectStates } from "#app/domain/orders/reconcile/effect-state.ts";
import { orderRuleEffects, orderRuleKinds } from "#app/domain/orders/rules/order-rule-kinds.ts";
import { shadowVerdicts } from "#app/domain/orders/shadow/shadow-mode.ts";
import { profitOutcomes } from "#app/domain/payouts/profit/profit.ts";
import { confirmedBys } from "#app/domain/payouts/refusals/refusal-row.ts";
import {
  changePolicies,
  costPolicies,
  outOfStockPolicies,
  removedPolicies,
  stockEditedPolicies,
} from "#app/domain/policy/pricing/listing-policy.ts";
import { raisedToReasons } from "#app/domain/policy/pricing/price-rule.ts";
import { termFigures, termSources } from "#app/domain/policy/terms/account-terms.ts";
import { complianceTopics } from "#app/domain/privacy/compliance-topics.ts";
import { apiRights } from "#app/domain/read-api/api-rights.ts";
import {
  differenceKinds,
  differenceSides,
  putAsideReasons,
} from "#app/domain/settlement/difference-kinds.ts";
import {
  confirmationAskers,
  notConfirmedChoices,
  refusedChoices,
  shippingShares,
  textLanguages,
} from "#app/domain/shops/setting-choices.ts";
import { staffRights } from "#app/domain/shops/staff-rights.ts";
import { scheduleModes } from "#app/domain/sweeps/schedule-mode.ts";
import { sweepKinds } from "#app/domain/sweeps/sweep-kinds.ts";
import { factTopics } from "#app/domain/timeline/fact-topics.ts";
import { factThings, timelineActors } from "#app/domain/timeline/fact-vocabulary.ts";
import { ledgerWalks } from "#app/domain/wallet/ledger/plan-walk.ts";
import type * as ids from "#app/platform/ids.ts";
import { lanes } from "#app/platform/queue/lanes.ts";
import { modes } from "#app/supplier/mode.ts";
import { paymentModes } from "#app/supplier/payment-mode.ts";
import { returnTypes } from "#app/supplier/return-type.ts";

/** The closed vocabularies that columns hold, by the name their columns in `schema.prisma` give in brackets. */
export const columnTypes = {
  Mode: modes,
  ScheduleMode: scheduleModes,
  SweepKind: sweepKinds,
  PaymentState: paymentStates,
  PaymentEvidence: paymentEvidence,
  LedgerWalk: ledgerWalks,
  OrderState: orderStates,
  ShadowVerdict: shadowVerdicts,
  PaymentMode: paymentModes,
  HandoffState: handoffStates,
  AttemptState: attemptStates,
  PlacementConflict: placementConflicts,
  ReturnType: returnTypes,
  StandstillBasis: standstillBases,
  EffectState: effectStates,
  CancelAnswer: cancelAnswers,
  BulkItemState: itemStates,
  ShopState: shopStates,
  BulkRunKind: [...bulkActions, ...listingRunKinds],
  BulkRunState: bulkRunStates,
  DecisionKind: decisionKinds,
  ListingState: listingStates,
  ImportStep: importSteps,
  ListingOrigin: listingOrigins,
  TakenOutWay: takenOutWays,
  TakenOutReason: takenOutReasons,
  ConfirmationSource: confirmationSources,
  WayToLeave: waysToLeave,
  SyncReport: syncReports,
  StockSource: stockSources,
  PriceChangeState: priceChangeStates,
  RaisedTo: raisedToReasons,
  MappingState: mappingStates,
  OutOfStockPolicy: outOfStockPolicies,
  StockEditedPolicy: stockEditedPolicies,
  CostPolicy: costPolicies,
  ChangePolicy: changePolicies,
  RemovedPolicy: removedPolicies,
  ShippingShare: shippingShares,
  RefusedChoice: refusedChoices,
  ConfirmationAsker: confirmationAskers,
  NotConfirmedChoice: notConfirmedChoices,
  TextLanguage: textLanguages,
  ConfirmationState: confirmationStates,
  DeliverySource: deliverySources,
  FactCode: factCodes,
  FactThing: factThings,
  FactTopic: factTopics,
  TimelineActor: timelineActors,
  AttentionCode: attentionCodes,
  AttentionThing: attentionThings,
  RequestOutcome: requestOutcomes,
  TermFigure: termFigures,
  TermSource: termSources,
  DifferenceSide: differenceSides,
  DifferenceKind: differenceKinds,
  PutAsideReason: putAsideReasons,
  OrderRuleEffect: orderRuleEffects,
  OrderRuleKind: orderRuleKinds,
  ProfitOutcome: profitOutcomes,
  ConfirmedBy: confirmedBys,
  StaffRight: staffRights,
  ApiRight: apiRights,
  ComplianceTopic: complianceTopics,
  Lane: lanes,
  NotificationKind: notificationKinds,
  NotificationUrgency: notificationUrgencies,
  FlowName: flowNames,
  FlowTrigger: flowTriggers,
  FlowFailure: flowFailures,
  RecipientState: recipientStates,
  MailKind: mailKinds,
  MailState: mailStates,
  MixedCartChoice: mixedCartChoices,
  QuoteFigure: quoteFigures,
  RememberedQuestion: [...holdQuestions, ...setupQuestions],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The ids that columns name in the same way: types alone, whose texts the database does not check. */
export const idTypes: ReadonlySet<string> = new Set([
  "AccountId",
  "AccountKey",
  "AttemptId",
  "BulkRunId",
  "ExternalOrderId",
  "FulfillmentGid",
  "FulfillmentOrderGid",
  "FulfillmentOrderLineGid",
  "HandoffId",
  "HandoffItemId",
  "InventoryItemGid",
  "LedgerEntryId",
  "LineItemGid",
  "ListingId",
  "LocationGid",
  "MappingId",
  "OrderGid",
  "OrderId",
  "OrderRuleId",
  "ParcelId",
  "PaymentId",
  "ProductGid",
  "ShopId",
  "StockedItemId",
  "SupplierOrderId",
  "SupplierProductId",
  "SupplierVariantId",
  "VariantGid",
]);

type ColumnType<Name extends keyof typeof columnTypes> = (typeof columnTypes)[Name][number];

declare global {
  /** Where the generated client finds the types of its columns. */
  namespace PrismaJson {
    type Rupees = WholeRupees;
    type AccountId = ids.AccountId;
    type AccountKey = ids.AccountKey;
    type AttemptId = ids.AttemptId;
    type PaymentId = ids.PaymentId;
    type ExternalOrderId = ids.ExternalOrderId;
    type SupplierOrderId = ids.SupplierOrderId;
    type LedgerEntryId = ids.LedgerEntryId;
    type SupplierProductId = ids.SupplierProductId;
    type SupplierVariantId = ids.SupplierVariantId;
    type ProductGid = ids.ProductGid;
    type VariantGid = ids.VariantGid;
    type OrderGid = ids.OrderGid;
    type OrderId = ids.OrderId;
    type OrderRuleId = ids.OrderRuleId;
    type HandoffId = ids.HandoffId;
    type HandoffItemId = ids.HandoffItemId;
    type ParcelId = ids.ParcelId;
    type ListingId = ids.ListingId;
    type StockedItemId = ids.StockedItemId;
    type BulkRunId = ids.BulkRunId;
    type MappingId = ids.MappingId;
    type LocationGid = ids.LocationGid;
    type FulfillmentGid = ids.FulfillmentGid;
    type LineItemGid = ids.LineItemGid;
    type FulfillmentOrderLineGid = ids.FulfillmentOrderLineGid;
    type FulfillmentOrderGid = ids.FulfillmentOrderGid;
    type InventoryItemGid = ids.InventoryItemGid;
    type ShopId = ids.ShopId;
    type Mode = ColumnType<"Mode">;
    type Lane = ColumnType<"Lane">;
    type ScheduleMode = ColumnType<"ScheduleMode">;
    type SweepKind = ColumnType<"SweepKind">;
    type PaymentState = ColumnType<"PaymentState">;
    type PaymentEvidence = ColumnType<"PaymentEvidence">;
    type LedgerWalk = ColumnType<"LedgerWalk">;
    type OrderState = ColumnType<"OrderState">;
    type PaymentMode = ColumnType<"PaymentMode">;
    type HandoffState = ColumnType<"HandoffState">;
    type AttemptState = ColumnType<"AttemptState">;
    type PlacementConflict = ColumnType<"PlacementConflict">;
    type ReturnType = ColumnType<"ReturnType">;
    type StandstillBasis = ColumnType<"StandstillBasis">;
    type EffectState = ColumnType<"EffectState">;
    type CancelAnswer = ColumnType<"CancelAnswer">;
    type BulkItemState = ColumnType<"BulkItemState">;
    type ShopState = ColumnType<"ShopState">;
    type DecisionKind = ColumnType<"DecisionKind">;
    type BulkRunKind = ColumnType<"BulkRunKind">;
    type BulkRunState = ColumnType<"BulkRunState">;
    type ListingState = ColumnType<"ListingState">;
    type ImportStep = ColumnType<"ImportStep">;
    type ListingOrigin = ColumnType<"ListingOrigin">;
    type TakenOutWay = ColumnType<"TakenOutWay">;
    type TakenOutReason = ColumnType<"TakenOutReason">;
    type ConfirmationSource = ColumnType<"ConfirmationSource">;
    type WayToLeave = ColumnType<"WayToLeave">;
    type SyncReport = ColumnType<"SyncReport">;
    type StockSource = ColumnType<"StockSource">;
    type PriceChangeState = ColumnType<"PriceChangeState">;
    type RaisedTo = ColumnType<"RaisedTo">;
    type MappingState = ColumnType<"MappingState">;
    type OutOfStockPolicy = ColumnType<"OutOfStockPolicy">;
    type StockEditedPolicy = ColumnType<"StockEditedPolicy">;
    type CostPolicy = ColumnType<"CostPolicy">;
    type ChangePolicy = ColumnType<"ChangePolicy">;
    type RemovedPolicy = ColumnType<"RemovedPolicy">;
    type ShippingShare = ColumnType<"ShippingShare">;
    type RefusedChoice = ColumnType<"RefusedChoice">;
    type ConfirmationAsker = ColumnType<"ConfirmationAsker">;
    type TextLanguage = ColumnType<"TextLanguage">;
    type NotConfirmedChoice = ColumnType<"NotConfirmedChoice">;
    type ConfirmationState = ColumnType<"ConfirmationState">;
    type DeliverySource = ColumnType<"DeliverySource">;
    type FactCode = ColumnType<"FactCode">;
    type FactThing = ColumnType<"FactThing">;
    type FactTopic = ColumnType<"FactTopic">;
    type TimelineActor = ColumnType<"TimelineActor">;
    type AttentionCode = ColumnType<"AttentionCode">;
    type AttentionThing = ColumnType<"AttentionThing">;
    type RequestOutcome = ColumnType<"RequestOutcome">;
    type TermFigure = ColumnType<"TermFigure">;
    type TermSource = ColumnType<"TermSource">;
    type DifferenceSide = ColumnType<"DifferenceSide">;
    type DifferenceKind = ColumnType<"DifferenceKind">;
    type PutAsideReason = ColumnType<"PutAsideReason">;
    type OrderRuleEffect = ColumnType<"OrderRuleEffect">;
    type OrderRuleKind = ColumnType<"OrderRuleKind">;
    type ProfitOutcome = ColumnType<"ProfitOutcome">;
    type ConfirmedBy = ColumnType<"ConfirmedBy">;
    type StaffRight = ColumnType<"StaffRight">;
    type ApiRight = ColumnType<"ApiRight">;
    type ComplianceTopic = ColumnType<"ComplianceTopic">;
    type NotificationKind = ColumnType<"NotificationKind">;
    type NotificationUrgency = ColumnType<"NotificationUrgency">;
    type FlowName = ColumnType<"FlowName">;
    type FlowTrigger = ColumnType<"FlowTrigger">;
    type FlowFailure = ColumnType<"FlowFailure">;
    type RecipientState = ColumnType<"RecipientState">;
    type MailKind = ColumnType<"MailKind">;
    type MailState = ColumnType<"MailState">;
    type MixedCartChoice = ColumnType<"MixedCartChoice">;
    type QuoteFigure = ColumnType<"QuoteFigure">;
    type RememberedQuestion = ColumnType<"RememberedQuestion">;
  }
}
