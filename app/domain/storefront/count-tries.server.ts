import { isIPv6 } from "node:net";
import { Prisma } from "@prisma/client";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { StorefrontContext } from "./storefront-context.ts";

/** For so long tries are added up. */
export const TRIES_WINDOW_MS = 15 * 60_000;

/**
 * How often a number and a phone may be typed in that time, right or wrong. Many customers may share the address of a mobile
 * network. Ten phones tried for an order are ten of a thousand million.
 */
const MOST = { order: 10, address: 60, shop: 3000 } as const;

type Try = {
  /** Null where it was not typed: what comes by a link of ours is counted for its sender and the shop alone. */
  readonly number: string | null;
  /** Whoever sent it, as Shopify says; null where it says nothing. */
  readonly address: string | null;
};

/**
 * Counts a try, and says whether it may be answered. It is counted before anything is looked up, whether or not such an
 * order exists; what is over its limit is not written again.
 */
export async function countTry(
  { db, crypto, clock, shop }: StorefrontContext,
  { number, address }: Try,
): Promise<boolean> {
  const ofOrder =
    number === null ? null : crypto.hash(`${shop.id}/${number.toUpperCase()}`, "storefront.order");
  const keys = [
    ...(ofOrder === null ? [] : [`order/${ofOrder}`]),
    `address/${crypto.hash(networkOf(address), "storefront.address")}`,
    "shop",
  ];
  const now = clock.now();
  const from = new Date(now.getTime() - TRIES_WINDOW_MS);
  const counted = await queryRows<{ readonly key: string }>(
    db,
    Prisma.sql`
    insert into storefront_try as counted (shop_id, key, tries, since)
    select ${shop.id}::uuid, key, 1, ${now}::timestamptz from unnest(${keys}::text[]) as key
    order by key
    on conflict (shop_id, key) do update set
      tries = case when counted.since <= ${from}::timestamptz then 1 else counted.tries + 1 end,
      since = case when counted.since <= ${from}::timestamptz then excluded.since else counted.since end
    where counted.since <= ${from}::timestamptz or counted.tries < case split_part(counted.key, '/', 1)
      when 'order' then ${MOST.order}::int when 'address' then ${MOST.address}::int else ${MOST.shop}::int end
    returning key`,
  );
  return counted.length === keys.length;
}

/** One customer has as many addresses of IPv6 as they like, all of one network. */
function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? "";
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return [...groups, ...Array(missing).fill("0"), ...last].slice(0, 4).join(":");
}
