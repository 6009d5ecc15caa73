import { randomUUID } from "node:crypto";
import type { Listing, Order, Prisma } from "@prisma/client";
import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { startWorld, type World } from "#test/support/world.ts";

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

export const OWNER = 1;
export const STAFF = 2;
export const OTHER_SHOP = "karwan-other.myshopify.com";

export type PageRequest = {
  readonly userId?: number;
  readonly shop?: string;
  /** Instead of a fresh, well-signed one. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Pages = {
  readonly world: World;
  readonly database: TestDatabase;
  /** A document as the admin's iframe asks for it. */
  readonly open: (path: string, query: Readonly<Record<string, string>>) => Promise<Response>;
  /** A page's data as the browser asks for it while the app is open. */
  readonly read: (route: string, path: string, asked?: PageRequest) => Promise<Response>;
  /** What a route without a page sends, as it is. */
  readonly readRaw: (path: string, asked?: PageRequest) => Promise<Response>;
  readonly press: (
    route: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    asked?: PageRequest,
  ) => Promise<Response>;
  readonly token: (asked?: PageRequest) => string;
  readonly close: () => Promise<void>;
};

/** The pages served by the real process, spoken to as the embedded browser does; nothing works in the background. */
export async function startPages(env: Readonly<Record<string, string>> = {}): Promise<Pages> {
  const database = await createTestDatabase();
  const world = await startWorld({
    databaseUrl: database.url,
    env: { ROLE: "web", ...env },
    shopify: { shops: [DEMO_SHOP, OTHER_SHOP] },
  });
  const token = ({ userId = OWNER, shop = DEMO_SHOP, token: given }: PageRequest = {}) =>
    given ?? world.shopify.control.sessionToken({ shop, userId });
  const send = (route: string, path: string, init: RequestInit, asked?: PageRequest) => {
    const url = new URL(path, world.app.url);
    // Extensions ask as they are: they know no routes.
    if (!route.startsWith("extensions/")) url.searchParams.set("_data", `routes/admin/${route}`);
    const headers = { Authorization: `Bearer ${token(asked)}`, "User-Agent": BROWSER, ...asked?.headers };
    return fetch(url, { ...init, headers, redirect: "manual" });
  };
  return {
    world,
    database,
    token,
    open: (path, query) => {
      const url = new URL(path, world.app.url);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return fetch(url, { headers: { "User-Agent": BROWSER }, redirect: "manual" });
    },
    readRaw: (path, asked) =>
      fetch(new URL(path, world.app.url), {
        headers: { Authorization: `Bearer ${token(asked)}`, "User-Agent": BROWSER },
      }),
    read: (route, path, asked) => send(route, path, { method: "GET" }, asked),
    press: (route, path, fields, asked) =>
      send(route, path, { method: "POST", body: new URLSearchParams(fields) }, asked),
    close: async () => {
      await world.close();
      await database.drop();
    },
  };
}

/** The parameters the admin puts on the app's first document. */
export function framed(pages: Pages, asked?: PageRequest): Record<string, string> {
  const shop = asked?.shop ?? DEMO_SHOP;
  const host = Buffer.from(`admin.shopify.com/store/${shop.split(".")[0]}`).toString("base64url");
  return { embedded: "1", shop, host, id_token: pages.token(asked) };
}

const answer = z.looseObject({ ok: z.boolean(), reason: z.string().optional(), done: z.string().optional() });

export async function answerOf(response: Response): Promise<z.output<typeof answer>> {
  return answer.parse(await response.json());
}

/** Opens the app once, which sets the shop up, and gives its id. */
export async function installedShop(pages: Pages, asked?: PageRequest): Promise<ShopId> {
  const opened = await pages.read("home/route", "/?index", asked);
  if (!opened.ok) throw new Error(`Home answered ${opened.status}`);
  const domain = asked?.shop ?? DEMO_SHOP;
  const shop = await pages.database.prisma.shop.findUniqueOrThrow({ where: { domain } });
  return shop.id;
}

let orderNumber = 5000;

export function createOrder(
  pages: Pages,
  shopId: ShopId,
  overrides: Partial<Prisma.OrderUncheckedCreateInput> = {},
): Promise<Order> {
  orderNumber += 1;
  return pages.database.prisma.order.create({
    data: {
      shopId,
      orderGid: asId(`gid://shopify/Order/${orderNumber}`),
      name: `#${orderNumber}`,
      state: "to_place",
      totalPkr: rupees(1800),
      shopifyCreatedAt: new Date("2026-11-20T10:00:00Z"),
      listedAt: new Date("2026-11-20T10:00:00Z"),
      ...overrides,
    },
  });
}

let listingNumber = 0;

/** A product of one variant that stands in the store. */
export async function createListing(
  pages: Pages,
  shopId: ShopId,
  overrides: Partial<Prisma.ListingUncheckedCreateInput> = {},
): Promise<Listing & { readonly variantId: string }> {
  listingNumber += 1;
  const { prisma } = pages.database;
  const listing = await prisma.listing.create({
    data: {
      shopId,
      mode: "live",
      supplierProductId: asId(`prd_${listingNumber}`),
      title: `Product ${listingNumber}`,
      state: "ready",
      ...overrides,
    },
  });
  const { id: variantId } = await createListedVariant(prisma, listing, {
    ...{ supplierVariantId: asId(`var_${listingNumber}`), sku: `SKU-${listingNumber}` },
    ...{ suggestedPkr: rupees(1600), stock: 4 },
  });
  return { ...listing, variantId };
}

export function someId(): string {
  return randomUUID();
}
