import { replaceParcels } from "#app/domain/orders/amendments/replace-parcels.server.ts";
import { answerCancellations } from "#app/domain/orders/cancellation/answer-cancellations.server.ts";
import {
  cancelWholeOrder,
  recordCancelled,
} from "#app/domain/orders/cancellation/cancel-whole-order.server.ts";
import { rejectUnplaced } from "#app/domain/orders/cancellation/reject-unplaced.server.ts";
import { acceptRequests } from "#app/domain/orders/fulfillment/accept-requests.server.ts";
import { closeFulfillmentOrders } from "#app/domain/orders/fulfillment/close-fulfillment-orders.server.ts";
import { createParcelEvents } from "#app/domain/orders/fulfillment/create-parcel-events.server.ts";
import { markPaid } from "#app/domain/orders/fulfillment/mark-paid.server.ts";
import { markPaidOnRequest } from "#app/domain/orders/fulfillment/mark-paid-on-request.server.ts";
import { moveAwayOpenUnits } from "#app/domain/orders/fulfillment/move-away.server.ts";
import { repairCancelledFulfillments } from "#app/domain/orders/fulfillment/repair-cancelled-fulfillments.server.ts";
import { sendTracking } from "#app/domain/orders/fulfillment/send-tracking.server.ts";
import { shipParcels } from "#app/domain/orders/fulfillment/ship-parcels.server.ts";
import { syncFulfillmentOrders } from "#app/domain/orders/fulfillment/sync-fulfillment-orders.server.ts";
import { tagRefused } from "#app/domain/orders/fulfillment/tag-refused.server.ts";
import { finishPayments } from "#app/domain/orders/parcels/finish-payments.server.ts";
import { foldEvents } from "#app/domain/orders/parcels/fold-events.server.ts";
import { readRequestedParcels } from "#app/domain/orders/parcels/read-requested-parcels.server.ts";
import { requestReadPastDeadline } from "#app/domain/orders/parcels/request-read-past-deadline.server.ts";
import { settleUnknownOutcome } from "#app/domain/orders/placement/settle-unknown-outcome.server.ts";
import { syncOpenUnits } from "#app/domain/orders/placement/sync-open-units.server.ts";
import { tagRefusedBefore } from "#app/domain/orders/refusals/tag-refused-before.server.ts";
import { endRefused } from "#app/domain/orders/returns/end-refused.server.ts";
import { writeRefusalNotes } from "#app/domain/orders/returns/write-refusal-notes.server.ts";
import type { OrderRun, ReadRun } from "./order-run.ts";
import { recordGateways } from "./record-gateways.server.ts";
import type { StepResult } from "./step-result.ts";

/** One thing that is brought in line, on what is known by then. */
export type Step<Run extends OrderRun> = {
  readonly take: (run: Run) => Promise<StepResult>;
  /**
   * Whether it is taken while an order of ours may be at the service unseen: then only the parcels that are known are
   * followed (R39).
   */
  readonly duringPlacementConflict: boolean;
};

const always = { duringPlacementConflict: true } as const;
const onceSettled = { duringPlacementConflict: false } as const;

/** What can be done without Shopify, and must be done even when its token is dead (R44). */
export const ownSteps: readonly Step<OrderRun>[] = [
  { take: settleUnknownOutcome, ...always },
  { take: foldEvents, ...always },
  { take: requestReadPastDeadline, ...always },
  { take: finishPayments, ...always },
  { take: readRequestedParcels, ...always },
];

export const shopifySteps: readonly Step<ReadRun>[] = [
  { take: syncFulfillmentOrders, ...always },
  { take: syncOpenUnits, ...always },
  { take: recordGateways, ...always },
  { take: recordCancelled, ...always },
  { take: markPaidOnRequest, ...onceSettled },
  { take: answerCancellations, ...onceSettled },
  { take: cancelWholeOrder, ...onceSettled },
  { take: replaceParcels, ...onceSettled },
  { take: rejectUnplaced, ...onceSettled },
  { take: moveAwayOpenUnits, ...onceSettled },
  { take: acceptRequests, ...onceSettled },
  { take: repairCancelledFulfillments, ...onceSettled },
  { take: shipParcels, ...always },
  { take: sendTracking, ...onceSettled },
  { take: createParcelEvents, ...always },
  { take: markPaid, ...onceSettled },
  { take: tagRefused, ...always },
  { take: tagRefusedBefore, ...onceSettled },
  { take: writeRefusalNotes, ...onceSettled },
  { take: closeFulfillmentOrders, ...onceSettled },
  { take: endRefused, ...onceSettled },
];

/** Follows what this run placed: the service reports its first steps meanwhile, and they need no run of their own. */
export const placedSteps: readonly Step<ReadRun>[] = [
  { take: acceptRequests, ...onceSettled },
  { take: foldEvents, ...onceSettled },
];
