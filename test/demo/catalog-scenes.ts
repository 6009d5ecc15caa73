import { z } from "zod";
import { waitFor } from "#test/support/wait-for.ts";
import { waitForOrder } from "./merchant.ts";
import { buyer, moveToEnd, place, type Scene, type Stage } from "./scene.ts";
import { startImport } from "./set-up-shop.ts";

/** A product the merchant had before, which is one of the service's; and one that holds three of its goods. */
export type OwnProducts = {
  readonly mugs: { readonly variantId: string };
  readonly kitchenStarter: { readonly variantId: string };
};

const importPage = z.object({
  run: z.object({ state: z.string(), total: z.number(), done: z.number(), refused: z.number() }),
});

/** Fifty products in one go: two makes of each ordinary one, and eight that are not ordinary. */
const MANY = [
  ...Array.from({ length: 42 }, (_, at) => `prd_${String(at + 1).padStart(3, "0")}`),
  ...["prd_bedsheet", "prd_lantern", "prd_urdu", "prd_unknown_weight", "prd_sold_out"],
  ...["prd_heavy", "prd_no_images", "prd_last_one"],
];

/** Imports fifty products from the review, as they are proposed there. What was not imported is a difference. */
export async function importMany({ world, merchant, say }: Stage): Promise<readonly string[]> {
  const elsewhere = await startImport(merchant, MANY);
  const startedAt = performance.now();
  const path = new URL(elsewhere, world.app.url).pathname;
  const { run } = await waitFor(
    async () => {
      const page = await merchant.read("run", path, importPage);
      return page.run.state === "done" ? page : null;
    },
    { what: "fifty products to be imported", timeoutMs: 90_000, everyMs: 500 },
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`${run.done} of ${run.total} products are imported in one go, in ${seconds} s`);
  return run.done === MANY.length ? [] : [`${run.done} of ${MANY.length} products were imported at once`];
}

const mappedPage = z.object({ state: z.string() });

/** Maps both, as a merchant does on the product's page of Mapping. */
export async function mapOwnProducts({ world, merchant, say }: Stage): Promise<OwnProducts> {
  const own = (title: string, price: number) =>
    world.shopify.control.addOwnProduct({ shop: merchant.shop, title, price, quantity: 0 });
  const mugs = own("Hand Painted Chai Mugs", 1000);
  const kitchenStarter = own("Kitchen Starter", 2600);
  await map(mugs, [{ id: "prd_mugs", quantity: 1 }]);
  await map(kitchenStarter, [
    { id: "prd_cooker", quantity: 1 },
    { id: "prd_spoons", quantity: 2 },
  ]);
  say("A product of the shop's own is mapped to the supplier's mugs, another to a bundle of three");
  return { mugs, kitchenStarter };

  async function map(
    { productId, variantId }: { productId: string; variantId: string },
    goods: readonly { id: string; quantity: number }[],
  ): Promise<void> {
    const path = `/mapping/${productId.split("/").at(-1)}`;
    const parts = goods.map(({ id, quantity }) => ({
      ...{ supplierProductId: id, supplierVariantId: id, quantity },
    }));
    const variants = JSON.stringify([{ variantGid: variantId, parts }]);
    await merchant.press("mappedProduct", path, { intent: "save", writeCost: "yes", variants });
    await waitFor(async () => (await merchant.read("mappedProduct", path, mappedPage)).state !== "working", {
      what: `${path} to be mapped`,
      timeoutMs: 30_000,
    });
  }
}

const changes = z.object({
  ...{ state: z.string(), prices: z.number(), done: z.number(), refused: z.number() },
  rows: z.array(z.object({ title: z.string(), fromPkr: z.number(), toPkr: z.number() })),
});
const changesPage = z.object({ run: changes });

/** Prices by a new rule: looked at, applied, and put back. What it did not do is a difference. */
export async function playPriceRule({ world, merchant, say }: Stage): Promise<readonly string[]> {
  const before = pricesInShopify();
  const draft = {
    ...{ base: "multiply", value: "1.9", tiers: [], marginPkr: "", marginPercent: "" },
    ...{ ending: "99", compareAt: "none", compareAtPercent: "" },
  };
  const preview = await press("settings", "/settings", {
    intent: "price_rule",
    draft: JSON.stringify(draft),
  });
  const { run: planned } = await merchant.read("run", preview, changesPage);
  say(`A price rule of wholesale × 1.9, ending in 99, would change ${planned.prices} prices; now it does`);
  await merchant.press("run", preview, { intent: "apply" });
  const applied = await untilDone(preview);
  const shown = pricesInShopify();
  const unlike = planned.rows.filter(({ title, toPkr }) => !shown.get(title)?.includes(toPkr));
  const undo = await press("run", preview, { intent: "undo" });
  const undone = await untilDone(undo);
  say(`${undone.done} prices are put back`);
  const after = pricesInShopify();
  return [
    ...(planned.prices > 0 ? [] : ["the price rule would change nothing"]),
    ...(applied.done === planned.prices ? [] : [`${applied.done} of ${planned.prices} prices were changed`]),
    ...unlike.map(({ title, toPkr }) => `${title} does not cost ${toPkr} in Shopify, as was shown before`),
    ...(JSON.stringify([...after]) === JSON.stringify([...before]) ? [] : ["the undo left other prices"]),
  ];

  async function press(page: "settings" | "run", path: string, fields: Record<string, string>) {
    const elsewhere = await merchant.press(page, path, fields);
    if (elsewhere === null) throw new Error(`${fields.intent} led nowhere`);
    return new URL(elsewhere, world.app.url).pathname;
  }

  async function untilDone(path: string): Promise<z.infer<typeof changes>> {
    return waitFor(
      async () => {
        const { run } = await merchant.read("run", path, changesPage);
        return run.state === "done" ? run : null;
      },
      { what: `the prices of ${path} to be changed`, timeoutMs: 60_000, everyMs: 250 },
    );
  }

  function pricesInShopify(): ReadonlyMap<string, readonly number[]> {
    const { products } = world.shopify.control.state({ shop: merchant.shop });
    return new Map(
      products.map(({ title, variants }) => [title, variants.map(({ price }) => Number(price))] as const),
    );
  }
}

/** A mapped product, delivered; meanwhile its stock changes: 1,000 + 200, wholesale 600, shipping cost 200. */
export async function playMapped(stage: Stage, { mugs }: OwnProducts): Promise<Scene> {
  const { order, supplierOrder } = await place(stage, "a mapped product", {
    lines: [{ variantId: mugs.variantId, quantity: 1 }],
    payment: "cod",
    customer: buyer("Iqra", "+923001234505"),
  });
  await waitForOrder(stage.merchant, order.name, ["placed"]);
  await stage.world.supplier.control.setStock({ variantId: "prd_mugs", stock: 37 });
  stage.say("Meanwhile the supplier counts its mugs: 37 are left");
  await moveToEnd(stage, supplierOrder, { status: "DELIVERED" });
  await waitForOrder(stage.merchant, order.name, ["delivered"]);
  return {
    title: "Mapped product, delivered",
    orderName: order.name,
    orderGid: order.id,
    expected: {
      ...{ parcels: 1, status: "DELIVERED", totalPkr: 1200, outstandingPkr: 0, codPkr: 1200, netPkr: 360 },
      financialStatus: "PAID",
    },
  };
}

/**
 * A bundle of a cooker and two spoon sets, delivered; meanwhile the cooker becomes dearer, which this order does not
 * feel: 2,600 + 200, wholesale 1,000 + 2 × 200, shipping cost 250.
 */
export async function playBundle(stage: Stage, { kitchenStarter }: OwnProducts): Promise<Scene> {
  const { order, supplierOrder } = await place(stage, "a bundle", {
    lines: [{ variantId: kitchenStarter.variantId, quantity: 1 }],
    payment: "cod",
    customer: buyer("Daniyal", "+923001234506"),
  });
  await waitForOrder(stage.merchant, order.name, ["placed"]);
  await stage.world.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1050 });
  stage.say("Meanwhile the supplier asks Rs 1,050 for the cooker instead of Rs 1,000");
  await moveToEnd(stage, supplierOrder, { status: "DELIVERED" });
  await waitForOrder(stage.merchant, order.name, ["delivered"]);
  return {
    title: "Bundle, delivered",
    orderName: order.name,
    orderGid: order.id,
    expected: {
      ...{ parcels: 1, status: "DELIVERED", totalPkr: 2800, outstandingPkr: 0, codPkr: 2800, netPkr: 1035 },
      financialStatus: "PAID",
    },
  };
}
