import { afterAll, beforeAll, expect, it } from "vitest";
import { listOrphans } from "#app/domain/catalog/mapping/list-orphans.server.ts";
import { reconcileMapping } from "#app/domain/catalog/mapping/reconcile-mapping.server.ts";
import { saveMapping } from "#app/domain/catalog/mapping/save-mapping.server.ts";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { DEMO_LIVE_KEY, DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";

let shop: PlacingShop;
const by = "1";

beforeAll(async () => {
  shop = await startPlacingShop({ key: DEMO_TEST_KEY, products: [] });
});
afterAll(() => shop?.close());

async function map(title: string, parts: readonly (readonly [productId: string, quantity: number])[]) {
  const own = shop.shopify.control.addOwnProduct({ title, sku: title, price: 5000, quantity: 0 });
  const held = await Promise.all(
    parts.map(async ([productId, quantity]) => {
      const supplierProductId = asId<SupplierProductId>(productId);
      const product = await (await shop.context()).supplier?.getProduct(supplierProductId);
      const supplierVariantId = product?.variants?.[0]?.id ?? asId<SupplierVariantId>("");
      return { supplierProductId, supplierVariantId, quantity };
    }),
  );
  const saved = await saveMapping(await shop.context(), {
    ...{ productGid: asId(own.productId), writeCost: false, by },
    variants: [{ variantGid: asId(own.variantId), parts: held }],
  });
  expect(saved).toMatchObject({ kind: "saved" });
  await mapped("test", own.productId);
  return own;
}

const mapped = (mode: string, productGid: string) =>
  shop.soon(`the mapping in ${mode} mode`, async () => {
    const where = { shopId_mode_productGid: { shopId: shop.shopId, mode, productGid } };
    return (await shop.app.db.productMapping.findUnique({ where }))?.state === "ready";
  });

async function atOurs(variantGid: string): Promise<number | undefined> {
  const { locationGid } = (await shop.context()).shop;
  const variants = shop.shopify.control.state().products.flatMap(({ variants }) => variants);
  const levels = variants.find(({ id }) => id === variantGid)?.levels ?? [];
  return levels.find(({ locationId }) => locationId === locationGid)?.available;
}

it("goes live with what is mapped, by SKU and not by number, and empties what is not offered there", async () => {
  const products = await (await shop.context()).supplier?.listProducts({ search: "Cooker" });
  const [cooker] = products?.data ?? [];
  const prefix = cooker?.id.replace("prd_cooker", "") ?? "";
  const box = await map("Gift box", [
    [`${prefix}prd_cooker`, 1],
    [`${prefix}prd_spoons`, 2],
  ]);
  const lamp = await map("My lantern", [[`${prefix}prd_lantern`, 1]]);
  expect(await atOurs(lamp.variantId)).toBeGreaterThan(0);
  await shop.connect(DEMO_LIVE_KEY);
  await shop.supplier.control.removeProduct({ productId: "prd_lantern", mode: "live" });
  expect(await activateConnection(await shop.context(), { mode: "live", by })).toMatchObject({
    kind: expect.not.stringContaining("refused"),
  });
  await mapped("live", box.productId);
  const linked = await shop.app.db.stockedItem.findFirstOrThrow({
    where: { mode: "live", variantGid: asId(box.variantId), listingId: null },
    include: { components: { orderBy: { position: "asc" } } },
  });
  expect(linked.components).toMatchObject([
    { supplierVariantId: "prd_cooker", quantity: 1 },
    { supplierVariantId: "prd_spoons", quantity: 2 },
  ]);
  expect(await atOurs(box.variantId)).toBe(250);
  await shop.soon("the lantern to be emptied", async () => (await atOurs(lamp.variantId)) === 0);
  const { orphans } = await listOrphans(await shop.context());
  expect(orphans).toMatchObject([{ kind: "not_carried", variantGid: lamp.variantId }]);
  // Work of the key that is not in use any more, marked before or by its own events, leaves the product alone.
  const linkedForTests = { mode: "test" as const, item: { listingId: null } };
  await shop.app.db.stockedComponent.updateMany({ where: linkedForTests, data: { stock: 8 } });
  const before = await shop.app.db.productMapping.findFirstOrThrow({
    where: { mode: "test", productGid: asId(box.productId) },
  });
  await reconcileMapping(await shop.context(), before.id);
  expect(await atOurs(box.variantId)).toBe(250);
  const row = await shop.buy({ lines: [{ variantId: box.variantId, price: 5000, quantity: 1 }] });
  expect(row.handoffs[0]?.mode).toBe("live");
});
