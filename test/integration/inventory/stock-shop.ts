import type { Prisma } from "@prisma/client";
import type { InventoryItemGid, ListingId, StockedItemId, VariantGid } from "#app/platform/ids.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { openWebhook } from "#test/integration/orders/service-event.ts";
import { asId } from "#test/support/as-id.ts";
import { buildSupplierDelivery, send } from "#test/support/deliveries.ts";

/** A placing shop whose quantities are looked at. */
export type StockShop = Awaited<ReturnType<typeof startStockShop>>;

export type StockedItemRow = {
  readonly id: StockedItemId;
  readonly listingId: ListingId;
  readonly supplierVariantId: string;
  readonly variantGid: VariantGid;
  readonly inventoryItemGid: InventoryItemGid;
};

export async function startStockShop(options: Parameters<typeof startPlacingShop>[0] = {}) {
  const shop = await startPlacingShop(options);
  return { ...shop, ...describeStock(shop) };
}

export function describeStock(shop: PlacingShop) {
  const { app, shopId, shopify, supplier } = shop;
  const variantOf = (item: Pick<StockedItemRow, "id">) =>
    app.db.listedVariant.findFirstOrThrow({ where: { id: item.id }, include: { listing: true } });
  const kinds = { in: ["inventory.push", "product.applyEvents", "order.reconcile"] };
  /** The moment in which changes gather is over: what is put off for so little is due now. */
  const endGathering = async () => {
    const due = await app.db.$queryRaw<{ id: string; lane: string }[]>`
      update work set next_run_at = clock_timestamp()
      where shop_id = ${shopId}::uuid and kind in ('inventory.push', 'product.applyEvents') and lease_token is null
        and next_run_at > clock_timestamp() and next_run_at < clock_timestamp() + interval '3 seconds'
      returning id, lane`;
    if (due.length > 0) await app.notify(due);
  };
  const isAtRest = async () => {
    await endGathering();
    const soon = new Date(Date.now() + 10_000);
    const busy = await app.db.work.count({
      where: {
        ...{ shopId, kind: kinds },
        OR: [{ leaseToken: { not: null } }, { nextRunAt: { lt: soon } }],
      },
    });
    return busy === 0;
  };
  return {
    variantOf,
    /** What is imported of a product, in the catalog's order. */
    async stockedItems(supplierProductId: string): Promise<readonly StockedItemRow[]> {
      const rows = await app.db.listedVariant.findMany({
        where: { shopId, listing: { supplierProductId: asId(supplierProductId) } },
        orderBy: { supplierVariantId: "asc" },
      });
      return rows.map(({ id, listingId, supplierVariantId, variantGid, inventoryItemGid }) => ({
        ...{ id, listingId, supplierVariantId },
        ...{ variantGid: variantGid ?? asId(""), inventoryItemGid: inventoryItemGid ?? asId("") },
      }));
    },
    /** The service's answers say only which second it was: a reading surely counts for more than an event of an earlier one. */
    async nextSecond(): Promise<void> {
      const second = async () => Math.floor(Date.parse(await supplier.control.clock.now()) / 1000);
      const before = await second();
      await shop.soon("the next second", async () => (await second()) > before);
    },
    /** What customers see at our location. */
    async shown({ variantGid }: Pick<StockedItemRow, "variantGid">): Promise<number> {
      const { locationGid } = (await shop.context()).shop;
      const { products } = shopify.control.state();
      const variant = products.flatMap(({ variants }) => variants).find(({ id }) => id === variantGid);
      const level = variant?.levels.find(({ locationId }) => locationId === locationGid);
      if (!level) throw new Error(`Nothing stands at our location of ${variantGid}`);
      return level.available;
    },
    /** An event the service signs, as the document allows it and the stand-in has no reason to send it. */
    async sendByHand(event: {
      readonly event: string;
      readonly data: Record<string, unknown>;
      readonly createdAt?: string;
    }): Promise<void> {
      const createdAt = await supplier.control.clock.now();
      const webhook = await openWebhook(shop);
      await send(buildSupplierDelivery(app.env.SHOPIFY_APP_URL, webhook, { createdAt, ...event }));
    },
    rest: () => shop.soon("stock, events and orders to rest", isAtRest),
    async untilShown(item: Pick<StockedItemRow, "variantGid">, wanted: number): Promise<void> {
      const isShown = async () => (await this.shown(item)) === wanted;
      await shop.soon(`${wanted} to be shown`, isShown, async () => `${await this.shown(item)} are shown`);
    },
    /** The same without waiting out the moment in which changes gather. */
    async hurryTo(item: Pick<StockedItemRow, "variantGid">, wanted: number): Promise<void> {
      const isShown = async () => {
        await endGathering();
        return (await this.shown(item)) === wanted;
      };
      await shop.soon(`${wanted} to be shown`, isShown, async () => `${await this.shown(item)} are shown`);
    },
    async setByHand({ variantGid }: Pick<StockedItemRow, "variantGid">, available: number): Promise<void> {
      const { locationGid } = (await shop.context()).shop;
      shopify.control.setStock({ variantId: variantGid, locationId: locationGid ?? "", available });
    },
    /** How often each operation was asked of Shopify since it was last cleared. */
    countOperations(operation: string): number {
      return shopify.control.requests().filter((request) => request.operation === operation).length;
    },
    async countReads(): Promise<number> {
      return (await supplier.control.requests({ path: "/inventory" })).length;
    },
    async facts(listingId: ListingId): Promise<readonly string[]> {
      const entries = await app.db.timelineEntry.findMany({
        where: { shopId, thing: "listing", thingId: listingId },
        orderBy: { id: "asc" },
      });
      return entries.map(({ code }) => code);
    },
    async stockSettings(change: Omit<Prisma.ListingSettingsUncheckedCreateInput, "shopId">): Promise<void> {
      await app.db.listingSettings.upsert({
        ...{ where: { shopId }, create: { shopId, ...change }, update: change },
      });
    },
  };
}
