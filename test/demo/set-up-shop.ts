import { z } from "zod";
import { waitFor } from "#test/support/wait-for.ts";
import type { Merchant } from "./merchant.ts";

const listings = z.object({
  listings: z.array(z.object({ title: z.string(), state: z.string(), failure: z.string().nullable() })),
});

/** The first visit: opens the app (which installs it), enters a key, imports products, switches both automatics on. */
export async function setUpShop(
  merchant: Merchant,
  { key, productIds }: { key: string; productIds: readonly string[] },
): Promise<void> {
  await merchant.open("/");
  const [keyId = "", secret = ""] = key.split(":");
  await merchant.press("settings", "/settings", { intent: "connect", keyId, secret });
  for (const supplierProductId of productIds) {
    await merchant.press("products", "/products", { intent: "import", supplierProductId });
  }
  await waitForListings(merchant, productIds.length);
  await merchant.press("settings", "/settings", { intent: "switches", autoPrepaid: "true", autoCod: "true" });
  await nextSecond();
}

/** Shopify tells times to the second: an order of the very second of the switch would count as older than it. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const now = second();
  await waitFor(async () => second() > now, { what: "the next second" });
}

async function waitForListings(merchant: Merchant, count: number): Promise<void> {
  let seen = "no listing";
  await waitFor(
    async () => {
      const page = await merchant.read("listings", "/listings", listings);
      seen = page.listings.map(({ title, state, failure }) => `${title}: ${failure ?? state}`).join(", ");
      return page.listings.filter(({ state }) => state === "ready").length === count;
    },
    {
      what: `${count} listings at ${merchant.shop} to be ready`,
      timeoutMs: 60_000,
      everyMs: 300,
      describe: async () => seen,
    },
  );
}
