import type { PrismaClient } from "@prisma/client";
import type { LocationGid } from "#app/platform/ids.ts";
import type { ShopifyStandin } from "#test/standins/shopify/server.ts";
import type { SupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import type { StockSetup } from "./play-burst.ts";

type Sides = { readonly shopify: ShopifyStandin; readonly supplier: SupplierStandin };

/** What the only shop of a database lists, and how its work is looked at and asked for. */
export async function openStockSetup(
  db: PrismaClient,
  { shopify, supplier }: Sides,
): Promise<Omit<StockSetup, "kill">> {
  const shop = await db.shop.findFirstOrThrow();
  const rows = await db.listedVariant.findMany({
    where: { shopId: shop.id, mode: "live", variantGid: { not: null } },
    include: { listing: { select: { title: true } } },
    orderBy: { supplierVariantId: "asc" },
  });
  return {
    ...{ shopify, supplier },
    locationGid: shop.locationGid ?? asId<LocationGid>(""),
    listed: rows.map(({ supplierVariantId, variantGid, pricePkr, listing }) => ({
      ...{ name: listing.title, supplierVariantId, variantGid: variantGid ?? asId(""), price: pricePkr },
    })),
    rows: async () => {
      const now = await db.listedVariant.findMany({ where: { shopId: shop.id, mode: "live" } });
      return new Map(
        now.map(({ supplierVariantId, stock, stockAt, pushedQuantity: pushed }) => [
          supplierVariantId,
          { stock, saidAtMs: stockAt?.getTime() ?? 0, pushed },
        ]),
      );
    },
    isIdle: async () => {
      const soon = new Date(Date.now() + 10_000);
      const busy = await db.work.count({
        where: {
          ...{
            shopId: shop.id,
            kind: {
              in: [
                "inventory.push",
                "product.applyEvents",
                "order.reconcile",
                "sweep.run",
                "fulfillmentOrder.resolve",
              ],
            },
          },
          OR: [{ leaseToken: { not: null } }, { nextRunAt: { lt: soon } }],
        },
      });
      return busy === 0;
    },
    sweptAt: async () => {
      const row = await db.schedule.findFirst({ where: { shopId: shop.id, kind: "stock", mode: "live" } });
      return row?.lastRanAt?.getTime() ?? 0;
    },
    sweep: async () => {
      const place = { shopId: shop.id, kind: "stock", mode: "live" } as const;
      await db.schedule.upsert({
        where: { shopId_kind_mode: place },
        create: { ...place, everyMs: 3_600_000, nextRunAt: new Date() },
        update: { nextRunAt: new Date() },
      });
    },
  };
}
