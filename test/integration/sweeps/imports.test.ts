import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dropUnknownImports } from "#app/domain/catalog/listings/leaving/drop-unknown-imports.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop({ products: ["cooker", "earbuds"] });
});
afterAll(() => shop.close());

const listingOf = (supplierProductId: string) =>
  shop.app.db.listing.findFirstOrThrow({
    where: { shopId: shop.shopId, supplierProductId: asId(supplierProductId) },
  });

const imports = async () => (await shop.supplier.control.audit()).imports.filter(({ deleted }) => !deleted);

async function client() {
  const { supplier } = await shop.context();
  if (supplier === null) throw new Error("Not connected");
  return supplier;
}

describe("the walk through the service's imports", () => {
  it("finds nothing to mend where both sides agree, at one call", async () => {
    const since = await shop.countAsked();
    expect(await shop.sweep("imports")).toMatchObject({ seen: 2, mended: 0, unknown: 0 });
    expect((await shop.asked(since)).filter((call) => call.startsWith("GET /imports"))).toHaveLength(1);
  });

  it("imports again what the service no longer syncs", async () => {
    const { importId } = await listingOf("prd_cooker");
    await (await client()).deleteImport(importId ?? "");
    expect(await shop.sweep("imports")).toMatchObject({ mended: 1, missing: 1 });
    const again = await shop.soon("the cooker to be mapped again", async () => {
      const listing = await listingOf("prd_cooker");
      return listing.state === "ready" && listing.importId !== importId ? listing : null;
    });
    expect((await imports()).map(({ id }) => id)).toContain(again.importId);
  });

  it("applies a removal whose event was lost, and that the product is back", async () => {
    await shop.loseServiceEvents();
    await shop.supplier.control.removeProduct({ productId: "prd_earbuds" });
    expect(await shop.sweep("imports")).toMatchObject({ mended: 1 });
    await shop.soon(
      "the earbuds to be hidden",
      async () => (await listingOf("prd_earbuds")).takenOutAt !== null,
    );
    expect(await listingOf("prd_earbuds")).toMatchObject({ offered: false, takenOut: "draft" });
    await shop.supplier.control.restoreProduct({ productId: "prd_earbuds" });
    expect(await shop.sweep("imports")).toMatchObject({ mended: 1 });
    await shop.soon("the earbuds to be back", async () => (await listingOf("prd_earbuds")).takenOut === null);
    await shop.receiveEventsAgain();
  });

  it("ends a failure the service still holds", async () => {
    const { importId } = await listingOf("prd_cooker");
    await (await client()).reportSyncResult(importId ?? "", { status: "failed", error: "lost" });
    await shop.sweep("imports");
    await shop.soon("the failure to be over", async () => {
      const [cooker] = (await imports()).filter(({ id }) => id === importId);
      return cooker?.syncStatus === "ok";
    });
  });

  it("shows what is no listing here, and has the service forget it when told to", async () => {
    await (await client()).importProducts([{ productId: asId("prd_mugs") }]);
    expect(await shop.sweep("imports")).toMatchObject({ unknown: 1 });
    const where = { shopId: shop.shopId, code: "unknown_imports", resolvedAt: null } as const;
    expect(await shop.app.db.attention.findMany({ where })).toMatchObject([{ params: { count: 1 } }]);
    expect(await dropUnknownImports(await shop.context(), "Ali")).toBe(1);
    expect((await imports()).map(({ productId }) => productId)).not.toContain("prd_mugs");
    expect(await shop.app.db.attention.count({ where })).toBe(0);
    expect(await shop.sweep("imports")).toMatchObject({ unknown: 0 });
  });

  it("has the service keep what was imported or mapped here since", async () => {
    const productIds = ["prd_mugs", "prd_lantern", "prd_bedsheet"];
    await (await client()).importProducts(productIds.map((productId) => ({ productId: asId(productId) })));
    expect(await shop.sweep("imports")).toMatchObject({ unknown: 3 });
    const importIdOf = async (productId: string) =>
      (await imports()).find((each) => each.productId === productId)?.id ?? "";
    const place = { shopId: shop.shopId, mode: "live" as const };
    const importId = await importIdOf("prd_mugs");
    const listing = {
      ...place,
      supplierProductId: asId<SupplierProductId>("prd_mugs"),
      title: "Mugs",
      state: "ready" as const,
      importId,
    };
    await shop.app.db.listing.create({ data: listing });
    const mapped = { prd_lantern: await importIdOf("prd_lantern") };
    const productGid = "gid://shopify/Product/1";
    await shop.app.db.productMapping.create({
      data: { ...place, productGid: asId(productGid), by: "Ali", imports: mapped },
    });
    expect(await dropUnknownImports(await shop.context(), "Ali")).toBe(1);
    const left = (await imports()).map(({ productId }) => productId);
    expect(productIds.filter((productId) => left.includes(productId))).toEqual(["prd_mugs", "prd_lantern"]);
  });
});
