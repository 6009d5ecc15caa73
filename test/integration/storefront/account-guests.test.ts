import type { Shop } from "@prisma/client";
import { afterEach, describe, expect, it } from "vitest";
import { mintAccountToken } from "#test/standins/shopify/session-token.ts";
import { type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

let storefront: StorefrontHarness;
afterEach(() => storefront?.close());

/** As Shopify signs it on the page of thanks for somebody who is not signed in. */
function guestToken(shop: Shop): string {
  const { env } = storefront.app;
  const [apiSecret = ""] = env.SHOPIFY_API_SECRET;
  const { now } = storefront.time;
  return mintAccountToken({
    shop: shop.domain,
    customerGid: null,
    apiKey: env.SHOPIFY_API_KEY,
    apiSecret,
    now,
  });
}

let made = 0;

/** Types another number and phone each time; null where no proxy wrote the header. */
async function ask(shop: Shop, forwardedFor: string | null): Promise<number> {
  made += 1;
  const answer = await fetch(`${storefront.web.url}/account/track`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${guestToken(shop)}`,
      ...(forwardedFor !== null && { "x-forwarded-for": forwardedFor }),
    },
    body: new URLSearchParams({ number: `${9_000 + made}`, phone: `0321${1_000_000 + made}`, lang: "en" }),
  });
  return answer.status;
}

async function useUp(shop: Shop, forwardedFor: (at: number) => string | null): Promise<number[]> {
  const statuses = [];
  for (let at = 0; at < 61; at += 1) statuses.push(await ask(shop, forwardedFor(at)));
  return statuses;
}

const SIXTY_ANSWERS = [...Array(60).fill(404), 429];

describe("a guest on the page of thanks", () => {
  it("is counted by the address the first of our proxies saw, though a proxy has a public one", async () => {
    storefront = await startStorefront({ PROXIES_IN_FRONT: "2" });
    const shop = await storefront.createShop();
    expect(await useUp(shop, () => "203.0.113.7, 198.51.100.1")).toEqual(SIXTY_ANSWERS);
    expect(await ask(shop, "203.0.113.8, 198.51.100.1")).toBe(404);
  });

  it("chooses its address neither by what it writes before that nor behind a private one", async () => {
    storefront = await startStorefront({ PROXIES_IN_FRONT: "1" });
    const shop = await storefront.createShop();
    expect(await useUp(shop, (at) => `192.0.2.${at}, 10.0.0.5`)).toEqual(SIXTY_ANSWERS);
    expect(await ask(shop, "10.0.0.6")).toBe(404);
  });

  it("is counted by its connection where nothing stands in front, whatever it writes", async () => {
    storefront = await startStorefront({ PROXIES_IN_FRONT: "0" });
    const shop = await storefront.createShop();
    expect(await useUp(shop, (at) => (at % 2 === 0 ? `192.0.2.${at}` : null))).toEqual(SIXTY_ANSWERS);
  });

  it("of an address written as one of IPv6 is not counted with all others of the kind", async () => {
    storefront = await startStorefront({ PROXIES_IN_FRONT: "1" });
    const shop = await storefront.createShop();
    expect(await useUp(shop, () => "::ffff:203.0.113.7")).toEqual(SIXTY_ANSWERS);
    expect([await ask(shop, "203.0.113.7"), await ask(shop, "::ffff:203.0.113.8")]).toEqual([429, 404]);
  });
});
