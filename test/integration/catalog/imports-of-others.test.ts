import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dropUnknownImports } from "#app/domain/catalog/listings/leaving/drop-unknown-imports.server.ts";
import { unlinkListing } from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import type { ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { asId } from "#test/support/as-id.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop({ products: ["cooker"] });
  await addOtherShop();
});
afterAll(() => shop?.close());

const OTHER_KEY = { id: "lk_other", secret: "other-secret" };
let otherShopId: ShopId;

/** Another shop of the same account, with an integration and a key of its own. */
async function addOtherShop(): Promise<void> {
  await shop.supplier.control.addKey({ ...OTHER_KEY, mode: "live" as const, integrationId: "int_other" });
  const { db } = shop.app;
  const own = await db.supplierConnection.findFirstOrThrow({
    where: { shopId: shop.shopId, mode: "live" as const },
  });
  const other = await db.shop.create({
    data: { gid: "gid://shopify/Shop/77", domain: "other.myshopify.com" },
  });
  otherShopId = other.id;
  await db.supplierConnection.create({
    data: {
      ...own,
      ...{ id: undefined, shopId: other.id, keyId: OTHER_KEY.id, integrationId: "int_other" },
      webhookTokenHash: "other",
    },
  });
}

/** What the other shop has imported, as its listing keeps it. */
async function importElsewhere(productId: string, externalProductId?: string): Promise<string> {
  const answer = await fetch(`${shop.supplier.baseUrl}/imports`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${OTHER_KEY.id}:${OTHER_KEY.secret}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ productId, externalProductId }),
  });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data[0]?.id ?? "";
}

async function listElsewhere(productId: string): Promise<string> {
  const importId = await importElsewhere(productId);
  const listing = {
    mode: "live" as const,
    supplierProductId: asId<SupplierProductId>(productId),
    title: "Theirs",
    state: "ready" as const,
    importId,
  };
  await shop.app.db.listing.create({ data: { ...listing, shopId: otherShopId } });
  return importId;
}

const kept = async () =>
  (await shop.supplier.control.audit()).imports.filter(({ deleted }) => !deleted).map(({ id }) => id);

const issue = () =>
  shop.app.db.attention.findFirst({
    where: { shopId: shop.shopId, code: "unknown_imports", resolvedAt: null },
  });

describe.each(["integration", "account"] as const)("imports that belong to the %s", (importsPer) => {
  const [listed, mapped, foreign] =
    importsPer === "account"
      ? ["prd_mugs", "prd_lantern", "prd_bedsheet"]
      : ["prd_speaker", "prd_earbuds", "prd_cooker"];

  it("are not told of, nor removed, where another shop lists, maps or names them", async () => {
    await shop.supplier.control.setUndefined({ importsPer });
    const theirs = await listElsewhere(listed);
    const mappedId = await importElsewhere(mapped);
    const productGid = `gid://shopify/Product/9${importsPer.length}`;
    await shop.app.db.productMapping.create({
      data: {
        shopId: otherShopId,
        mode: "live" as const,
        productGid: asId(productGid),
        by: "Ali",
        imports: { [mapped]: mappedId },
      },
    });
    const named = importsPer === "account" ? await importElsewhere(foreign, "woocommerce-12") : mappedId;
    expect(await shop.sweep("imports")).toMatchObject({ unknown: 0 });
    expect(await issue()).toBeNull();
    expect(await kept()).toEqual(expect.arrayContaining([theirs, mappedId, named]));
  });
});

describe("imports of an account that are noted as unknown", () => {
  it("stay where another shop began to use them before *Stop syncing* was pressed", async () => {
    await shop.supplier.control.setUndefined({ importsPer: "account" });
    const { supplier } = await shop.context();
    const noted = await supplier?.importProducts([
      { productId: asId("prd_spoons") },
      { productId: asId("prd_heavy") },
    ]);
    const [one, two] = noted ?? [];
    expect(await shop.sweep("imports")).toMatchObject({ unknown: 2 });
    const listing = {
      mode: "live" as const,
      supplierProductId: one?.productId ?? asId<SupplierProductId>(""),
      title: "Theirs",
      state: "ready" as const,
    };
    await shop.app.db.listing.create({
      data: { ...listing, shopId: otherShopId, importId: one?.id },
    });
    expect(await dropUnknownImports(await shop.context(), "Ali")).toBe(1);
    expect(await kept()).toContain(one?.id);
    expect(await kept()).not.toContain(two?.id);
  });

  it("stay when a listing of ours leaves that another shop has as well", async () => {
    const { id, importId } = await shop.app.db.listing.findFirstOrThrow({
      where: { shopId: shop.shopId, supplierProductId: asId("prd_cooker") },
    });
    const data = {
      mode: "live" as const,
      supplierProductId: asId<SupplierProductId>("prd_cooker"),
      title: "Theirs",
      state: "ready" as const,
      importId,
    };
    await shop.app.db.listing.create({ data: { ...data, shopId: otherShopId } });
    await unlinkListing(await shop.context(), { listingId: id, by: "Ali", keepProduct: true });
    const where = { shopId_id: { shopId: shop.shopId, id } };
    await shop.soon("the listing to be unlinked", async () => {
      const { state } = await shop.app.db.listing.findUniqueOrThrow({ where });
      return state === "unlinked";
    });
    expect(await kept()).toContain(importId);
  });
});
