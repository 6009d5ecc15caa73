import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyMappingCsv,
  exportMappings,
  previewMappingCsv,
} from "#app/domain/catalog/mapping/mapping-csv.server.ts";
import { by, type MappingShop, part, startMappingShop } from "./mapping-shop.ts";

let shop: MappingShop;

beforeAll(async () => {
  shop = await startMappingShop({ products: [] });
});
afterAll(() => shop.close());

describe("mappings as a file", () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const HEADER = "variant gid;supplier product id;supplier variant id;quantity";

  async function exported(): Promise<string> {
    const lines: string[] = [];
    for await (const line of exportMappings(await shop.context())) lines.push(line);
    return lines.join("");
  }

  it("goes out and comes back as it is", async () => {
    const own = shop.addOwn({ title: "Own Lantern", sku: "LAN", price: 4000, quantity: 0 });
    await shop.map(own.productId, { [own.variantId]: [part("prd_lantern", 2)] });
    const text = await exported();
    expect(text).toContain('"Own Lantern"');
    const looked = await previewMappingCsv(await shop.context(), utf8(text));
    if (looked.kind !== "plan") throw new Error(looked.reason);
    expect(looked.plan.changes).toEqual([]);
    expect(new Set(looked.plan.results.map(({ outcome }) => outcome))).toEqual(new Set(["same"]));
  });

  it("changes nothing when looked at, and only what is right when applied", async () => {
    const own = shop.addOwn({
      title: "By File",
      sku: "FILE",
      quantity: 0,
      price: 5000,
      option: { name: "Size", values: ["S", "M"] },
    });
    const [s = "", m = ""] = own.variantIds;
    const lines = [
      `${s};prd_cooker;prd_cooker;1`,
      `${s};prd_spoons;prd_spoons;2`,
      `${m};prd_cooker;prd_cooker;1`,
      `${m};prd_earbuds;prd_earbuds;1`,
      "gid://shopify/ProductVariant/1;prd_cooker;prd_cooker;1",
      `${m.split("/").at(-1)};;var_nothing;1`,
    ];
    const file = utf8([HEADER, ...lines].join("\r\n"));
    const looked = await previewMappingCsv(await shop.context(), file);
    if (looked.kind !== "plan") throw new Error(looked.reason);
    expect(looked.plan.results.map(({ outcome }) => outcome)).toEqual([
      ...["change", "change", "refused", "refused", "refused", "refused"],
    ]);
    expect(await shop.mappingOf(own.productId)).toBeNull();
    expect(await applyMappingCsv(await shop.context(), file, by)).toMatchObject({
      ...{ kind: "applied", variants: 1, products: 1 },
    });
    await shop.mapped(own.productId);
    expect(await shop.atOurs(s)).toMatchObject({ available: 250 });
    expect(await shop.atOurs(m)).toBeUndefined();
    expect(await exported()).toContain(`"${s}"`);
  });
});
