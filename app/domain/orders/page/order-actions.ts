import type { PaymentState } from "#app/domain/money/payment-state.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

type ActedOrder = {
  readonly state: OrderState;
  readonly cancelRequestedAt: Date | null;
  readonly cancelledAt?: Date | null;
  readonly placeRequestedAt: Date | null;
};
type ActedParcel = {
  readonly id: ParcelId;
  readonly status: string;
  /** What leaves the wallet for it; null while nobody knows. */
  readonly walletCost?: object | null;
  /** State of its newest payment from the wallet; left out where none was wanted. */
  readonly payment?: { readonly state: PaymentState } | null;
};

export type OrderActions = {
  readonly place: boolean;
  readonly retry: boolean;
  readonly hold: boolean;
  readonly cancel: boolean;
  /** All that was sent came back: the order itself can be cancelled in Shopify (R41). */
  readonly cancelRefused: boolean;
  /** Ids of parcels that wait for the wallet, and for no payment under way. */
  readonly pay: readonly string[];
  /** In test mode the service moves a parcel on request: the next statuses, by parcel id. */
  readonly simulate: Readonly<Record<string, readonly string[]>>;
};

const UNPLACED: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place", "held"]);
/** What waits for a person already is not sent without one. */
const HOLDABLE: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place"]);
const BEFORE_PACKING = new Set(["RECEIVED", "AWAITING_FUNDS", "CONFIRMED"]);

const NEXT: Readonly<Record<string, readonly string[]>> = {
  RECEIVED: ["CONFIRMED", "CANCELLED"],
  CONFIRMED: ["PROCESSING", "CANCELLED"],
  PROCESSING: ["SHIPPED", "CANCELLED"],
  SHIPPED: ["DELIVERED", "RETURNED"],
  DELIVERED: ["RETURNED"],
};

/** Nothing of what is open was sent yet. */
export function isUnplaced(state: OrderState): boolean {
  return UNPLACED.has(state);
}

type OrderActionsInput = {
  readonly order: ActedOrder;
  readonly parcels: readonly ActedParcel[];
  /** Mode of the newest handoff; null when nothing was handed off. */
  readonly mode: Mode | null;
};

function hasComeBack(parcels: readonly ActedParcel[]): boolean {
  const live = parcels.filter(({ status }) => status !== "CANCELLED");
  return live.length > 0 && live.every(({ status }) => status === "RETURNED");
}

/** A payment that is under way, or was made, is not made again; nor is one of a sum that nobody knows. */
function isPayable({ status, payment, walletCost }: ActedParcel): boolean {
  return (
    walletCost !== null &&
    status === "AWAITING_FUNDS" &&
    (payment ?? { state: "refused" }).state === "refused"
  );
}

/** Cancelled at the supplier, while the order is still open in Shopify: it may be sent again (R57). */
function isCancelledHere({ state, cancelledAt }: ActedOrder): boolean {
  return state === "cancelled" && !cancelledAt;
}

/** Which buttons an order's page offers. Pressing one is checked again where it is done. */
export function planOrderActions({ order, parcels, mode }: OrderActionsInput): OrderActions {
  const open = parcels.filter(({ status }) => status in NEXT || status === "AWAITING_FUNDS");
  return {
    place: order.state === "to_place" || order.state === "held" || isCancelledHere(order),
    retry: order.state === "held" || order.state === "waiting",
    hold: order.cancelRequestedAt === null && HOLDABLE.has(order.state),
    cancel:
      order.cancelRequestedAt === null &&
      (UNPLACED.has(order.state) || open.some(({ status }) => BEFORE_PACKING.has(status))),
    cancelRefused: !order.cancelledAt && hasComeBack(parcels),
    pay: parcels.filter(isPayable).map(({ id }) => id),
    simulate:
      mode === "test" ? Object.fromEntries(parcels.map(({ id, status }) => [id, NEXT[status] ?? []])) : {},
  };
}
