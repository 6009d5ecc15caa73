import { randomUUID } from "node:crypto";
import type { Order, Parcel, Shop } from "@prisma/client";
import { rupees } from "#app/domain/money/rupees.ts";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import { attemptBodyPlace } from "#app/domain/orders/placement/send-attempt.server.ts";
import { type ShopId, toAttemptId, toOrderId } from "#app/platform/ids.ts";
import type { LogEntry } from "#app/platform/observability/log.server.ts";
import { signProxiedQuery } from "#test/standins/shopify/storefront/forward-to-app.ts";
import { startTestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";

export const PHONE = "+923001234567";

export type StorefrontHarness = Awaited<ReturnType<typeof startStorefront>>;

type Asking = {
  readonly shop: Pick<Shop, "domain">;
  /** The page of an order's choices, instead of tracking. */
  readonly path?: "order";
  readonly params?: string;
  readonly address?: string;
  readonly timestamp?: number;
};

type ParcelFacts = Partial<
  Pick<Parcel, "status" | "codPkr" | "courier" | "trackingNumber" | "shippedAt" | "deliveredAt">
>;

/** The app with its storefront, asked as Shopify asks it; with these variables of the environment. */
export async function startStorefront(env: Readonly<Record<string, string>> = {}) {
  const time = { now: new Date() };
  const logged: LogEntry[] = [];
  const keep = (entry: LogEntry) => void logged.push(entry);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const { app, web, close } = await startTestApp({ env, overrides: { clock: { now: () => time.now }, log } });
  const secret = app.env.SHOPIFY_API_SECRET[0] ?? "";
  const addressOf = ({
    shop,
    path,
    params = "",
    timestamp = Math.floor(time.now.getTime() / 1000),
  }: Asking) => {
    const signing = { shop: shop.domain, pathPrefix: "/apps/karwan", secret, timestamp };
    return `${web.url}/storefront/${path ?? "track"}?${signProxiedQuery(new URLSearchParams(params), signing)}`;
  };
  let made = 0;
  return {
    ...{ app, web, time, logged, addressOf, close },
    /** Opens the page, as from a link. */
    open: (asking: Asking) => fetch(addressOf(asking)),
    /** Types number and phone, or sends another form. */
    type: (asking: Asking, fields: Readonly<Record<string, string>>) =>
      fetch(addressOf(asking), {
        method: "POST",
        body: new URLSearchParams(fields),
        // From another place each time, unless a test is about that.
        headers: {
          "x-forwarded-for": asking.address ?? `10.0.${Math.floor(made / 250)}.${(made++ % 250) + 1}`,
        },
      }),
    createShop: (name = "Rang & Co") =>
      app.db.shop.create({
        data: { domain: `store-${randomUUID().slice(0, 8)}.myshopify.com`, name, timezone: "Asia/Karachi" },
      }),
    createOrder: (
      shop: Shop,
      over: Partial<Pick<Order, "name" | "state" | "route" | "outstandingPkr">> = {},
    ) =>
      app.db.order.create({
        data: {
          ...{ id: toOrderId(randomUUID()), shopId: shop.id },
          orderGid: asId<Order["orderGid"]>(`gid://shopify/Order/${Math.floor(Math.random() * 1e12)}`),
          ...{ name: "#1042", state: "new", route: "COD", outstandingPkr: rupees(2499) },
          phoneHash: hashPhone(app, PHONE),
          listedAt: new Date("2026-11-24T08:00:00Z"),
          ...over,
        },
      }),
    createParcels,
  };

  /** An order that was placed, with a parcel at the service for each of these. */
  async function createParcels(
    order: Order,
    parcels: readonly ParcelFacts[],
    { senderName = "Rang", title = "Blue kurta", revision = 1, state = "placed" as const } = {},
  ) {
    const shopId: ShopId = order.shopId;
    const handoff = await app.db.handoff.create({
      data: {
        ...{ shopId, orderId: order.id, mode: "live", sequence: 1, revision, paymentMode: "COD", state },
        externalOrderId: asId(`1-${randomUUID()}`),
        ...{ collectsPkr: rupees(2499), shippingPkr: rupees(200), terms: {}, customerEnc: new Uint8Array() },
      },
    });
    const attemptId = toAttemptId(randomUUID());
    const body = JSON.stringify({ senderName, customer: { phone: PHONE } });
    await app.db.handoffAttempt.create({
      data: {
        ...{ id: attemptId, shopId, handoffId: handoff.id, number: 1, idempotencyKey: randomUUID() },
        ...{ bodyEnc: app.crypto.seal(body, attemptBodyPlace(attemptId)), bodySha256: "", state: "accepted" },
      },
    });
    const item = await app.db.handoffItem.create({
      data: {
        ...{ shopId, handoffId: handoff.id, position: 0, lineGid: asId("line"), title, quantity: 2 },
        ...{ fulfillmentOrderGid: asId("fo"), fulfillmentOrderLineGid: asId("fol") },
        ...{ supplierVariantId: asId("prd_kurta"), resalePkr: rupees(1100), wholesalePkr: rupees(77_777) },
      },
    });
    const contents = [{ handoffItemId: item.id, quantity: 2 }];
    for (const [at, parcel] of parcels.entries()) {
      await app.db.parcel.create({
        data: {
          ...{ shopId, handoffId: handoff.id, mode: "live", supplierOrderId: asId(`ord_${randomUUID()}`) },
          ...{ part: at + 1, of: parcels.length, status: "SHIPPED", codPkr: rupees(2499), contents },
          ...{ wholesalePkr: rupees(77_777), readAt: time.now },
          ...parcel,
        },
      });
    }
    return app.db.parcel.findMany({ where: { shopId, handoffId: handoff.id }, orderBy: { part: "asc" } });
  }
}
