import type { PrismaClient } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";

/** What a shop's work that is due, runs or has failed looks like, a line each, for a wait that was in vain. */
export async function describeWork(db: PrismaClient, shopId: ShopId): Promise<string> {
  const busy = [{ leaseToken: { not: null } }, { nextRunAt: { not: null } }, { lastError: { not: null } }];
  const works = await db.work.findMany({ where: { shopId, OR: busy }, orderBy: { nextRunAt: "asc" } });
  const now = Date.now();
  const lines = works.map(({ kind, subject, nextRunAt, leaseToken, attempts, lastError }) =>
    [
      `${kind} ${subject}`,
      leaseToken ? "is being done" : null,
      nextRunAt ? `is due in ${(nextRunAt.getTime() - now) / 1000} s` : null,
      attempts > 0 ? `failed ${attempts} times` : null,
      lastError,
    ]
      .filter(Boolean)
      .join(", "),
  );
  return lines.join("\n");
}
