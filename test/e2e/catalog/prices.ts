import { beforeAll, expect, it } from "vitest";
import { connectShop, importProducts } from "#test/demo/set-up-shop.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { asId } from "#test/support/as-id.ts";
import { step } from "#test/support/step.ts";
import type { OneShop } from "../shops-harness.ts";

let shop: OneShop;
let admin: AdminPage;

/** Price rules, and costs that rise. */
export function describePrices(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    const { merchant, key } = shop;
    await connectShop(merchant, key);
    await importProducts(merchant, ["prd_cooker", "prd_mugs", "prd_lantern"]);
    admin = await shop.openAt(1280);
  });

  // One merchant and one rule, in order: each step leans on the one before.
  it("a price rule is applied and taken back, and a cost that rises above a price is told and mended", {
    timeout: 240_000,
  }, async () => {
    await step("shows what it does while it is typed, and each mistake at its field", async () => {
      await admin.openTopic("Prices");
      await admin.app.getByText("Cost times a number").click();
      await field("Times").fill("0.5");
      await shown("Less than 1 sells below cost. Enter 1 or more.");
      await field("Times").fill("1.5");
      await field("Prices end in").selectOption({ label: "…99, like Rs 1,699" });
      await shown("Rs 1,599");
    });

    await step("leads to a preview of every price before anything changes", async () => {
      await admin.page.getByRole("button", { name: "Save" }).click();
      await admin.app.getByRole("heading", { level: 1, name: "3 prices would change" }).waitFor();
      await shown("Price: cost × 1.5, ending in 99.");
      await shown("Nothing has changed yet.");
      expect(pricesInShopify()).toEqual(AS_IMPORTED);
    });

    await step("is applied, and what came of each price is shown", async () => {
      await admin.app.getByRole("button", { name: "Change 3 prices" }).click();
      await shown("3 of 3 changed.");
      await expect.poll(() => admin.app.getByText("Changed", { exact: true }).count()).toBe(3);
      expect(pricesInShopify()).toEqual(["1399.00", "1599.00", "999.00"]);
    });

    await step("is taken back, with the prices", async () => {
      await admin.app.getByRole("button", { name: "Put the old prices back" }).click();
      await admin.app.getByRole("button", { name: "Put them back", exact: true }).click();
      await admin.app.getByRole("heading", { level: 1, name: "3 prices put back" }).waitFor();
      expect(pricesInShopify()).toEqual(AS_IMPORTED);
      await admin.openTopic("Prices");
      const suggested = admin.app.getByRole("radio", { name: "The supplier's suggested price" });
      expect(await suggested.isChecked()).toBe(true);
      await shown("Prices put back");
    });

    // After the rule was taken back: the cooker is sold for the suggested Rs 1,600.
    await step("only opens an issue where the merchant prefers that to following the rule", async () => {
      await admin.openTopic("When the supplier changes something");
      const follow = admin.app.getByRole("radio", { name: "Follow my price rule" });
      expect(await follow.isChecked()).toBe(true);
      await admin.app.getByText("Tell me", { exact: true }).first().click();
      const save = admin.page.getByRole("button", { name: "Save" });
      await save.click();
      await save.waitFor({ state: "hidden" });
    });

    await step("is told on Home with a button that names the new price", async () => {
      const { supplierVariantId: variantId } = await shop.database.prisma.listingVariant.findFirstOrThrow({
        where: { listing: { supplierProductId: asId("prd_cooker") } },
      });
      await shop.world.supplier.control.setPrice({ variantId, wholesalePrice: 1500, suggestedPrice: 2200 });
      const told = admin.app.getByText("loses money when delivered");
      await expect
        .poll(async () => {
          await goHome();
          return told.count();
        })
        .toBe(1);
      await admin.app.getByRole("button", { name: "Set to Rs 2,200" }).click();
      await expect.poll(cookerInShopify).toEqual(["2200.00"]);
    });

    await step("can be put back on the listing's page, where it is red until it is mended", async () => {
      await admin.visit("Listings");
      await admin.app.getByRole("link", { name: /Gasket/ }).click();
      await admin.app.getByRole("button", { name: "Put Rs 1,600 back" }).click();
      await expect.poll(cookerInShopify).toEqual(["1600.00"]);
      await shown("Loses money");
      await admin.app.getByRole("button", { name: "Set to Rs 2,200" }).first().waitFor();
      await shown(/was put back from Rs 2,200 to Rs 1,600/);
    });
  });
}

const field = (name: string) => admin.app.getByLabel(name, { exact: true });

const shown = (text: string | RegExp) => admin.app.getByText(text).first().waitFor();

function pricesInShopify(): string[] {
  const { products } = shop.world.shopify.control.state({ shop: shop.domain });
  return products.flatMap(({ variants }) => variants.map(({ price }) => price)).toSorted();
}

const AS_IMPORTED = ["1000.00", "1500.00", "1600.00"];

const cookerInShopify = () =>
  shop.world.shopify.control
    .state({ shop: shop.domain })
    .products.flatMap(({ title, variants }) => (title.includes("Gasket") ? variants : []))
    .map(({ price }) => price);

async function goHome(): Promise<void> {
  await admin.page.goto(shop.folder);
  await admin.app.getByRole("heading", { level: 1, name: "Home" }).waitFor();
}
