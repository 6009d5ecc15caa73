import type { Scene } from "./scene.ts";
import type { AppSide, FulfillmentSide, ParcelSide, Sides } from "./sides.ts";

/** Every difference between Shopify, the app, the service and what the scene said beforehand; empty when all agree. */
export function compareSides({ orderName, expected }: Scene, { shopify, app, service }: Sides): string[] {
  const check = (what: string, found: unknown, wanted: unknown) =>
    found === wanted ? [] : [`${orderName}: ${what} is ${String(found)}, not ${String(wanted)}`];
  const prepaid = expected.codPkr === 0 ? expected.totalPkr - expected.outstandingPkr : 0;
  return [
    ...check("Shopify's total", shopify.totalPkr, expected.totalPkr),
    ...check("what Shopify still waits for", shopify.outstandingPkr, expected.outstandingPkr),
    ...check("Shopify's payment status", shopify.financialStatus, expected.financialStatus),
    ...check("the app's state", app.state, expected.status === "DELIVERED" ? "delivered" : "refused"),
    ...check("the number of parcels at the service", service.parcels.length, expected.parcels),
    ...check("the number of parcels in the app", app.parcels.length, expected.parcels),
    ...check("the number of fulfillments in Shopify", shopify.fulfillments.length, expected.parcels),
    ...check("what the couriers collect", sum(service.parcels, "codPkr"), expected.codPkr),
    ...check("what stays by the service's ledger", service.ledgerPkr + prepaid, expected.netPkr),
    ...check("what stays by the app's parcels", netOf(app), expected.netPkr),
    ...service.parcels.flatMap((parcel) =>
      compareParcel(check, parcel, app, shopify.fulfillments, expected.status),
    ),
  ];
}

type Check = (what: string, found: unknown, wanted: unknown) => string[];

function compareParcel(
  check: Check,
  parcel: ParcelSide,
  app: AppSide,
  fulfillments: readonly FulfillmentSide[],
  status: string,
): string[] {
  const known = app.parcels.find(({ id }) => id === parcel.id);
  if (!known) return check(`parcel ${parcel.id} in the app`, "unknown", "known");
  const fulfillment = fulfillments.find(({ gid }) => gid === known.fulfillmentGid);
  const fields: readonly (keyof ParcelSide)[] = [
    "status",
    "codPkr",
    "wholesalePkr",
    "shippingCostPkr",
    "feePkr",
    "expectedMarginPkr",
    "rtoChargePkr",
    "marginStatus",
    "courier",
    "trackingNumber",
  ];
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
    (total, { status, expectedMarginPkr, rtoChargePkr }) =>
      total + (status === "RETURNED" ? -rtoChargePkr : expectedMarginPkr),
    0,
  );
}
