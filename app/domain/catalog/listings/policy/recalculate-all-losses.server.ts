import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { recalculateLosses } from "./recalculate-losses.server.ts";

const AT_ONCE = 100;

/** Weighs every listing of a mode anew, a hundred at a time: the terms of the account changed. */
export async function recalculateAllLosses({ shop, db, clock }: ShopContext, mode: Mode): Promise<void> {
  const shopId = shop.id;
  let after: string | undefined;
  for (;;) {
    const page = await db.listing.findMany({
      where: { shopId, mode, ...(after === undefined ? {} : { id: { gt: after } }) },
      select: { id: true },
      orderBy: { id: "asc" },
      take: AT_ONCE,
    });
    const ids = page.map(({ id }) => id);
    await db.$transaction((tx) => recalculateLosses(tx, { shopId, now: clock.now() }, ids));
    after = ids.at(-1);
    if (ids.length < AT_ONCE) return;
  }
}
