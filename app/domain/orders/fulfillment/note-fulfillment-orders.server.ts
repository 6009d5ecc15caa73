import { goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";

/** Keeps which order each fulfillment order belongs to, so that a webhook that names only it finds its order. */
export async function noteFulfillmentOrders(run: ReadRun): Promise<StageResult> {
  const known = new Map(run.record.fulfillmentOrders.map((each) => [each.gid, each]));
  const news = run.shopify.fulfillmentOrders
    .map((each) => ({ gid: each.id, atOurLocation: each.locationId === run.locationGid }))
    .filter(({ gid, atOurLocation }) => known.get(gid)?.atOurLocation !== atOurLocation);
  if (news.length === 0) return goOn;
  const noted = new Map(known);
  const scope = { shopId: run.ctx.shop.id, orderId: run.record.id };
  await writeUnderLease(run, async ({ tx, tell }) => {
    for (const { gid, atOurLocation } of news) {
      const row = await tx.fulfillmentOrder.upsert({
        where: { shopId_gid: { shopId: scope.shopId, gid } },
        create: { ...scope, gid, atOurLocation },
        update: { atOurLocation },
      });
      noted.set(gid, row);
    }
    if (known.size === 0)
      await tell({ actor: "shopify", code: "order_seen", params: { name: run.shopify.name } });
  });
  run.record = { ...run.record, fulfillmentOrders: [...noted.values()] };
  return goOn;
}
