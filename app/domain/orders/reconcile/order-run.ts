import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { LocationGid } from "#app/platform/ids.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { ObservedRequests } from "#app/platform/queue/work-result.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import type { OrderRecord } from "./order-record.server.ts";

/** Something about the order that a person has to see to, with the numbers and words of its sentence. */
export type Hold = { readonly code: HoldCode; readonly params?: Prisma.InputJsonObject };

/**
 * What one leased run over one order knows at a moment. Nobody changes it: a step returns what it found or did, and the
 * next step is given another one (D-143). Every write goes through the lease of `claim`.
 */
export type OrderRun = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  /** Our own rows. */
  readonly record: OrderRecord;
  /** How many writes under the lease `record` shows; after another one it is loaded again before the next step. */
  readonly recordedWrites: number;
  /** What had been marked when the service's events were last folded in: a run may serve more than it was begun for. */
  readonly observed: ObservedRequests;
  /** Found in this run; what is not found again is resolved at its end. */
  readonly holds: readonly Hold[];
  /** Delays after which something put off in this run wants another one. */
  readonly requeueDelaysMs: readonly number[];
  /** A placement waits for a person: nothing may be placed, cancelled or closed as if we knew all parcels. */
  readonly hasPlacementConflict: boolean;
};

/** What a run knows that has just begun, and has just loaded its rows. */
export function beginRun(ctx: ShopContext, claim: ClaimedWork, record: OrderRecord): OrderRun {
  const nothingFound = { holds: [], requeueDelaysMs: [], hasPlacementConflict: false };
  return { ctx, claim, record, recordedWrites: claim.lease.writes, observed: claim, ...nothingFound };
}

/** All that is known of an order: our rows and what Shopify says now. Plans are made from it, and nothing is written. */
export type ReadOrder = Pick<OrderRun, "ctx" | "record"> & {
  /** Read once in a run; what we change in Shopify ourselves is noted in it instead of being read again. */
  readonly shopify: ShopifyOrder;
  readonly locationGid: LocationGid;
};

/** A run that also knows what Shopify says now. */
export type ReadRun = OrderRun & ReadOrder;

/** Whether rows were written since they were loaded. */
export function isStale({ claim, recordedWrites }: OrderRun): boolean {
  return claim.lease.writes !== recordedWrites;
}
