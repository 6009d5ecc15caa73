import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { type OrderActions, planOrderActions } from "#app/domain/orders/page/order-actions.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

type HoldOfItem = { readonly code: string; readonly action: HoldAction; readonly sentence: string };

export type BulkOrder = {
  readonly state: OrderState;
  readonly holdCode: string | null;
  readonly placeRequestedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly holds: readonly HoldOfItem[];
  readonly parcels: Parameters<typeof planOrderActions>[0]["parcels"];
};

export type BulkVerdict =
  | { readonly kind: "press" }
  /** Why not, as the merchant reads it. */
  | { readonly kind: "refused"; readonly reason: string };

export const applicable: BulkVerdict = { kind: "press" };

export function refused(reason: string): BulkVerdict {
  return { kind: "refused", reason };
}

export function actionsOf(order: BulkOrder): OrderActions {
  return planOrderActions({ order, parcels: order.parcels, mode: null });
}

const OVER: Readonly<Partial<Record<OrderState, string>>> = {
  new: "It has just arrived and is being looked at.",
  placing: "It is being placed already.",
  placed: "It is placed already.",
  awaiting_funds: "It is placed and waits for funds.",
  on_the_way: "It is on its way already.",
  delivered: "It is delivered already.",
  refused: "Its parcel was refused or returned.",
  cancelled: "It was cancelled.",
};

/** Why nothing more can be done to an order in its state; null where its state does not say. */
export function overWords({ state }: BulkOrder): string | null {
  return OVER[state] ?? null;
}
