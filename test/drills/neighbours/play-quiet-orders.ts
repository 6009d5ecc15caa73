import { setTimeout as pause } from "node:timers/promises";
import { getVariant } from "#test/demo/shop-products.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { productOf, type Street } from "./open-street.ts";

const timesOf = `
  select (extract(epoch from handoff.placed_at - min(delivery.received_at)) * 1000)::float8 as "tookMs"
  from handoff
  join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
  left join fulfillment_order on fulfillment_order.shop_id = "order".shop_id
    and fulfillment_order.order_id = "order".id
  join delivery on delivery.shop_id = "order".shop_id and delivery.source = 'shopify'
    and delivery.subject in ("order".order_gid, fulfillment_order.gid)
  where handoff.state = 'placed' and "order".order_gid = any($1)
  group by handoff.id, handoff.placed_at`;

let buyers = 0;

/**
 * Customers order at the quiet shops at a steady rate, whether or not the last one is served (open loop). Returns, for
 * each order, the milliseconds from the receipt of its webhook to the service's acceptance.
 */
export async function playQuietOrders(
  { world, database, quiet }: Pick<Street, "world" | "database" | "quiet">,
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
): Promise<readonly number[]> {
  const variants = quiet.map((shop, index) => getVariant(world, shop, productOf(index).title));
  const gids: string[] = [];
  const startedAt = performance.now();
  for (let at = 0; at < seconds * perSecond; at += 1) {
    await pause(Math.max(0, startedAt + (at * 1000) / perSecond - performance.now()));
    buyers += 1;
    const { id } = world.shopify.control.placeOrder({
      shop: quiet[at % quiet.length] ?? "",
      lines: [{ variantId: variants[at % quiet.length] ?? "", quantity: 1 }],
      payment: at % 5 === 4 ? "paid" : "cod",
      shipping: 200,
      customer: { firstName: "Ayesha", lastName: "Example", phone: `+92302${1_000_000 + buyers}` },
    });
    gids.push(id);
  }
  const times = async () => (await database.query<{ tookMs: number }>(timesOf, [gids])).rows;
  await waitFor(async () => (await times()).length >= gids.length, {
    ...{ what: `${gids.length} orders to be placed`, timeoutMs: 120_000, everyMs: 500 },
    describe: async () => `${(await times()).length} are`,
  });
  return (await times()).map(({ tookMs }) => tookMs);
}
