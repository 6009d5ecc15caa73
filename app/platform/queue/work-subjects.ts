import { z } from "zod";
import {
  type BulkRunId,
  type FulfillmentOrderGid,
  type ListingId,
  type MappingId,
  type OrderGid,
  type ParcelId,
  type ProductGid,
  toBulkRunId,
  toFulfillmentOrderGid,
  toListingId,
  toMappingId,
  toOrderGid,
  toParcelId,
  toProductGid,
} from "#app/platform/ids.ts";

// What a row of work is about: as callers say it, and as the text the row is found by. The parts of a subject have names,
// so that an order's id is never taken for a listing's; a text that is no such subject is not decoded.

const gid = (type: string) => z.string().regex(new RegExp(`^gid://shopify/${type}/.+$`));

/** Kinds that are about the shop itself: a shop has one row of each. */
export const theShop = z.literal("shop");

const orderGid = z.custom<OrderGid>((value) => typeof value === "string");

export const ofOrder = z.codec(gid("Order"), z.object({ orderGid }), {
  decode: (text) => ({ orderGid: toOrderGid(text) }),
  encode: (subject) => subject.orderGid,
});

const fulfillmentOrderGid = z.custom<FulfillmentOrderGid>((value) => typeof value === "string");

export const ofFulfillmentOrder = z.codec(gid("FulfillmentOrder"), z.object({ fulfillmentOrderGid }), {
  decode: (text) => ({ fulfillmentOrderGid: toFulfillmentOrderGid(text) }),
  encode: (subject) => subject.fulfillmentOrderGid,
});

const productGid = z.custom<ProductGid>((value) => typeof value === "string");

export const ofProduct = z.codec(gid("Product"), z.object({ productGid }), {
  decode: (text) => ({ productGid: toProductGid(text) }),
  encode: (subject) => subject.productGid,
});

const listingId = z.custom<ListingId>((value) => typeof value === "string");

export const ofListing = z.codec(z.guid(), z.object({ listingId }), {
  decode: (text) => ({ listingId: toListingId(text) }),
  encode: (subject) => subject.listingId,
});

const mappingId = z.custom<MappingId>((value) => typeof value === "string");

export const ofMapping = z.codec(z.guid(), z.object({ mappingId }), {
  decode: (text) => ({ mappingId: toMappingId(text) }),
  encode: (subject) => subject.mappingId,
});

const parcelId = z.custom<ParcelId>((value) => typeof value === "string");

export const ofParcel = z.codec(z.guid(), z.object({ parcelId }), {
  decode: (text) => ({ parcelId: toParcelId(text) }),
  encode: (subject) => subject.parcelId,
});

const bulkRunId = z.custom<BulkRunId>((value) => typeof value === "string");

export const ofBulkRun = z.codec(z.guid(), z.object({ bulkRunId }), {
  decode: (text) => ({ bulkRunId: toBulkRunId(text) }),
  encode: (subject) => subject.bulkRunId,
});

const mode = z.enum(["live", "test"]);

/** What a shop has under one of its two keys. */
export const ofMode = z.codec(mode, z.object({ mode }), {
  decode: (text) => ({ mode: text }),
  encode: (subject) => subject.mode,
});

/** A request to disconnect now, by the moment it was committed: a later one of the same mode is another request. */
export const ofKeysEnd = z.codec(
  z.string().regex(/^(live|test)\/\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  z.object({ mode, since: z.date() }),
  {
    decode: (text) => {
      const [ofKey, since = ""] = text.split("/");
      return { mode: mode.parse(ofKey), since: new Date(since) };
    },
    encode: (subject) => `${subject.mode}/${subject.since.toISOString()}`,
  },
);

const complianceTopic = z.enum(["customers/data_request", "customers/redact", "shop/redact"]);

export const ofComplianceTopic = z.codec(complianceTopic, z.object({ topic: complianceTopic }), {
  decode: (topic) => ({ topic }),
  encode: ({ topic }) => topic,
});

/** The room of sweeps has a rule for each of these names. */
const sweepNames = [
  "shopify_orders",
  "shopify_orders_week",
  "requests",
  "unsettled",
  "funds",
  "parcels",
  "parcels_delivered",
  "imports",
  "failed_deliveries",
  "shop_life",
  "orphans",
  "settlement",
  "retention",
  "stock",
  "shopify_stock",
  "catalog",
  "webhooks",
  "ledger",
  "notifications",
  "quotes",
] as const;

const sweepName = z.enum(sweepNames);

export type SweepName = z.infer<typeof sweepName>;

/** A sweep, and the mode of the connection it looks through; empty where it is about the shop itself. */
export const ofSweep = z.codec(
  z.string().regex(new RegExp(`^(${sweepNames.join("|")})(/(live|test))?$`)),
  z.object({ sweep: sweepName, mode: mode.or(z.literal("")) }),
  {
    decode: (text) => {
      const [name, ofKey] = text.split("/");
      return { sweep: sweepName.parse(name), mode: ofKey === undefined ? ("" as const) : mode.parse(ofKey) };
    },
    encode: (swept) => (swept.mode === "" ? swept.sweep : `${swept.sweep}/${swept.mode}`),
  },
);
