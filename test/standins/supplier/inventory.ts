import { invalid } from "./parse.ts";
import { findSellable } from "./shipping.ts";
import type { Answer, Call, World } from "./state.ts";

const MAX_IDS = 100;

export function getInventory(world: World, call: Call): Answer {
  const ids = (call.query.get("ids") ?? "").split(",").map((id) => id.trim());
  if (ids.some((id) => id === "")) throw invalid("ids", "ids must be comma-separated variant ids");
  if (ids.length > MAX_IDS) throw invalid("ids", `ids may name at most ${MAX_IDS} variants`);
  const catalog = world.catalogs[call.mode];
  const data = ids.map((variantId) => {
    const found = findSellable(catalog, variantId);
    const productId = catalog.variants.get(variantId)?.productId ?? null;
    if (found === null) {
      return { variantId, productId, available: false, stock: 0, wholesalePrice: null, minResalePrice: null };
    }
    const { stock, wholesalePrice, minResalePrice } = found.variant;
    return {
      variantId,
      productId,
      available: true,
      stock: Math.max(0, stock),
      wholesalePrice,
      minResalePrice,
    };
  });
  return { status: 200, body: { data } };
}
