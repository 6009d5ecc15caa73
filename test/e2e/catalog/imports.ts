import { beforeAll, describe, expect, it } from "vitest";
import { connectShop } from "#test/demo/set-up-shop.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { step } from "#test/support/step.ts";
import type { OneShop } from "../shops-harness.ts";

let shop: OneShop;

/** Products looked through before they are imported, and what became of them. */
export function describeImports(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    shop.world.shopify.control.addCollection({ shop: shop.domain, title: "Eid" });
    const images = ["https://images.example/1.jpg", "http://images.example/2.jpg"];
    await shop.world.supplier.control.setProduct({ productId: "prd_005", images });
    await connectShop(shop.merchant, shop.key);
  });

  describe("importing several products", () => {
    it("is looked through and changed in place, runs, and shows what became of each", async () => {
      const admin = await openReview(1280, "prd_cooker,prd_bedsheet");
      const cooker = productOf(admin, "Pressure Cooker Gasket Set");
      await cooker.getByLabel("Title").fill("Gasket set of four");
      await cooker.getByLabel("Price", { exact: true }).fill("1100");
      await cooker.getByText("The lowest the supplier allows is Rs 1,200.").waitFor();
      const start = admin.app.getByRole("button", { name: "Import", exact: true });
      expect(await start.isDisabled()).toBe(true);
      await cooker.getByLabel("Price", { exact: true }).fill("1750");
      await cooker.getByText("Your rule: Rs 1,600").waitFor();
      await cooker.getByRole("button", { name: "Copy picture 2" }).click();
      await cooker.getByText("1 of 2 are copied.").waitFor();
      await start.click();
      await waitForResult(admin, "2 of 2 are in your store.");
      expect(await admin.app.getByText("In your store", { exact: true }).count()).toBe(2);
      const { products } = shop.world.shopify.control.state({ shop: shop.domain });
      const called = (title: string) => products.filter((product) => product.title === title);
      expect(called("Cotton Bedsheet King")).toHaveLength(1);
      expect(called("Gasket set of four")).toMatchObject([
        { variants: [{ price: "1750.00" }], media: [expect.anything()] },
      ]);
    });

    // The second imports what the first looks at.
    it("are reviewed with what each price brings, and priced many at once", {
      timeout: 180_000,
    }, async () => {
      await step(
        "says what each price brings or loses, and leads to the one that stops the import",
        async () => {
          const ids = Array.from({ length: 21 }, (_, at) => `prd_${String(at + 1).padStart(3, "0")}`);
          const admin = await openReview(1280, `prd_spoons,${ids.join(",")}`);
          const spoons = productOf(admin, "Steel Spoon Set");
          const price = spoons.getByLabel("Price", { exact: true });
          // Cost 200, shipping 150, the lowest price 300.
          await spoons.getByText("Brings about Rs 0 when delivered").waitFor();
          await price.fill("450");
          await spoons.getByText("Brings about Rs 90 when delivered").waitFor();
          await price.fill("320");
          await spoons.getByText("Loses about Rs 30 when delivered").waitFor();
          await admin.app.getByText("1 price loses money on each unit delivered:").waitFor();
          await price.fill("250");
          await admin.app.getByRole("button", { name: "Next products" }).click();
          await admin.app.getByText("21 to 22 of 22.").waitFor();
          await admin.app
            .getByText("1 price is below the lowest the supplier allows.", { exact: false })
            .waitFor();
          expect(await admin.app.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(
            true,
          );
          await admin.app.getByRole("button", { name: "Steel Spoon Set", exact: true }).click();
          await expect
            .poll(() => price.evaluate((field) => field === document.activeElement).catch(() => false))
            .toBe(true);
          await price.fill("450");
          await expect
            .poll(() => admin.app.getByRole("button", { name: "Import", exact: true }).isDisabled())
            .toBe(false);
        },
      );

      await step("prices many in one press, takes a product out and puts it back", async () => {
        const admin = await openReview(1280, "prd_spoons,prd_earbuds,prd_speaker");
        const spoons = productOf(admin, "Steel Spoon Set");
        await admin.app.getByRole("heading", { level: 1, name: "Import 3 products" }).waitFor();
        await admin.app.getByLabel("Rupees").fill("450");
        await admin.app.getByRole("button", { name: "Set for all 3" }).click();
        // Cost 200, shipping 150; Rs 450 of a margin of Rs 500 stay.
        await spoons.getByText("Brings about Rs 450 when delivered").waitFor();
        expect(await spoons.getByLabel("Price", { exact: true }).inputValue()).toBe("850");
        await spoons.getByLabel("Tick to price several at once").check();
        await admin.app.getByLabel("Price many at once by").selectOption("percent");
        await admin.app.getByLabel("Percent").fill("100");
        await admin.app.getByRole("button", { name: "Set for the 1 ticked" }).click();
        await expect.poll(() => spoons.getByLabel("Price", { exact: true }).inputValue()).toBe("400");
        await admin.app.getByRole("button", { name: /^Remove .*Speaker/ }).click();
        await admin.app.getByRole("heading", { level: 1, name: "Import 2 products" }).waitFor();
        await admin.app.getByRole("button", { name: /^Put .*Speaker.* back$/ }).click();
        await admin.app.getByRole("heading", { level: 1, name: "Import 3 products" }).waitFor();
        await admin.app.getByRole("button", { name: /^Remove .*Speaker/ }).click();
        await admin.app.getByRole("button", { name: "Import", exact: true }).click();
        await waitForResult(admin, "2 of 2 are in your store.");
        const { products } = shop.world.shopify.control.state({ shop: shop.domain });
        const made = products.find(({ title }) => title === "Steel Spoon Set");
        expect(made?.variants.map(({ price }) => price)).toEqual(["400.00"]);
        expect(products.some(({ title }) => title.includes("Speaker"))).toBe(false);
      });
    });

    it("tells which pictures cannot be copied, because their address is not a secure one", async () => {
      const words = "picture cannot be copied: its address is not a secure one (https).";
      const told = await openReview(1280, "prd_005");
      await told.app.getByText(`1 ${words}`).waitFor();
      const quiet = await openReview(1280, "prd_004");
      await quiet.app.getByLabel("Vendor").waitFor();
      expect(await quiet.app.getByText(words).count()).toBe(0);
    });

    it("writes the brand as vendor where that is chosen", async () => {
      const admin = await openReview(1280, "prd_002");
      const start = admin.app.getByRole("button", { name: "Import", exact: true });
      await admin.app.getByText("Brand: Zarqa").waitFor();
      await admin.app.getByLabel("Vendor").selectOption("brand");
      await start.click();
      await waitForResult(admin, "1 of 1 is in your store.");
      const { products } = shop.world.shopify.control.state({ shop: shop.domain });
      expect(products.some(({ vendor }) => vendor === "Zarqa")).toBe(true);
      const next = await openReview(1280, "prd_004");
      expect(await next.app.getByLabel("Vendor").inputValue()).toBe("brand");
    });

    it("takes all that a search of the catalog finds, without a row chosen first", async () => {
      await shop.merchant.press("products", "/products", { intent: "refresh" });
      const admin = await shop.openAt(1280, "/products?search=tripod");
      const all = admin.app.getByRole("link", { name: "Import all 2 found", exact: true });
      // How many it finds is known once the catalog was read whole.
      await expect
        .poll(
          async () => {
            if ((await all.count()) > 0) return true;
            await admin.page.reload();
            await admin.app.getByText("Classic Mini Tripod").first().waitFor();
            return (await all.count()) > 0;
          },
          { timeout: 60_000, interval: 1000 },
        )
        .toBe(true);
      await all.click();
      await admin.app.getByRole("heading", { level: 1, name: "Import 2 products" }).waitFor();
      await productOf(admin, "Premium Mini Tripod").waitFor();
      await admin.app.getByRole("button", { name: "Import", exact: true }).click();
      await waitForResult(admin, "2 of 2 are in your store.");
      const titles = shop.world.shopify.control
        .state({ shop: shop.domain })
        .products.map(({ title }) => title);
      expect(titles.filter((title) => title.includes("Tripod")).toSorted()).toEqual([
        "Classic Mini Tripod",
        "Premium Mini Tripod",
      ]);
    });

    it("keeps what was changed while other pages of the review are looked at", async () => {
      const ids = Array.from({ length: 21 }, (_, at) => `prd_${String(at + 1).padStart(3, "0")}`);
      const admin = await openReview(1280, ids.join(","));
      await admin.app.getByText("1 to 20 of 21.").waitFor();
      const title = admin.app.getByLabel("Title", { exact: true }).first();
      await title.fill("Renamed on the first page");
      await admin.app.getByRole("button", { name: "Next products" }).click();
      await admin.app.getByText("21 to 21 of 21.").waitFor();
      expect(await admin.app.getByLabel("Title", { exact: true }).count()).toBe(1);
      await admin.app.getByRole("button", { name: "Back" }).click();
      await admin.app.getByText("1 to 20 of 21.").waitFor();
      expect(await title.inputValue()).toBe("Renamed on the first page");
    });

    it("says on a phone why one was not imported, and takes it up again", async () => {
      const admin = await openReview(360, "prd_mugs,prd_lantern");
      await shop.world.supplier.control.removeProduct({ productId: "prd_mugs" });
      await admin.app.getByRole("button", { name: "Import", exact: true }).click();
      await waitForResult(admin, "1 of 2 is in your store, 1 was not imported.");
      await admin.app
        .getByText(/The supplier (no longer offers this product|took this product off)/)
        .waitFor();
      await shop.world.supplier.control.restoreProduct({ productId: "prd_mugs" });
      await admin.app.getByRole("button", { name: "Try again: Chai Mug Pair" }).click();
      await waitForResult(admin, "2 of 2 are in your store.");
    });
  });
}

function openReview(width: number, products: string): Promise<AdminPage> {
  return shop.openAt(width, `/import/review?products=${products}`);
}

const productOf = ({ app }: AdminPage, title: string) => app.getByRole("region", { name: title });

async function waitForResult({ app }: AdminPage, words: string): Promise<void> {
  await app.getByText(words).waitFor({ timeout: 60_000 });
}
