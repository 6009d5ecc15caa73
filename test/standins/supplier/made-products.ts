import type { SupplierControl } from "./control.ts";
import { buildProduct } from "./seed-catalog.ts";
import { STORE_IDS } from "./seed-products.ts";
import type { World } from "./state.ts";

type NewProducts = Parameters<SupplierControl["addProducts"]>[0];

const WORDS = ["Cotton", "Steel", "Velvet", "Leather", "Bamboo", "Woollen", "Glass", "Copper"];
const THINGS = ["Shawl", "Bottle", "Cushion", "Wallet", "Basket", "Scarf", "Jug", "Lantern"];
const CATEGORIES = ["cat_women_bags", "cat_men_kurta", "cat_home_kitchen", "cat_home_bedding"];

/** Puts many made-up products into a catalog, behind those that are there. Returns their ids. */
export function addProducts(world: World, wanted: NewProducts): string[] {
  const { count, mode = "live", variantsEach = 1, imagesEach = 2, prefix = "made" } = wanted;
  const catalog = world.catalogs[mode];
  const last = Math.max(0, ...[...catalog.products.values()].map(({ seq }) => seq));
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const wholesale = 400 + ((number * 37) % 2600);
    const seed = {
      id: `${prefix}_${String(number).padStart(5, "0")}`,
      title: `${WORDS[number % 8]} ${THINGS[Math.floor(number / 8) % 8]} ${number}`,
      category: CATEGORIES[number % 4] ?? "",
      store: STORE_IDS[number % STORE_IDS.length] ?? "",
      ...{ wholesale, minResale: wholesale + 100, suggested: wholesale * 2 },
      ...{ weightKg: 0.4, stock: number % 10 === 0 ? 0 : 5 + (number % 40) },
      images: Array.from(
        { length: imagesEach },
        (_, at) => `https://images.karwan-catalog.example/${number}/${at}.jpg`,
      ),
      ...(variantsEach > 1
        ? { sizes: Array.from({ length: variantsEach }, (_, at) => `Size ${at + 1}`) }
        : {}),
    };
    const product = buildProduct(seed, last + number, world.clock.now(), "");
    catalog.products.set(product.id, product);
    for (const variant of product.variants) catalog.variants.set(variant.id, variant);
    return product.id;
  });
}
