import { describe, expect } from "vitest";
import { placeParcel } from "../builders.ts";
import type { Contract, Prove } from "../contract.ts";
import { category, dataOf, inventoryItem, listedProduct, listOf, product } from "../shapes.ts";

async function search(contract: Contract, query: string) {
  return (await contract.get(`/catalog/products?limit=100&${query}`, listOf(listedProduct))).data;
}

export function describeCatalog(prove: Prove): void {
  describe("catalog", () => {
    prove(
      ["cat.list", "res.product", "res.variant", "res.product-lowest"],
      "every product has its fields",
      async (contract) => {
        const products = await search(contract, "");
        expect(products.length).toBeGreaterThan(55);
        expect(new Set(products.map(({ storeId }) => storeId)).size).toBeGreaterThanOrEqual(3);
        for (const { id } of products) {
          const full = await contract.get(`/catalog/products/${id}`, product);
          expect(full.wholesalePrice).toBe(Math.min(...full.variants.map((one) => one.wholesalePrice)));
          await contract.control.clock.advance({ seconds: 2 });
        }
      },
    );

    prove(["res.variant-default"], "a product without options has itself as its variant", async ({ get }) => {
      const plain = await get("/catalog/products/prd_cooker", product);
      expect(plain.variants).toMatchObject([{ id: "prd_cooker", isDefault: true, color: null, size: null }]);
      const sized = await get("/catalog/products/prd_sold_out_sizes", product);
      expect(sized.variants.map(({ size }) => size)).toEqual(["40", "41", "42", "43"]);
      expect(sized.variants.every(({ id, isDefault }) => id !== sized.id && !isDefault)).toBe(true);
    });

    prove(["cat.search"], "search narrows by words of the product", async (contract) => {
      const found = await search(contract, "search=earbuds");
      expect(found.map(({ id }) => id)).toEqual(["prd_earbuds"]);
      expect(await search(contract, "search=nothinglikethis")).toEqual([]);
    });

    prove(["cat.category"], "a main category includes its sub categories", async (contract) => {
      const main = await search(contract, "category=cat_electronics");
      const sub = await search(contract, "category=cat_electronics_audio");
      const ids = new Set(main.map(({ id }) => id));
      expect(sub.length).toBeGreaterThan(0);
      expect(main.length).toBeGreaterThan(sub.length);
      expect(sub.every(({ id }) => ids.has(id))).toBe(true);
    });

    prove(["cat.price"], "price bounds are inclusive and of the wholesale price", async (contract) => {
      const found = await search(contract, "minPrice=600&maxPrice=900");
      const prices = found.map(({ wholesalePrice }) => wholesalePrice);
      expect(Math.min(...prices)).toBe(600);
      expect(Math.max(...prices)).toBe(900);
      expect((await contract.send("GET", "/catalog/products?minPrice=cheap")).status).toBe(400);
    });

    prove(["cat.stock"], "inStock tells those with stock from those without", async (contract) => {
      const out = await search(contract, "inStock=false");
      expect(out.map(({ id }) => id)).toEqual(["prd_sold_out", "prd_sold_out_sizes"]);
      expect((await search(contract, "inStock=true")).every(({ stock }) => stock > 0)).toBe(true);
      expect((await contract.send("GET", "/catalog/products?inStock=maybe")).status).toBe(400);
    });

    prove(["cat.get"], "an unknown or withdrawn product is 404", async ({ send, control }) => {
      await control.removeProduct({ productId: "prd_mugs" });
      for (const id of ["prd_mugs", "nothing"]) {
        expect(await send("GET", `/catalog/products/${id}`)).toMatchObject({
          status: 404,
          body: { error: { code: "not_found" } },
        });
      }
    });

    prove(
      ["cat.categories", "res.category"],
      "a category without products is not listed",
      async ({ get }) => {
        const { data } = await get("/catalog/categories", dataOf(category));
        expect(data.map(({ id }) => id)).toEqual(["cat_women", "cat_men", "cat_home", "cat_electronics"]);
        expect(data[3]?.children).toMatchObject([{ id: "cat_electronics_audio" }]);
      },
    );

    prove(["res.product-free"], "free delivery costs no shipping", async (contract) => {
      const free = await contract.get("/catalog/products/prd_freight_free", product);
      expect(free.shipping).toEqual({ required: false, weightKg: 0.8, estimate: 0 });
      const parcel = await placeParcel(contract, { items: [{ variantId: "prd_freight_free" }] });
      expect(parcel).toMatchObject({ shippingCost: 0, rtoReserve: 150 });
    });

    prove(["res.product-weight"], "an unknown weight costs the default", async ({ get }) => {
      const unknown = await get("/catalog/products/prd_unknown_weight", product);
      expect(unknown.weightKg).toBeNull();
      expect(unknown.shipping).toEqual({ required: true, weightKg: null, estimate: 200 });
    });

    prove(
      ["res.product-estimate"],
      "the estimate is one unit without surcharge",
      async ({ get, control }) => {
        await control.setTerms({ citySurcharges: { Quetta: 100 } });
        const { shipping } = await get("/catalog/products/prd_speaker", product);
        expect(shipping).toEqual({ required: true, weightKg: 1.2, estimate: 250 });
      },
    );

    prove(
      ["inv.get", "res.inventory", "res.inventory-unknown"],
      "inventory answers for each id",
      async (contract) => {
        await contract.control.removeProduct({ productId: "prd_mugs" });
        const { data } = await contract.get(
          "/inventory?ids=prd_cooker,nothing,prd_mugs,prd_sold_out",
          dataOf(inventoryItem),
        );
        expect(data).toMatchObject([
          {
            variantId: "prd_cooker",
            available: true,
            stock: 500,
            wholesalePrice: 1000,
            minResalePrice: 1200,
          },
          { variantId: "nothing", productId: null, available: false, stock: 0, wholesalePrice: null },
          { variantId: "prd_mugs", available: false },
          { variantId: "prd_sold_out", available: true, stock: 0 },
        ]);
      },
    );

    prove(["inv.get"], "inventory takes 1 to 100 ids", async ({ send }) => {
      const ids = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`).join(",");
      expect((await send("GET", `/inventory?ids=${ids(100)}`)).status).toBe(200);
      for (const query of ["", "?ids=", `?ids=${ids(101)}`]) {
        expect(await send("GET", `/inventory${query}`)).toMatchObject({
          status: 400,
          body: { error: { code: "validation_error" } },
        });
      }
    });
  });
}
