import { z } from "zod";
import type { ShopId } from "#app/platform/ids.ts";
import type { Lane } from "./lanes.ts";
import {
  ofBulkRun,
  ofComplianceTopic,
  ofFulfillmentOrder,
  ofKeysEnd,
  ofListing,
  ofMapping,
  ofMode,
  ofOrder,
  ofParcel,
  ofProduct,
  ofSweep,
  theShop,
} from "./work-subjects.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** What those who enqueue a kind of work, and those who run it, have to know of it. */
type WorkKindSpec = {
  readonly subject: z.ZodType<unknown, string>;
  readonly lane: Lane;
  /** How long a request waits where it says nothing else. */
  readonly delayMs: number;
  /** For so long after each run, however it ended, the row is not due. */
  readonly restMs?: number;
};

/** The catalog of work: every kind there is. What each does stands in `app/jobs/work-handlers.server.ts`. */
export const workKinds = {
  /** Brings one order to where both sides should be. */
  "order.reconcile": { subject: ofOrder, lane: "orders", delayMs: 0 },
  /** Finds the order of a fulfillment order that we do not know. */
  "fulfillmentOrder.resolve": { subject: ofFulfillmentOrder, lane: "orders", delayMs: 0 },
  /** Has the orders reconciled that wait for something of the shop. */
  "orders.reconcileWaiting": { subject: theShop, lane: "orders", delayMs: 0 },
  /** Has the orders reconciled that wait for a variant to be linked. */
  "orders.reconcileUnlinked": { subject: theShop, lane: "bulk", delayMs: 0 },
  /** Has every order reconciled that is not over. */
  "orders.reconcileOpen": { subject: theShop, lane: "bulk", delayMs: 0 },
  /** Has the orders reconciled whose requests wait for our answer. Strangers who know a shop's domain can request it. */
  "orders.reconcileAssigned": {
    subject: theShop,
    lane: "orders",
    delayMs: 5 * SECOND_MS,
    restMs: 10 * SECOND_MS,
  },
  /** Asks the service how far a parcel is whose customer looks at it: at most once in ten minutes. */
  "parcel.refresh": { subject: ofParcel, lane: "sweeps", delayMs: 0, restMs: 10 * MINUTE_MS },

  /** Looks whether the shop still has us, and everything of ours in it. */
  "shop.reconcile": { subject: theShop, lane: "orders", delayMs: 0 },
  /** Does what Shopify asks about a customer's data, or about an erased shop. */
  "privacy.process": { subject: ofComplianceTopic, lane: "orders", delayMs: 0 },
  /** Asks whether a paused connection is taken again. */
  "connection.probe": { subject: ofMode, lane: "orders", delayMs: MINUTE_MS },
  /** Ends keys where the command that requested it did not: later than any command that lives needs for its call. */
  "connection.endKeys": { subject: ofKeysEnd, lane: "orders", delayMs: 20 * SECOND_MS },
  /** Looks into the wallet for the orders that wait for it. */
  "wallet.watch": { subject: ofMode, lane: "orders", delayMs: 5 * MINUTE_MS },

  /** Imports one product. */
  "listing.import": { subject: ofListing, lane: "bulk", delayMs: 0 },
  /** Brings one listing in line with what the service says and the shop allows. */
  "listing.reconcile": { subject: ofListing, lane: "stock", delayMs: 0 },
  /** Writes the due prices of a listing to Shopify. */
  "listing.pushPrices": { subject: ofListing, lane: "stock", delayMs: 0 },
  /** Carries on the shop's runs of imports: one row for all, so that no product is made by two. */
  "imports.continue": { subject: theShop, lane: "bulk", delayMs: 0 },
  /** Brings one mapping in line with its product. */
  "mapping.reconcile": { subject: ofMapping, lane: "bulk", delayMs: 0 },
  /** Links the shop's products to the key that was put to use (R23). */
  "catalog.adoptAll": { subject: theShop, lane: "bulk", delayMs: 0 },
  /** The same for products that have no listing under the key in use. */
  "catalog.adoptMissing": { subject: theShop, lane: "bulk", delayMs: 0 },
  /** Stocks every listing again, at a location that was made anew. */
  "catalog.restock": { subject: theShop, lane: "bulk", delayMs: 0 },
  /** Calculates the losses of all listings again after the terms of a mode changed. */
  "catalog.recalculateLosses": { subject: ofMode, lane: "bulk", delayMs: 0 },
  /** Follows a change of a product in Shopify: one edit sends several webhooks. */
  "product.applyChange": { subject: ofProduct, lane: "orders", delayMs: 3 * SECOND_MS },
  /** Follows the deletion of a product in Shopify. */
  "product.applyDeletion": { subject: ofProduct, lane: "orders", delayMs: 0 },
  /** Applies the events of the service about products. */
  "product.applyEvents": { subject: ofMode, lane: "stock", delayMs: 0 },

  /** Carries on one bulk action over orders or listings. */
  "bulkRun.continue": { subject: ofBulkRun, lane: "bulk", delayMs: 0 },

  /** Writes the quantities that are due: changes are coalesced, so that many of them are few writes. */
  "inventory.push": { subject: ofMode, lane: "stock", delayMs: SECOND_MS },
  /** Sets everything at our location to 0, after the last key went out of use (R44). */
  "inventory.zero": { subject: theShop, lane: "stock", delayMs: 0 },

  /** Sends the mails of a shop that are due. */
  "mails.send": { subject: theShop, lane: "bulk", delayMs: 0 },

  /** Tells Shopify Flow what came up in a shop. */
  "flow.send": { subject: theShop, lane: "bulk", delayMs: 0 },

  /** Runs a sweep that is due. */
  "sweep.run": { subject: ofSweep, lane: "sweeps", delayMs: 0 },
} as const satisfies Readonly<Record<string, WorkKindSpec>>;

export type WorkKind = keyof typeof workKinds;

/** What a row of this kind is about, as callers say it and handlers are given it. */
export type SubjectOf<Kind extends WorkKind> = z.output<(typeof workKinds)[Kind]["subject"]>;

/** One thing to look at. */
export type WorkItem = {
  [Kind in WorkKind]: { readonly kind: Kind; readonly subject: SubjectOf<Kind> };
}[WorkKind];

/** Work that a shop asks for. */
export type ShopWork = WorkItem & { readonly delayMs?: number };

/** Work of any shop. */
export type WorkRequest = ShopWork & { readonly shopId: ShopId };

function isWorkKind(kind: string): kind is WorkKind {
  return Object.hasOwn(workKinds, kind);
}

/** Every kind that this version knows. A row of another kind belongs to another version and is left to it. */
export const knownKinds: readonly WorkKind[] = Object.keys(workKinds).filter(isWorkKind);

/** The columns of a row of work, with how long it is to wait. */
type WorkRow = {
  readonly kind: WorkKind;
  readonly subject: string;
  readonly lane: Lane;
  readonly delayMs: number;
};

/** @throws ZodError where the subject is none of its kind: a bug of whoever requests it */
export function toWorkRow({ kind, subject, delayMs }: ShopWork): WorkRow {
  const spec: WorkKindSpec = workKinds[kind];
  return {
    kind,
    subject: z.encode(spec.subject, subject),
    lane: spec.lane,
    delayMs: delayMs ?? spec.delayMs,
  };
}

/** What the text of a row's subject means to its kind; null where it means nothing to it. */
export function parseSubject<Kind extends WorkKind>(kind: Kind, text: string): SubjectOf<Kind> | null {
  const spec: WorkKindSpec = workKinds[kind];
  const parsed = spec.subject.safeParse(text);
  return parsed.success ? (parsed.data as SubjectOf<Kind>) : null;
}

export function restMsAfter(kind: WorkKind): number {
  const spec: WorkKindSpec = workKinds[kind];
  return spec.restMs ?? 0;
}

/** A kind's name as an SQL literal, for statements that read or request rows of work themselves. */
export function kindSql(kind: WorkKind): string {
  return `'${kind}'`;
}

/** The lane of a kind, likewise. */
export function laneSql(kind: WorkKind): string {
  return `'${workKinds[kind].lane}'`;
}
