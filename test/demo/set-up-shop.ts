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
  await connectShop(merchant, key);
  await importProducts(merchant, productIds);
  await allowPublishing(merchant, { isSandbox: key.startsWith("test_") });
  await switchOn(merchant);
}

/**
 * The press on the page and in Shopify's own window: what was imported before is published, what follows is too. What
 * came with a sandbox key, in a real store, takes a press of its own.
 */
export async function allowPublishing(
  merchant: Merchant,
  { isSandbox = false }: { readonly isSandbox?: boolean } = {},
): Promise<void> {
  merchant.allow(["read_publications", "write_publications"]);
  await merchant.press("channels", "/settings/channels", { intent: "allowed" });
  if (isSandbox) await publishByHand(merchant);
  else await waitUntilPublished(merchant);
}

/** *Publish*, for every listing of the key in use. */
export async function publishByHand(merchant: Merchant): Promise<void> {
  await merchant.press("listings", "/listings", { intent: "bulk", action: "publish", all: "1" });
  await waitUntilPublished(merchant);
}

async function waitUntilPublished(merchant: Merchant): Promise<void> {
  await waitFor(async () => merchant.unpublished().length === 0, {
    what: `all products of ${merchant.shop} to be in the online store`,
    describe: async () => `${merchant.unpublished().join(", ")} are not`,
  });
}

export async function connectShop(merchant: Merchant, key: string): Promise<void> {
  await merchant.open("/");
  const [keyId = "", secret = ""] = key.split(":");
  await merchant.press("settings", "/settings", { intent: "connect", keyId, secret });
}

export async function importProducts(merchant: Merchant, productIds: readonly string[]): Promise<void> {
  await startImport(merchant, productIds);
  await waitForListings(merchant, productIds.length);
}

/** Imports from the review, as it proposes them; where the import can be watched. */
export async function startImport(merchant: Merchant, productIds: readonly string[]): Promise<string> {
  const address = new URLSearchParams({ products: productIds.join(",") }).toString();
  const path = await merchant.press("importReview", `/import/review?${address}`, {
    ...{ intent: "import", address, choices: "{}", status: "ACTIVE", collections: "" },
  });
  if (path === null) throw new Error("The import led nowhere");
  return path;
}

export async function switchOn(merchant: Merchant): Promise<void> {
  await merchant.press("settings", "/settings", { intent: "save", autoPrepaid: "true", autoCod: "true" });
  await nextSecond();
}

const catalog = z.object({
  page: z.object({ cards: z.array(z.object({ supplierProductId: z.string(), title: z.string() })) }),
});

/** The id of a product in the catalog of the connected mode: the sandbox may have ids of its own. */
export async function findInCatalog(merchant: Merchant, title: string): Promise<string> {
  const { page } = await merchant.read(
    "products",
    `/products?${new URLSearchParams({ search: title })}`,
    catalog,
  );
  const card = page.cards.find((candidate) => candidate.title === title);
  if (!card) throw new Error(`The catalog shows no ${title}`);
  return card.supplierProductId;
}

/** Shopify tells times to the second: an order of the very second of the switch would count as older than it. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const now = second();
  await waitFor(async () => second() > now, { what: "the next second" });
}

/** Their rows are asked until then, which costs less than the page; and then the page says it too. */
async function waitForListings(merchant: Merchant, count: number): Promise<void> {
  const patience = { what: `${count} listings at ${merchant.shop} to be ready`, timeoutMs: 60_000 };
  const describe = async () => {
    const found = await readListings(merchant);
    return (
      found.map(({ title, state, failure }) => `${title}: ${failure ?? state}`).join(", ") || "no listing"
    );
  };
  const isWritten = async () => (await merchant.countListings("ready")) >= count;
  const isShown = async () =>
    (await readListings(merchant)).filter(({ state }) => state === "ready").length === count;
  await waitFor(isWritten, { ...patience, describe });
  await waitFor(isShown, { ...patience, describe, everyMs: 300 });
}

async function readListings(merchant: Merchant): Promise<z.output<typeof listings>["listings"]> {
  return (await merchant.read("listings", "/listings", listings)).listings;
}
