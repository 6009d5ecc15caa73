import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { addParcels, type MadeParcel } from "#test/integration/payouts/payouts-harness.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { asId } from "#test/support/as-id.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";
import type { World } from "#test/support/world.ts";
import type { OneShop } from "./shops-harness.ts";

type MoneyHarnessOptions = {
  readonly parcels: readonly MadeParcel[];
  /** Done before the shop is connected. */
  readonly prepare?: (control: World["supplier"]["control"], accountId: string) => Promise<unknown>;
};

export type MoneyHarness = Awaited<ReturnType<typeof openMoneyHarness>>;

/** Connects a shop and gives it made-up parcels. */
export async function openMoneyHarness(shop: OneShop, { parcels, prepare }: MoneyHarnessOptions) {
  const { world, database, domain, key, accountId, merchant, openAt } = shop;
  const { control } = world.supplier;
  await prepare?.(control, accountId);
  await connectShop(merchant, key);
  const db = database.prisma;
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { domain } });
  await addParcels(createShopHarness({ db, serviceBaseUrl: "http://localhost:1" }), shopId, parcels);
  return { control, accountId, accountKey: accountKeyOf(asId(accountId)), db, shopId, openAt };
}

/** How wide the app's page is, to be no wider than the window. */
export function widthOf({ app }: AdminPage): Promise<number> {
  return app.locator("html").evaluate((html) => html.scrollWidth);
}
