import type { FulfillmentOrderLineGid, LineItemGid, LocationGid } from "#app/platform/ids.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PendingCancellation } from "./pending-cancellation.ts";

/** Units of one order line, over all our open fulfillment orders of the order. */
export type LineUnits = {
  readonly lineId: LineItemGid;
  /** In the order after refunds and removals. */
  readonly currentQuantity: number;
  /** Remaining in fulfillment orders at our location. */
  readonly remaining: number;
  /** Ever handed off, whatever became of them (rule R34). */
  readonly handedOff: number;
  /** Handed off, and their parcel is alive but no fulfillment in Shopify. */
  readonly inOpenParcels: number;
  /** Units at other locations, or gone without a parcel of ours. */
  readonly atOtherLocations: number;
  /** Units at our location and in no parcel, by the fulfillment order's own line. */
  readonly unallocated: readonly {
    readonly fulfillmentOrderLineId: FulfillmentOrderLineGid;
    readonly quantity: number;
  }[];
};

export type AutomaticSwitch = { readonly kind: "off" } | { readonly kind: "on"; readonly since: Date };

export type GateInput = {
  readonly now: Date;
  readonly ourLocationId: LocationGid;
  readonly order: { readonly createdAt: string; readonly test: boolean };
  readonly fulfillmentOrder: Pick<
    ShopifyFulfillmentOrder,
    | "status"
    | "requestStatus"
    | "fulfillAt"
    | "locationId"
    | "methodType"
    | "destination"
    | "supportedActions"
    | "holds"
    | "lines"
  >;
  /** `typed`: a person has filled in what Shopify withholds. */
  readonly destinationAccess: "granted" | "withheld" | "typed";
  readonly units: readonly LineUnits[];
  readonly cancellation: PendingCancellation | null;
  /** The switch of this order's route. */
  readonly automatic: AutomaticSwitch;
  /** The latest of connected, gone live and reinstalled (rule R36). */
  readonly connectedSince: Date;
  readonly connectionMode: Mode;
  readonly store: "development" | "real";
  readonly placing: "open" | "paused";
  /**
   * Whether we closed its request after Shopify's waiting time ended: `unsent` when nothing of it was ever sent to the
   * service, so that the same request is still open (rule R8).
   */
  readonly rejectedByUs: "no" | "unsent" | "sent";
  /** We requested it in Shopify ourselves, for a switch or a press under a connection that is not in use any more. */
  readonly isFormerRequest: boolean;
  /** A person pressed Place for the units open now. */
  readonly placeRequest: "place" | "nothing";
  /** A person, or a Flow workflow in their name, pressed Hold, and nobody asked for it since, here or in Shopify. */
  readonly isPutOnHold: boolean;
};

export type GatePlan =
  /** Place it; `submitRequest`: a fulfillment request is made in Shopify first, in the merchant's name. */
  | { readonly kind: "go"; readonly submitRequest: boolean }
  | {
      readonly kind: "wait";
      readonly code:
        | "scheduled"
        | "on_hold_in_shopify"
        | "cancellation_pending"
        | "placing_paused"
        | "not_requestable";
      readonly until: Date | null;
      readonly reason?: string;
    }
  | {
      readonly kind: "held";
      readonly code:
        | "comes_back"
        | "held_by_person"
        | "order_waited_long"
        | "not_a_delivery"
        | "not_in_pakistan"
        | "customer_data_not_approved"
        | "customer_data_missing"
        | "shopify_test_order"
        | "test_connection";
      readonly params: Readonly<Record<string, string>>;
    }
  /** A person has to press: automatic is off, or the order is older than it. */
  | {
      readonly kind: "to_place";
      readonly because: "automatic_off" | "older_than_automatic" | "rejected_by_us";
    }
  | { readonly kind: "nothing"; readonly because: "closed" | "nothing_remains" | "already_in_parcels" }
  | { readonly kind: "not_ours" };

type Held = Extract<GatePlan, { kind: "held" }>;

/** A request we closed leaves its units INCOMPLETE: Shopify offers them again in place. */
const PLACEABLE = new Set(["OPEN", "IN_PROGRESS", "ON_HOLD", "SCHEDULED", "INCOMPLETE"]);
/** The merchant asked, or we accepted: no request of ours is needed. */
const REQUESTED = new Set(["SUBMITTED", "ACCEPTED", "CANCELLATION_REJECTED"]);

function held(code: Held["code"], params: Held["params"] = {}): Held {
  return { kind: "held", code, params };
}

/** The order lines with units in this fulfillment order that are in no parcel. */
function unitsToPlace({ fulfillmentOrder, units }: GateInput): readonly LineUnits[] {
  const here = new Set(fulfillmentOrder.lines.map((line) => line.id));
  return units.filter((line) =>
    line.unallocated.some(({ fulfillmentOrderLineId }) => here.has(fulfillmentOrderLineId)),
  );
}

function findNothing(input: GateInput): GatePlan | null {
  const { fulfillmentOrder, ourLocationId } = input;
  if (fulfillmentOrder.locationId !== ourLocationId) return { kind: "not_ours" };
  if (!PLACEABLE.has(fulfillmentOrder.status)) return { kind: "nothing", because: "closed" };
  if (fulfillmentOrder.lines.every((line) => line.remainingQuantity <= 0)) {
    return { kind: "nothing", because: "nothing_remains" };
  }
  return unitsToPlace(input).length === 0 ? { kind: "nothing", because: "already_in_parcels" } : null;
}

function findWait({ fulfillmentOrder, cancellation, now }: GateInput): GatePlan | null {
  if (cancellation !== null || fulfillmentOrder.requestStatus === "CANCELLATION_REQUESTED") {
    return { kind: "wait", code: "cancellation_pending", until: null };
  }
  const [hold] = fulfillmentOrder.holds;
  if (hold || fulfillmentOrder.status === "ON_HOLD") {
    const reason = hold?.reasonNotes ?? hold?.reason;
    return { kind: "wait", code: "on_hold_in_shopify", until: null, ...(reason ? { reason } : {}) };
  }
  const fulfillAt = fulfillmentOrder.fulfillAt === null ? null : new Date(fulfillmentOrder.fulfillAt);
  const isEarly = fulfillAt !== null && fulfillAt > now;
  if (!isEarly && fulfillmentOrder.status !== "SCHEDULED") return null;
  return { kind: "wait", code: "scheduled", until: isEarly ? fulfillAt : null };
}

function findPlaceHold({ fulfillmentOrder, destinationAccess }: GateInput): Held | null {
  const { methodType, destination } = fulfillmentOrder;
  if (methodType !== null && methodType !== "SHIPPING") return held("not_a_delivery", { method: methodType });
  if (destinationAccess === "withheld") return held("customer_data_not_approved");
  if (destinationAccess === "typed") return null;
  if (destination === null) return held("customer_data_missing", { missing: "address" });
  if (destination.countryCode === null) return held("customer_data_missing", { missing: "country" });
  return destination.countryCode === "PK"
    ? null
    : held("not_in_pakistan", { country: destination.countryCode });
}

function findModeHold(input: GateInput): Held | null {
  if (input.connectionMode === "live") return input.order.test ? held("shopify_test_order") : null;
  const isSafe = input.order.test || input.store === "development" || input.placeRequest === "place";
  return isSafe ? null : held("test_connection");
}

/** More units are open than were never handed off: some of them came back (rule R34). */
function hasComeBack({
  currentQuantity,
  remaining,
  handedOff,
  inOpenParcels,
  atOtherLocations,
}: LineUnits): boolean {
  return remaining - inOpenParcels > Math.max(0, currentQuantity - atOtherLocations - handedOff);
}

function go({ fulfillmentOrder }: GateInput): GatePlan {
  if (REQUESTED.has(fulfillmentOrder.requestStatus)) return { kind: "go", submitRequest: false };
  if (fulfillmentOrder.supportedActions.includes("REQUEST_FULFILLMENT"))
    return { kind: "go", submitRequest: true };
  return { kind: "wait", code: "not_requestable", until: null };
}

/** Shopify dates an order's creation to the second: one of the same second counts as after. */
function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

function planByWill(input: GateInput): GatePlan {
  const { automatic, connectedSince } = input;
  const isRequested = REQUESTED.has(input.fulfillmentOrder.requestStatus) && !input.isFormerRequest;
  if (input.placeRequest === "place" || isRequested) return go(input);
  if (input.rejectedByUs === "sent") return { kind: "to_place", because: "rejected_by_us" };
  if (input.rejectedByUs === "unsent") return goUnlessOld(input);
  if (automatic.kind === "off") return { kind: "to_place", because: "automatic_off" };
  const createdAt = new Date(input.order.createdAt);
  const isCovered = [automatic.since, connectedSince].every((since) => createdAt >= wholeSecond(since));
  return isCovered ? goUnlessOld(input) : { kind: "to_place", because: "older_than_automatic" };
}

/** What nobody asked for again may not be wanted any more after so many days (R36). */
const HELD_FROM_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

function goUnlessOld(input: GateInput): GatePlan {
  const days = Math.floor((input.now.getTime() - Date.parse(input.order.createdAt)) / DAY_MS);
  return days >= HELD_FROM_DAYS ? held("order_waited_long", { days: String(days) }) : go(input);
}

/**
 * Decides whether one fulfillment order may be handed off now, and on whose request: the merchant's in Shopify, a
 * command in the app, or the automatic switch (rules R8, R34, R36, R37, R38). Asked again in the last read before
 * sending.
 */
export function planGate(input: GateInput): GatePlan {
  const stop = findNothing(input) ?? findWait(input) ?? findPlaceHold(input) ?? findModeHold(input);
  if (stop) return stop;
  if (input.placeRequest === "nothing" && unitsToPlace(input).some(hasComeBack)) return held("comes_back");
  if (input.isPutOnHold) return held("held_by_person");
  if (input.placing === "paused") return { kind: "wait", code: "placing_paused", until: null };
  return planByWill(input);
}
