import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import type { KeyOptions } from "#test/standins/supplier/options.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openPage } from "#test/support/browser.ts";
import { type ManyShops, planShops } from "#test/support/many-shops.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { startWorld, type World, type WorldOptions } from "#test/support/world.ts";

type KeyHalves = { readonly id: string; readonly secret: string };

/** A shop among others, with an account of the service and a key of each kind of its own. */
export type OneShop = {
  readonly world: World;
  readonly database: TestDatabase;
  readonly browser: SharedBrowser;
  readonly domain: string;
  /** Both halves of the live one. */
  readonly key: string;
  readonly live: KeyHalves;
  readonly test: KeyHalves;
  readonly accountId: string;
  readonly integrationId: string;
  readonly merchant: Merchant;
  /** The app's address inside the admin. */
  readonly folder: string;
  /** Opens a page of the app in a window of its own, and waits until it stands: a click on the menu before that is lost. */
  openAt(width: number, path?: string): Promise<AdminPage>;
};

export type Shops = { readonly shops: readonly OneShop[]; close(): Promise<void> };

/** A world for several subjects, each with a shop of its own: what one leaves behind is not in the way of another. */
export async function openShops(count: number, shopify: WorldOptions["shopify"] = {}): Promise<Shops> {
  const database = await createTestDatabase();
  const many = planShops(count, count);
  const world = await startWorld({
    databaseUrl: database.url,
    shopify: { ...shopify, shops: many.shops.map(({ domain }) => domain) },
    supplier: { accounts: [...many.accounts], keys: many.keys.flatMap((key) => [key, testKeyOf(key)]) },
  });
  const browser = await shareBrowser();
  return {
    shops: many.shops.map((shop, at) => ({
      ...keysAt(many, at),
      ...{ ...shop, world, database, browser, merchant: createMerchant(world, shop.domain) },
      ...describeWindows(world, browser, shop.domain),
    })),
    async close() {
      await browser.close();
      await world.close();
      await database.drop();
    },
  };
}

/** Of the same integration. */
function testKeyOf(live: KeyOptions): KeyOptions {
  return { ...live, id: `test_of_${live.id}`, mode: "test" };
}

function keysAt({ keys }: ManyShops, at: number): Pick<OneShop, "live" | "test" | "integrationId"> {
  const live = keys[at];
  if (live?.integrationId === undefined) throw new Error(`There is no key ${at}`);
  return { live, test: testKeyOf(live), integrationId: live.integrationId };
}

function describeWindows(world: World, browser: SharedBrowser, domain: string) {
  const folder = `${world.admin.url}/store/${domain.split(".")[0]}/apps/karwan`;
  return {
    folder,
    openAt: async (width: number, path = "") => {
      const admin = await openAdmin(await openPage(browser, { width }), `${folder}${path}`);
      await admin.app.getByRole("heading", { level: 1 }).first().waitFor();
      return admin;
    },
  };
}

/** The shop a subject was given. */
export function shopAt(opened: Shops | undefined, at: number): OneShop {
  const shop = opened?.shops[at];
  if (!shop) throw new Error(`There is no shop ${at}`);
  return shop;
}
