import { isIPv6 } from "node:net";
import { Prisma } from "@prisma/client";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { StorefrontContext } from "./storefront-context.ts";

/** For so long tries are added up. */
export const TRIES_WINDOW_MS = 15 * 60_000;

/**
 * How often a number and a phone may be typed in that time, right or wrong. Many customers may share the address of a mobile
 * network. Ten phones tried for an order are ten of a thousand million, and who knows a phone tries ten numbers for it.
 */
const MOST = { address: 60, shop: 3000, phone: 10, order: 10 } as const;

type Try = {
  /** Null where nothing was typed: what comes by a link of ours is counted for its sender and the shop alone. */
  readonly typed: { readonly number: string; readonly phone: string } | null;
  /** Whoever sent it: an address, or the customer Shopify names; null where nothing says. */
  readonly address: string | null;
};

/**
 * Counts a try, and says whether it may be answered. It is counted before anything is looked up, whether or not there is
 * such an order or phone: for its network, then for the shop, the phone and the number. Where one is over its limit, it and
 * those behind it are left as they are, so that one network uses up no shop, and neither leaves rows.
 */
export async function countTry(ctx: StorefrontContext, given: Try): Promise<boolean> {
  const { db, clock, shop } = ctx;
  const now = clock.now();
  const from = new Date(now.getTime() - TRIES_WINDOW_MS);
  const limits = listLimits(ctx, given);
  const steps = limits.map(
    ({ key, most }, at) => Prisma.sql`${step(at)} as (
      insert into storefront_try as counted (shop_id, key, tries, since)
      select ${shop.id}::uuid, ${key}::text, 1, ${now}::timestamptz
      ${at === 0 ? Prisma.empty : Prisma.sql`from ${step(at - 1)}`}
      on conflict (shop_id, key) do update set
        tries = case when counted.since <= ${from}::timestamptz then 1 else counted.tries + 1 end,
        since = case when counted.since <= ${from}::timestamptz then excluded.since else counted.since end
      where counted.since <= ${from}::timestamptz or counted.tries < ${most}::int
      returning key)`,
  );
  const counted = await queryRows<{ readonly key: string }>(
    db,
    Prisma.sql`with ${Prisma.join(steps)} select key from ${step(limits.length - 1)}`,
  );
  return counted.length === 1;
}

const step = (at: number): Prisma.Sql => Prisma.raw(`step_${at}`);

/** In the order in which they are counted. */
function listLimits({ crypto, shop }: StorefrontContext, { typed, address }: Try) {
  const hash = (text: string, what: keyof typeof MOST) => crypto.hash(text, `storefront.${what}`);
  const ofShop = (text: string, what: keyof typeof MOST) => hash(`${shop.id}/${text}`, what);
  return [
    { key: `address/${hash(networkOf(address), "address")}`, most: MOST.address },
    { key: "shop", most: MOST.shop },
    ...(typed === null
      ? []
      : [
          { key: `phone/${ofShop(typed.phone, "phone")}`, most: MOST.phone },
          { key: `order/${ofShop(typed.number, "order")}`, most: MOST.order },
        ]),
  ];
}

/** An address of IPv4 as a socket that listens for both kinds names it. */
const MAPPED = /^::ffff:(?=[\d.]+$)/i;

/** One customer has as many addresses of IPv6 as they like, all of one network. */
function networkOf(given: string | null): string {
  const address = (given ?? "").replace(MAPPED, "");
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return [...groups, ...Array(missing).fill("0"), ...last].slice(0, 4).join(":");
}
