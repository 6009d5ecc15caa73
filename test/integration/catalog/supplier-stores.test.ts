import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetCatalog } from "#app/domain/catalog/browse/save-catalog.server.ts";
import { nameStores } from "#app/domain/catalog/stores/name-stores.server.ts";
import { listSupplierStores, saveStoreNames } from "#app/domain/catalog/stores/supplier-stores.server.ts";
import { type CatalogHarness, startCatalogHarness } from "./catalog-harness.ts";

type ConnectedShop = Awaited<ReturnType<CatalogHarness["connected"]>>;

let harness: CatalogHarness;
let shop: ConnectedShop;

beforeAll(async () => {
  harness = await startCatalogHarness();
});
beforeEach(async () => {
  await harness.reset();
  shop = await harness.connected();
});
afterAll(() => harness.close());

const name = async (names: Readonly<Record<string, string>>) =>
  saveStoreNames(await shop.fresh(), { names, by: "Ali" });
const cardsOf = async (search: string) =>
  (await shop.page({ search })).cards.map(({ storeName }) => storeName);

describe("stores of the supplier", () => {
  it("are numbered as they are met, each once, however many pages meet them together", async () => {
    const ctx = await shop.fresh();
    const ids = ["store_c", "store_a", "store_b", null, undefined, "store_a"];
    const met = await Promise.all(
      [ids, ids.toReversed(), ["store_d"], ["store_b", "store_e"]].map((each) =>
        nameStores(ctx, "live", each),
      ),
    );
    const all = await nameStores(ctx, "live", ["store_a", "store_b", "store_c", "store_d", "store_e"]);
    const numbers = [1, 2, 3, 4, 5].map((number) => `Supplier store ${number}`);
    expect([...all.values()].toSorted()).toEqual(numbers);
    for (const names of met) for (const [id, called] of names) expect(all.get(id)).toBe(called);
  });

  it("of the sandbox are others than those of the live catalog", async () => {
    const ctx = await shop.fresh();
    await nameStores(ctx, "live", ["store_a"]);
    expect(await nameStores(ctx, "test", ["store_b"])).toEqual(new Map([["store_b", "Supplier store 1"]]));
  });

  it("stand on cards by number, before and after our copy is whole, and by name once they have one", async () => {
    const before = await cardsOf("Pressure Cooker Gasket");
    expect(before).toEqual([expect.stringMatching(/^Supplier store \d$/)]);
    await shop.walk();
    expect(await cardsOf("Pressure Cooker Gasket")).toEqual(before);
    expect(await name({ store_lahore: " Anarkali depot " })).toEqual({ kind: "saved" });
    expect(await cardsOf("Pressure Cooker Gasket")).toEqual(["Anarkali depot"]);
    expect(await name({ store_lahore: "" })).toEqual({ kind: "saved" });
    expect(await cardsOf("Pressure Cooker Gasket")).toEqual(before);
  });

  it("are listed with what ships from them, so that a merchant knows which is which", async () => {
    await shop.walk();
    const stores = await listSupplierStores(await shop.fresh());
    expect(stores.map(({ byNumber }) => byNumber)).toEqual(
      [1, 2, 3].map((number) => `Supplier store ${number}`),
    );
    for (const { products, example } of stores) {
      expect(products).toBeGreaterThan(0);
      expect(example).not.toBeNull();
    }
  });

  it("keep two names apart, and tell who named them", async () => {
    await nameStores(await shop.fresh(), "live", ["store_a", "store_b"]);
    expect(await name({ store_a: "Depot", store_b: "depot" })).toMatchObject({ kind: "same_name" });
    expect(await name({ store_a: "Supplier store 2" })).toMatchObject({ kind: "same_name" });
    expect(await harness.db.timelineEntry.count({ where: { code: "stores_named" } })).toBe(0);
    expect(await name({ store_a: "Depot", store_x: "Unknown" })).toEqual({ kind: "saved" });
    expect(await name({ store_a: "Depot" })).toEqual({ kind: "saved" });
    const facts = await harness.db.timelineEntry.findMany({ where: { code: "stores_named" } });
    expect(facts).toMatchObject([{ actor: "person", by: "Ali" }]);
    expect(await harness.db.supplierStore.count({ where: { storeId: "store_x" } })).toBe(0);
  });

  it("are forgotten with the catalog of their account", async () => {
    await nameStores(await shop.fresh(), "live", ["store_a"]);
    await forgetCatalog(harness.db, { shopId: shop.shopId, mode: "live" });
    expect(await nameStores(await shop.fresh(), "live", ["store_z"])).toEqual(
      new Map([["store_z", "Supplier store 1"]]),
    );
  });
});
