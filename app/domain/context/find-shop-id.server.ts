import type { PrismaClient } from "@prisma/client";

/** The shop a domain belongs to now; null for a domain we have never had a token of. */
export async function findShopId(db: PrismaClient, domain: string): Promise<string | null> {
  const shop = await db.shop.findUnique({ where: { domain }, select: { id: true } });
  return shop?.id ?? null;
}
