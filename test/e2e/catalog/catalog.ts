import { beforeAll, expect, it } from "vitest";
import { connectShop } from "#test/demo/set-up-shop.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { step } from "#test/support/step.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { OneShop } from "../shops-harness.ts";

const PAGE = 24;
let shop: OneShop;
let admin: AdminPage;

/** The catalog of the supplier. */
export function describeCatalog(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    await shop.world.supplier.control.addProducts({ count: 80 });
    await connectShop(shop.merchant, shop.key);
    await waitFor(
      async () =>
        (await shop.database.prisma.schedule.count({
          where: { shop: { domain: shop.domain }, kind: "catalog", lastRanAt: { not: null } },
        })) === 1,
      { what: "the catalog to be read" },
    );
    admin = await shop.openAt(1280);
    await admin.visit("Catalog");
  });

  // One merchant in one catalog, in order: each step leans on the one before.
  it("the catalog's pages are turned, searched, chosen from, narrowed and read anew", {
    timeout: 240_000,
  }, async () => {
    await step("turn forward and back", async () => {
      await showsCards(PAGE);
      const first = await titleAt(0);
      await admin.app.getByRole("button", { name: "Next" }).click();
      await expect.poll(() => titleAt(0)).not.toBe(first);
      await admin.app.getByRole("button", { name: "Previous" }).click();
      await expect.poll(() => titleAt(0)).toBe(first);
    });

    await step("keep what was chosen while pages are turned and words are searched", async () => {
      await choose(0);
      await bar().getByText("Import 1").waitFor();
      await admin.app.getByRole("button", { name: "Next" }).click();
      await expect.poll(() => cards().getByRole("checkbox", { checked: true }).count()).toBe(0);
      await choose(1);
      await search().fill("lant stee");
      await expect.poll(() => admin.page.url()).toContain("search=");
      await expect.poll(() => titleAt(0)).toContain("Steel Lantern");
      await choose(0);
      await bar().getByText("Import 3").waitFor();
    });

    await step("lead from Import on a card to the review of that product", async () => {
      const one = cards()
        .first()
        .getByRole("link", { name: /^Import / });
      expect(await one.getAttribute("href")).toMatch(/^\/import\/review\?products=made_\d+$/);
    });

    await step("offer to import the chosen, or all that a search found", async () => {
      const chosen = await bar().getByRole("link", { name: "Import 3" }).getAttribute("href");
      expect(chosen).toMatch(/^\/import\/review\?products=[^&]+%2C[^&]+%2Cmade_\d+$/);
      const all = await bar()
        .getByRole("link", { name: /Import all \d+ found/ })
        .getAttribute("href");
      expect(all).toContain("/import/review?search=lant+stee&all=1");
      await bar().getByRole("button", { name: "Clear" }).click();
      await expect.poll(() => bar().count()).toBe(0);
    });

    await step("show the same in a table, with what a product brings each way", async () => {
      await admin.app.getByRole("button", { name: "Table" }).click();
      await admin.app.getByRole("columnheader", { name: "COD" }).waitFor();
      expect(await admin.app.getByRole("row").filter({ hasText: "Steel Lantern" }).count()).toBeGreaterThan(
        0,
      );
      await admin.app.getByRole("columnheader", { name: /Cost/ }).getByRole("button").click();
      await expect.poll(() => admin.page.url()).toContain("sort=cheapest");
      await admin.app.getByRole("button", { name: "Cards" }).click();
    });

    await step("narrow to a category, and lead to a product and back", async () => {
      await search().fill("");
      await expect.poll(() => admin.page.url()).not.toContain("search=");
      await admin.app
        .getByRole("navigation", { name: "Categories" })
        .getByRole("link", { name: /^Home/ })
        .click();
      await admin.app
        .getByRole("navigation", { name: "Categories" })
        .getByRole("link", { name: /^Kitchen/ })
        .click();
      await expect.poll(() => admin.page.url()).toContain("category=cat_home_kitchen");
      await admin.app.getByRole("link", { name: "Pressure Cooker Gasket Set", exact: true }).click();
      await admin.app.getByRole("heading", { level: 1, name: "Pressure Cooker Gasket Set" }).waitFor();
      await admin.app.getByText("At your price you lose nothing until").waitFor();
      await admin.app.getByLabel("Ads for one order").fill("300");
      await admin.app.getByText("With 30 of 100 refused an order brings about").waitFor();
      await admin.app.getByRole("link", { name: "Catalog" }).click();
      await expect.poll(() => admin.page.url()).toContain("category=cat_home_kitchen");
    });

    await step("show what is new after Refresh", async () => {
      const called = (title: string) =>
        shop.world.supplier.control.setProduct({ productId: "prd_cooker", title });
      await called("Gasket Set, renewed");
      await admin.app.getByRole("button", { name: "Refresh" }).click();
      const renewed = admin.app.getByRole("link", { name: "Gasket Set, renewed", exact: true });
      await renewed.waitFor({ timeout: 30_000 });
      await called("Pressure Cooker Gasket Set");
    });
  });
}

const cards = () => admin.app.locator(".k-grid > li");

const showsCards = (count: number) => expect.poll(() => cards().count()).toBe(count);

const search = () => admin.app.getByRole("textbox", { name: "Search title, brand, tag or SKU" });

const titleAt = (at: number) => cards().nth(at).getByRole("heading").textContent();

const choose = (at: number) => cards().nth(at).getByRole("checkbox").check();

const bar = () => admin.app.getByRole("region", { name: "Chosen products" });
