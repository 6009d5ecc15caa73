import { beforeAll, describe, expect, it } from "vitest";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;

/** Products of the store that a person maps: their orders go out. */
export function describeMapping(opened: () => HoldHarness): void {
  beforeAll(() => {
    harness = opened();
  });

  describe("mapping what the store already has", () => {
    it("maps a product by its suggestion, and its order goes out", async () => {
      const own = shopify().addOwnProduct({
        ...{ shop: DEMO_SHOP, title: "My Chai Mugs", sku: "MUGS", price: 1000, quantity: 0 },
      });
      await pick("My Chai Mugs");
      await choose("Chai Mug", "Chai Mug Pair");
      const found = harness.admin.app.locator(".k-listing", { hasText: "Chai Mug Pair" }).first();
      await found.getByText(/^costs Rs [\d,]+ · 400 in stock/).waitFor();
      expect(await found.locator("img").getAttribute("src")).toMatch(/^https:/);
      await harness.sees("same SKU");
      await harness.press("Use the suggestion");
      await save("My Chai Mugs");
      await harness.sees("1 × Chai Mug Pair");
      await waitFor(async () => stockOf(own.variantId) === 400, { what: "the mugs to be stocked" });
      await harness.isPlaced(
        harness.buy({ lines: [{ variantId: own.variantId, price: 1000, quantity: 1 }] }),
      );
    });

    it("maps a bundle of two products, and its order holds both", async () => {
      const own = shopify().addOwnProduct({
        ...{ shop: DEMO_SHOP, title: "Kitchen Gift Box", sku: "BOX", price: 2400, quantity: 0 },
      });
      await pick("Kitchen Gift Box");
      await choose("Gasket", "Pressure Cooker Gasket Set");
      const { app } = harness.admin;
      await app
        .getByLabel("Is", { exact: true })
        .selectOption({ label: "Pressure Cooker Gasket Set (500 in stock)" });
      await choose("Spoon", "Steel Spoon Set");
      await app.getByLabel("And also holds").selectOption({ label: "Steel Spoon Set (500 in stock)" });
      await app.getByLabel("How many").nth(1).fill("2");
      await harness.sees("250 can be sold now");
      await save("Kitchen Gift Box");
      await harness.sees("1 × Pressure Cooker Gasket Set + 2 × Steel Spoon Set");
      await waitFor(async () => stockOf(own.variantId) === 250, { what: "the boxes to be stocked" });
      const order = harness.buy({ lines: [{ variantId: own.variantId, price: 2400, quantity: 1 }] });
      const placed = await harness.isPlaced(order);
      const held = new Set(placed?.items.map(({ variantId }) => variantId));
      expect(held).toEqual(new Set(["prd_cooker", "prd_spoons"]));
    });

    it("refuses a bundle of two stores before anything is saved", async () => {
      shopify().addOwnProduct({ shop: DEMO_SHOP, title: "Odd Pair", sku: "ODD", price: 3000, quantity: 0 });
      await pick("Odd Pair");
      const { app } = harness.admin;
      await choose("Gasket", "Pressure Cooker Gasket Set");
      // An order above has taken one of them.
      await app.getByLabel("Is", { exact: true }).selectOption("prd_cooker");
      await choose("Earbuds", "Wireless Earbuds");
      await app.getByLabel("And also holds").selectOption({ label: "Wireless Earbuds (400 in stock)" });
      await harness.sees("These parts come from different supplier stores");
      await harness.press("Save mapping");
      await harness.sees("Nothing was saved");
      await app.getByRole("link", { name: "Mapping", exact: true }).click();
      await harness.press("Leave without saving");
      await app.getByRole("heading", { level: 1, name: "Mapping" }).waitFor();
    });

    it("shows what a file would change before it is applied", async () => {
      const { admin } = harness;
      const own = shopify().addOwnProduct({
        ...{ shop: DEMO_SHOP, title: "By File", sku: "FILE", price: 1000, quantity: 0 },
      });
      await openMapping();
      const text = `variant gid;supplier product id;supplier variant id\n${own.variantId};prd_mugs;prd_mugs\nlamp;;x\n`;
      await admin.app.locator('input[type="file"]').setInputFiles({
        ...{ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(text) },
      });
      await harness.sees("1 variant would change. 1 row is wrong and changes nothing.");
      await harness.sees("“lamp” is not a variant of Shopify.");
      await harness.press("Apply to 1 variant");
      await harness.sees("1 variant mapped.");
      await waitFor(async () => stockOf(own.variantId) !== undefined, {
        what: "the file's variant to be stocked",
      });
    });

    it("unmaps after a question that names what waits", async () => {
      const { admin } = harness;
      await openMapping();
      const row = admin.app.locator("li", { hasText: "Kitchen Gift Box" });
      await row.getByRole("button", { name: "Unmap" }).click();
      await harness.sees("No order waits for it.");
      await harness.press("Unmap it");
      await row.waitFor({ state: "detached" });
    });
  });
}

const shopify = () => harness.world.shopify.control;

/** By the menu and the button of Listings. */
async function openMapping(): Promise<void> {
  const { admin } = harness;
  await admin.visit("Listings");
  await admin.app.getByRole("link", { name: "Map a product you already have" }).click();
  await admin.app.getByRole("heading", { level: 1, name: "Mapping" }).waitFor();
}

/** In the admin's own picker. */
async function pick(title: string): Promise<void> {
  const { admin } = harness;
  await openMapping();
  await admin.app.getByRole("button", { name: "Map a product you already have" }).click();
  const picker = admin.page.getByRole("dialog", { name: "Choose products" });
  await picker.getByLabel(title).check();
  await picker.getByRole("button", { name: "Select" }).click();
  await admin.app.getByRole("heading", { level: 1, name: title }).waitFor();
}

async function choose(search: string, product: string): Promise<void> {
  const { app } = harness.admin;
  await app.getByLabel("Search the supplier's catalog").fill(search);
  await app.getByRole("button", { name: "Search", exact: true }).click();
  await app.getByRole("button", { name: `Choose ${product}` }).click();
  await app.getByText("Chosen:").getByText(product, { exact: false }).waitFor();
}

async function save(title: string): Promise<void> {
  const { app } = harness.admin;
  await app.getByRole("button", { name: "Save mapping" }).click();
  await app.getByRole("button", { name: "Unmap", exact: true }).first().waitFor();
  await app.getByRole("link", { name: "Mapping", exact: true }).click();
  await app.getByRole("heading", { level: 1, name: "Mapping" }).waitFor();
  await app.getByText(title, { exact: true }).first().waitFor();
}

function stockOf(variantId: string): number | undefined {
  const state = shopify().state({ shop: DEMO_SHOP });
  const ours = state.locations.find(({ serviceId }) => serviceId !== null)?.id;
  const variant = state.products.flatMap(({ variants }) => variants).find(({ id }) => id === variantId);
  return variant?.levels.find(({ locationId, isActive }) => locationId === ours && isActive)?.available;
}
