import type { PrismaClient, Shop } from "@prisma/client";
import { gatherReads } from "#app/platform/database/gather-reads.ts";

/** The shop of a domain while the app is installed there; null for any other. */
export type FindStorefrontShop = (domain: string) => Promise<Shop | null>;

/** However many customers look at once, their shops are read by one query at a time. */
export function createStorefrontShops(db: PrismaClient): FindStorefrontShop {
  return gatherReads(async (domains) => {
    const shops = await db.shop.findMany({ where: { domain: { in: [...domains] }, state: "installed" } });
    return new Map(shops.map((shop) => [shop.domain, shop]));
  });
}
