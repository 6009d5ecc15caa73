import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { FulfillmentOrderGid, FulfillmentOrderLineGid, LineItemGid, ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

export type MadeParcel = Partial<Omit<Prisma.ParcelCreateManyInput, "shopId" | "handoffId">> & {
  readonly paymentMode?: "COD" | "PREPAID";
  readonly city?: string | null;
  readonly items?: readonly {
    readonly variant: string;
    readonly title: string;
    readonly resalePkr: Rupees;
  }[];
  readonly listedAt?: Date;
  readonly terms?: Prisma.InputJsonValue;
};

export type PayoutsHarness = Awaited<ReturnType<typeof openPayoutsHarness>>;

/** A database of its own, and shops with made-up parcels in it. */
export async function openPayoutsHarness() {
  const database = await createTestDatabase();
  const harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
  return {
    ...harness,
    pool: database.pool,
    async newShop(parcels: readonly MadeParcel[]): Promise<ShopContext> {
      const shop = await harness.createShop();
      await addParcels(harness, shop.id, parcels);
      return harness.contextOf(shop.id);
    },
    close: () => database.drop(),
  };
}

let number = 0;

/** Money example 1, delivered, and what a test says otherwise: each a parcel of an order of its own. */
export async function addParcels(
  { db }: Pick<ShopHarness, "db">,
  shopId: ShopId,
  made: readonly MadeParcel[],
): Promise<readonly { readonly orderId: string; readonly parcelId: string; readonly name: string }[]> {
  const rows = made.map(
    ({ paymentMode = "COD", city = "Lahore", items = [], listedAt, terms = {}, ...parcel }) => {
      number += 1;
      const [orderId, handoffId, parcelId] = [randomUUID(), randomUUID(), randomUUID()];
      const mode = parcel.mode ?? "live";
      return {
        orderId,
        handoffId,
        parcelId,
        mode,
        name: `#${number}`,
        n: number,
        paymentMode,
        city,
        items,
        listedAt,
        terms,
        parcel,
      };
    },
  );
  await db.order.createMany({
    data: rows.map(({ orderId, name, n, listedAt }) => ({
      ...{ id: asId(orderId), shopId, orderGid: asId(`gid://shopify/Order/${n}`), name, state: "delivered" },
      listedAt: listedAt ?? new Date("2026-11-01T09:00:00Z"),
    })),
  });
  await db.handoff.createMany({
    data: rows.map(({ orderId, handoffId, mode, n, paymentMode, city, terms }) => ({
      ...{
        id: asId(handoffId),
        shopId,
        orderId: asId(orderId),
        mode,
        sequence: 1,
        externalOrderId: asId(`77-${n}`),
        paymentMode,
      },
      ...{ state: "placed", collectsPkr: rupees(1800), shippingPkr: rupees(200), terms, city },
      // As erasure leaves it: a list of orders reads it too, by keys that are not always this harness's.
      customerEnc: new Uint8Array(),
    })),
  });
  await db.handoffItem.createMany({
    data: rows.flatMap(({ handoffId, items }) =>
      items.map(({ variant, title, resalePkr }, position) => ({
        ...{
          shopId,
          handoffId: asId(handoffId),
          position,
          lineGid: asId<LineItemGid>(`line-${position}`),
          fulfillmentOrderGid: asId<FulfillmentOrderGid>("fo"),
        },
        ...{
          fulfillmentOrderLineGid: asId<FulfillmentOrderLineGid>("fol"),
          supplierVariantId: asId(variant),
          title,
          quantity: 1,
        },
        ...{ resalePkr, wholesalePkr: rupees(1000) },
      })),
    ),
  });
  await db.parcel.createMany({
    data: rows.map(({ handoffId, parcelId, mode, n, paymentMode, parcel }) => ({
      ...{
        id: asId(parcelId),
        shopId,
        handoffId: asId(handoffId),
        mode,
        supplierOrderId: asId(`ord_${n}`),
        status: "DELIVERED",
      },
      ...{
        codPkr: rupees(paymentMode === "COD" ? 1800 : 0),
        resalePkr: rupees(1600),
        shippingChargedPkr: rupees(200),
      },
      ...{
        wholesalePkr: rupees(1000),
        shippingCostPkr: rupees(200),
        marginPkr: rupees(600),
        expectedMarginPkr: rupees(540),
        platformFeePkr: rupees(60),
      },
      ...{ marginStatus: "PENDING", deliveredAt: new Date("2026-11-10T09:00:00Z") },
      ...{ receivedAt: new Date("2026-11-05T09:00:00Z"), readAt: new Date("2026-11-10T09:00:00Z") },
      ...parcel,
    })),
  });
  return rows.map(({ orderId, parcelId, name }) => ({ orderId, parcelId, name }));
}

/** A source of chances that is the same in every run. */
export function createChance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return {
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    of: <T>(each: readonly [T, ...T[]]): T => each[Math.floor(next() * each.length)] ?? each[0],
  };
}

const maybe = [null, rupees(0), rupees(1), rupees(60), rupees(600)] as const;

/** A delivered, refused, cancelled or open parcel of any figures, told and not told. */
export function anyParcel(chance: ReturnType<typeof createChance>): MadeParcel {
  const [marginPkr, expectedMarginPkr, platformFeePkr] = [
    chance.of(maybe),
    chance.of(maybe),
    chance.of(maybe),
  ];
  return {
    paymentMode: chance.of(["COD", "COD", "PREPAID"]),
    mode: chance.of(["live", "live", "live", "test"]),
    status: chance.of(["DELIVERED", "DELIVERED", "RETURNED", "CANCELLED", "SHIPPED", "AWAITING_FUNDS"]),
    returnType: chance.of([null, "rto", "return"]),
    deliveredAt: chance.of([null, new Date("2026-11-20T10:00:00Z")]),
    marginStatus: chance.of([null, "NONE", "PENDING", "RELEASED", "REVERSED", "LATER"]),
    // Around midnight in Karachi, which is 19:00 in UTC.
    marginReleaseAt: chance.of([
      null,
      new Date("2026-11-29T18:59:59Z"),
      new Date("2026-11-29T19:00:00Z"),
      new Date("2026-12-02T10:00:00Z"),
    ]),
    ...{ marginPkr, expectedMarginPkr, platformFeePkr, marginReleasedPkr: chance.of([null, rupees(540)]) },
    ...{ rtoChargePkr: chance.of([null, rupees(0), rupees(350)]) },
    returnCreditPkr: chance.of([null, rupees(0), rupees(120)]),
    wholesalePkr: chance.of([rupees(1000), rupees(1000), rupees(0)]),
    ...{ receivedAt: chance.of([null, new Date("2026-11-05T09:00:00Z")]) },
    readAt: chance.of([null, new Date("2026-11-10T09:00:00Z")]),
  };
}
