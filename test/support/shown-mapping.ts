import { z } from "zod";
import type { Merchant } from "#test/demo/merchant.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { waitFor } from "./wait-for.ts";
import type { World } from "./world.ts";

const part = (productId: string, quantity = 1) => ({
  ...{ supplierProductId: productId, supplierVariantId: productId, quantity },
});
type Part = ReturnType<typeof part>;

/** Products of the merchant's own: mapped one to one, as a bundle, below its minimum, stray, gone, and not yet mapped. */
export async function mapOwnProducts(
  { shopify: { control } }: World,
  merchant: Merchant,
): Promise<Record<string, string>> {
  const add = (title: string, sku: string, price: number) =>
    control.addOwnProduct({ shop: DEMO_SHOP, title, sku, price, quantity: 6 });
  const path = (productId: string) => `/mapping/${productId.split("/").at(-1)}`;
  const map = (own: ReturnType<typeof add>, parts: readonly Part[]) =>
    merchant.press("mappedProduct", path(own.productId), {
      ...{ intent: "save", writeCost: "yes" },
      variants: JSON.stringify([{ variantGid: own.variantId, parts }]),
    });
  const box = add("Kitchen Gift Box – a long name as merchants give them, for Eid and weddings", "BOX", 2400);
  await map(box, [part("prd_mugs"), part("prd_spoons", 2)]);
  await map(add("چائے کے مگ", "MUG-UR", 1000), [part("prd_mugs")]);
  await map(add("Too Cheap Bedsheet", "BED", 1500), [part("prd_bedsheet")]);
  const gone = add("Deleted Lantern", "LAN", 3000);
  await map(gone, [part("prd_lantern")]);
  const stray = add("Stray Kettle", "KETTLE", 1700);
  const ours = control.state({ shop: DEMO_SHOP }).locations.find(({ serviceId }) => serviceId !== null);
  control.setStock({
    ...{ shop: DEMO_SHOP, variantId: stray.variantId, locationId: ours?.id ?? "", available: 4 },
  });
  const shown = z.object({
    orphans: z.object({ total: z.number() }),
    mappings: z.array(z.object({ state: z.string() })),
  });
  const read = () => merchant.read("mapping", "/mapping", shown);
  // What is mapped is carried out before it is looked for: a look tells of what stood there when it began.
  await waitFor(async () => (await read()).mappings.every(({ state }) => state !== "working"), {
    what: "the products to be mapped",
  });
  // The look is for what no event reported: with it the mapping would end before it is looked at.
  control.faults({ webhooks: [{ kind: "lost", topic: "products/delete", times: 1 }] });
  control.deleteProduct({ shop: DEMO_SHOP, id: gone.productId });
  await merchant.press("mapping", "/mapping", { intent: "look" });
  await waitFor(async () => (await read()).orphans.total === 2, { what: "both orphans to be found" });
  const fresh = control.addOwnProduct({
    ...{ shop: DEMO_SHOP, title: "Wireless Earbuds", sku: "EARBUDS", price: 900, quantity: 3 },
    option: { name: "Wrapping", values: ["Plain", "Gift"] },
  });
  return {
    mapping: "/mapping",
    "mapping-nothing-found": "/mapping?search=zzzz",
    "mapping-bundle": path(box.productId),
    "mapping-product-fresh": path(fresh.productId),
    "mapping-product-suggested": `${path(fresh.productId)}?goods=prd_earbuds`,
  };
}
