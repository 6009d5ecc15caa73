import type { PrismaClient } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";

/** The shop a domain belongs to now; null for a domain we have never had a token of. */
export async function findShopId(db: PrismaClient, domain: string): Promise<ShopId | null> {
  const shop = await db.shop.findUnique({ where: { domain }, select: { id: true } });
  return shop?.id ?? null;
}
