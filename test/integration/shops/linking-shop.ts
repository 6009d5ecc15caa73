import { expect } from "vitest";
import { findLinkingProgress } from "#app/domain/catalog/adoption/adopt-listings.server.ts";
import { priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import type { OrderRow } from "#test/support/order-harness.ts";

/** A placing shop with a test key, whose products are linked to the key of either mode. */
export type LinkingShop = Awaited<ReturnType<typeof startLinkingShop>>;

export async function startLinkingShop(options: Parameters<typeof startPlacingShop>[0] = {}) {
  const shop = await startPlacingShop({ ...options, key: DEMO_TEST_KEY });
  const { app, shopId } = shop;
  const activate = async (mode: Mode) => activateConnection(await shop.context(), { mode, by: "Ali" });
  const products = () => shop.shopify.control.state().products;
  const listings = (mode: Mode) =>
    app.db.listing.findMany({
      where: { shopId, mode },
      include: { variants: { orderBy: { supplierVariantId: "asc" } } },
      orderBy: { createdAt: "asc" },
    });
  return {
    ...shop,
    ...{ products, listings },
    goLive: () => activate("live"),
    goTest: () => activate("test"),
    async findListing(mode: Mode, productId: string) {
      const found = (await listings(mode)).find(({ supplierProductId }) => supplierProductId === productId);
      if (!found) throw new Error(`${productId} is not listed`);
      return found;
    },
    /** Until every product was looked at under the key in use. */
    linked: () =>
      shop.soon("the products to be linked", async () => {
        const ctx = await shop.context();
        if ((await findLinkingProgress(ctx)) !== null) return null;
        const rows = await listings(ctx.connection?.mode ?? "live");
        return rows.every(({ state }) => state !== "importing") && rows;
      }),
    /** Until the event that comes of it was folded in: one that is applied later counts as newer than what was read. */
    async heardOf(topic: string, change: () => Promise<unknown>): Promise<void> {
      const count = () => app.db.delivery.count({ where: { shopId, topic, foldedAt: { not: null } } });
      const before = await count();
      await change();
      await shop.soon(`${topic} to be heard of`, async () => (await count()) > before);
    },
    openIssues: () =>
      app.db.attention.findMany({
        where: { shopId, thing: "listing", resolvedAt: null },
        orderBy: { code: "asc" },
      }),
    /** What stands of a variant at our location. */
    async stockedItem(variantGid: string): Promise<number | undefined> {
      const { locationGid } = (await shop.context()).shop;
      const variant = products()
        .flatMap(({ variants }) => variants)
        .find(({ id }) => id === variantGid);
      return variant?.levels.find((level) => level.locationId === locationGid)?.available;
    },
    /** As a look at the product keeps a price that the merchant set. */
    async noticePrice(productGid: string, pricePkr: number): Promise<void> {
      const { id, variants } = (await listings("live")).find((each) => each.productGid === productGid) ?? {};
      const [row] = variants ?? [];
      if (id === undefined || row === undefined) throw new Error("The product is not linked");
      const locked = { [priceLock(row)]: new Date().toISOString() };
      await app.db.listingVariant.update({ where: { id: row.id }, data: { pricePkr: rupees(pricePkr) } });
      await app.db.listing.update({ where: { id }, data: { locked } });
    },
    /** An order tried in test mode, placed by hand. */
    async playTestOrder(): Promise<OrderRow> {
      const held = await shop.buy({ lines: [shop.line("cooker", 1600)] }, "held");
      await requestPlacement(await shop.context(), { orderId: held.id, by: "Ali" });
      return shop.untilState(held.orderGid, "placed");
    },
    async neverPlacedAgain({ orderGid }: { readonly orderGid: string }): Promise<void> {
      await shop.wake(orderGid);
      const row = await shop.rested(orderGid);
      expect(row.handoffs.map(({ mode }) => mode)).toEqual(["test"]);
    },
  };
}
