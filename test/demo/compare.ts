import type { Scene } from "./scene.ts";
import type { AppSide, FulfillmentSide, ParcelSide, Sides } from "./sides.ts";

/** What every service must tell, and what only one tells that leaves nothing open. */
const alwaysReported = [
  "status",
  "codPkr",
  "wholesalePkr",
  "shippingCostPkr",
  "rtoChargePkr",
  "courier",
  "trackingNumber",
] as const;
const reportedInFull = ["marginPkr", "feePkr", "expectedMarginPkr", "marginStatus"] as const;

export type EventCoverage = "in_full" | "less";

/**
 * Every difference between Shopify, the app, the service and what the scene said beforehand; empty when all agree.
 * A service that tells less, or rounds otherwise, is held to its own ledger instead of the scene's figures.
 */
export function compareSides(
  scene: Scene,
  { shopify, app, service }: Sides,
  telling: EventCoverage = "in_full",
): string[] {
  const { orderName, expected } = scene;
  const check: Check = (what, found, wanted) =>
    found === wanted ? [] : [`${orderName}: ${what} is ${String(found)}, not ${String(wanted)}`];
  const stays = service.ledgerPkr + prepaidOf(scene);
  return [
    ...check("Shopify's total", shopify.totalPkr, expected.totalPkr),
    ...check("what Shopify still waits for", shopify.outstandingPkr, expected.outstandingPkr),
    ...check("Shopify's payment status", shopify.financialStatus, expected.financialStatus),
    ...check("the app's state", app.state, expected.status === "DELIVERED" ? "delivered" : "refused"),
    ...check("the number of parcels at the service", service.parcels.length, expected.parcels),
    ...check("the number of parcels in the app", app.parcels.length, expected.parcels),
    ...check("the number of fulfillments in Shopify", shopify.fulfillments.length, expected.parcels),
    ...check("what the couriers collect", sum(service.parcels, "codPkr"), expected.codPkr),
    ...(telling === "in_full" ? check("what stays by the service's ledger", stays, expected.netPkr) : []),
    ...check("what stays by the app's parcels", netOf(app), stays),
    ...service.parcels.flatMap((parcel) =>
      compareParcel(check, parcel, {
        app,
        fulfillments: shopify.fulfillments,
        status: expected.status,
        telling,
      }),
    ),
  ];
}

/** What the customer paid the merchant before: it never passes through the service's ledger. */
export function prepaidOf({ expected }: Scene): number {
  return expected.codPkr === 0 ? expected.totalPkr - expected.outstandingPkr : 0;
}

type Check = (what: string, found: unknown, wanted: unknown) => string[];
type ParcelComparison = {
  readonly app: AppSide;
  readonly fulfillments: readonly FulfillmentSide[];
  readonly status: string;
  readonly telling: EventCoverage;
};

function compareParcel(
  check: Check,
  parcel: ParcelSide,
  { app, fulfillments, status, telling }: ParcelComparison,
): string[] {
  const known = app.parcels.find(({ id }) => id === parcel.id);
  if (!known) return check(`parcel ${parcel.id} in the app`, "unknown", "known");
  const fulfillment = fulfillments.find(({ gid }) => gid === known.fulfillmentGid);
  const fields = telling === "in_full" ? [...alwaysReported, ...reportedInFull] : alwaysReported;
  return [
    ...check(`the status of parcel ${parcel.id} at the service`, parcel.status, status),
    ...fields.flatMap((field) =>
      check(`${field} of parcel ${parcel.id} in the app`, known[field], parcel[field]),
    ),
    ...check(`the courier of parcel ${parcel.id} in Shopify`, fulfillment?.courier, parcel.courier),
    ...check(
      `the number of parcel ${parcel.id} in Shopify`,
      fulfillment?.trackingNumber,
      parcel.trackingNumber,
    ),
    ...check(
      `the last event of parcel ${parcel.id} in Shopify`,
      fulfillment?.events.at(-1),
      status === "DELIVERED" ? "DELIVERED" : "FAILURE",
    ),
  ];
}

function sum(parcels: readonly ParcelSide[], field: "codPkr"): number {
  return parcels.reduce((total, parcel) => total + parcel[field], 0);
}

/** What stays with the merchant by the app's own parcels: the margin less the fee, or what a refusal cost. */
export function netOf({ parcels }: AppSide): number {
  return parcels.reduce(
    (total, { status, marginPkr, feePkr, rtoChargePkr }) =>
      total + (status === "RETURNED" ? -rtoChargePkr : marginPkr - feePkr),
    0,
  );
}
