import { describe, expect, expectTypeOf, it } from "vitest";
import type { ListingId, OrderGid, ProductGid } from "#app/platform/ids.ts";
import {
  knownKinds,
  parseSubject,
  type SubjectOf,
  toWorkRow,
  type WorkItem,
  type WorkKind,
} from "#app/platform/queue/work-kinds.ts";
import { asId } from "#test/support/as-id.ts";

type Sample<Subject> = { readonly text: string; readonly subject: Subject };

const ID = "0192f3a1-7b1c-4e6d-9f60-2f4f5a3b7c1d";
const since = new Date("2026-11-25T10:00:00.123Z");
const shop = { text: "shop", subject: "shop" } as const;
const live = { text: "live", subject: { mode: "live" } } as const;
const product = {
  text: "gid://shopify/Product/7",
  subject: { productGid: asId<ProductGid>("gid://shopify/Product/7") },
};
const listing = { text: ID, subject: { listingId: asId<ListingId>(ID) } };

/** A subject of each kind, as callers name it and as its row does. */
const samples: { readonly [Kind in WorkKind]: Sample<SubjectOf<Kind>> } = {
  "order.reconcile": {
    text: "gid://shopify/Order/7",
    subject: { orderGid: asId("gid://shopify/Order/7") },
  },
  "fulfillmentOrder.resolve": {
    text: "gid://shopify/FulfillmentOrder/7",
    subject: { fulfillmentOrderGid: asId("gid://shopify/FulfillmentOrder/7") },
  },
  "orders.reconcileWaiting": shop,
  "orders.reconcileUnlinked": shop,
  "orders.reconcileOpen": shop,
  "orders.reconcileAssigned": shop,
  "parcel.refresh": { text: ID, subject: { parcelId: asId(ID) } },
  "bulkRun.continue": { text: ID, subject: { bulkRunId: asId(ID) } },
  "shop.reconcile": shop,
  "privacy.process": { text: "customers/redact", subject: { topic: "customers/redact" } },
  "connection.probe": live,
  "connection.endKeys": { text: `live/${since.toISOString()}`, subject: { mode: "live", since } },
  "wallet.watch": live,
  "listing.import": listing,
  "listing.reconcile": listing,
  "listing.pushPrices": listing,
  "imports.continue": shop,
  "mapping.reconcile": { text: ID, subject: { mappingId: asId(ID) } },
  "catalog.adoptAll": shop,
  "catalog.adoptMissing": shop,
  "catalog.restock": shop,
  "catalog.recalculateLosses": live,
  "product.applyChange": product,
  "product.applyDeletion": product,
  "product.applyEvents": live,
  "inventory.push": live,
  "inventory.zero": shop,
  "mails.send": shop,
  "flow.send": shop,
  "sweep.run": { text: "catalog/live", subject: { sweep: "catalog", mode: "live" } },
};

const texts = [...new Set(Object.values(samples).map(({ text }) => text))];
const nobodys = ["", "shops", "live/", "live/catalog", "staging", "gid://shopify/Order/", `${ID}/${ID}`];

describe("a kind of work", () => {
  it.each(knownKinds)("%s reads the subject that its rows name, and no foreign one", (kind) => {
    const { text, subject } = samples[kind];
    expect(parseSubject(kind, text)).toEqual(subject);
    const read = [...texts, ...nobodys].filter((each) => parseSubject(kind, each) !== null);
    expect(read).toEqual([text]);
  });

  it("is stored with its lane, and with its own delay where the request says none", () => {
    const { subject } = samples["inventory.push"];
    expect(toWorkRow({ kind: "inventory.push", subject })).toEqual({
      ...{ kind: "inventory.push", subject: "live", lane: "stock", delayMs: 1000 },
    });
    expect(toWorkRow({ kind: "inventory.push", subject, delayMs: 0 })).toMatchObject({ delayMs: 0 });
  });

  it("is stored under the text that it is read from", () => {
    const topic = { kind: "privacy.process", subject: samples["privacy.process"].subject } as const;
    const ending = { kind: "connection.endKeys", subject: samples["connection.endKeys"].subject } as const;
    const sweep = { kind: "sweep.run", subject: samples["sweep.run"].subject } as const;
    expect([topic, ending, sweep].map((item) => toWorkRow(item).subject)).toEqual([
      "customers/redact",
      "live/2026-11-25T10:00:00.123Z",
      "catalog/live",
    ]);
    const ofShop = toWorkRow({ kind: "sweep.run", subject: { sweep: "requests", mode: "" } });
    expect(parseSubject("sweep.run", ofShop.subject)).toEqual({ sweep: "requests", mode: "" });
  });

  it("is not requested with a subject that is none", () => {
    const orderGid = "gid://shopify/Product/7";
    expect(() => toWorkRow({ kind: "order.reconcile", subject: { orderGid: asId(orderGid) } })).toThrow();
  });

  it("does not compile with the subject of another", () => {
    type Foreign = { readonly kind: "order.reconcile"; readonly subject: { readonly listingId: string } };
    type Unheard = { readonly kind: "shop.unheardOf"; readonly subject: "shop" };
    type Own = { readonly kind: "order.reconcile"; readonly subject: { readonly orderGid: OrderGid } };
    expectTypeOf<Own>().toExtend<WorkItem>();
    expectTypeOf<Foreign>().not.toExtend<WorkItem>();
    expectTypeOf<Unheard>().not.toExtend<WorkItem>();
  });
});
