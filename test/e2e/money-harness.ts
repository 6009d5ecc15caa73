import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { addParcels, type MadeParcel } from "#test/integration/payouts/payouts-harness.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase } from "#test/support/postgres.ts";
import { shareBrowser } from "#test/support/shared-browser.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";
import { startWorld, type World } from "#test/support/world.ts";

type MoneyHarnessOptions = {
  readonly parcels: readonly MadeParcel[];
  /** Done before the shop is connected. */
  readonly prepare?: (world: World) => Promise<unknown>;
};

export type MoneyHarness = Awaited<ReturnType<typeof openMoneyHarness>>;

/** A connected shop with made-up parcels, and its owner in front of a browser. */
export async function openMoneyHarness({ parcels, prepare }: MoneyHarnessOptions) {
  const database = await createTestDatabase();
  const world = await startWorld({ databaseUrl: database.url });
  await prepare?.(world);
  await connectShop(createMerchant(world, DEMO_SHOP), DEMO_LIVE_KEY);
  const db = database.prisma;
  const shop = await db.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
  await addParcels(createShopHarness({ db, serviceBaseUrl: "http://localhost:1" }), shop.id, parcels);
  const browser = await shareBrowser();
  const folder = `${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan`;
  return {
    ...{ world, db, shopId: shop.id },
    /** A page of the app in a window of its own. */
    /** Opens the app there, and waits until it stands: a click on the menu before that is lost. */
    openAt: async (width: number, path = ""): Promise<AdminPage> => {
      const url = path === "" ? world.admin.url : `${folder}${path}`;
      const admin = await openAdmin(await openPage(browser, { width }), url);
      await admin.app.getByRole("heading", { level: 1 }).first().waitFor();
      return admin;
    },
    async close() {
      await browser.close();
      await world.close();
      await database.drop();
    },
  };
}

/** How wide the app's page is, to be no wider than the window. */
export function widthOf({ app }: AdminPage): Promise<number> {
  return app.locator("html").evaluate((html) => html.scrollWidth);
}
