import { beforeAll, describe, expect, it } from "vitest";
import { type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { allowPublishing, connectShop, importProducts, switchOn } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import type { OneShop } from "../shops-harness.ts";

let shop: OneShop;
let admin: AdminPage;
let merchant: Merchant;

/** Forms that are left before they are saved. */
export function describeUnsaved(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    merchant = shop.merchant;
    await connectShop(merchant, shop.key);
    await importProducts(merchant, ["prd_cooker"]);
    await allowPublishing(merchant);
    admin = await shop.openAt(1280);
  });

  describe("a form that is not saved", () => {
    it.each([
      ["checkbox", "Place prepaid orders automatically"],
      ["radio", "Tell me"],
    ] as const)("of the guide is asked about in the page: the %s “%s”", async (role, name) => {
      await admin.visit("Karwan", "Home");
      const step = admin.app.getByRole("button", { name: "Choose how orders go to the supplier" });
      if ((await step.getAttribute("aria-expanded")) === "false") await step.click();
      const choice = admin.app.getByRole(role, { name });
      const proposed = await choice.isChecked();
      await admin.app.getByText(name, { exact: true }).click();
      await isAskedInPage("Listings", async () => (await choice.isChecked()) !== proposed);
    });

    it("is asked about when its page of the settings is left, and saves only what the page edits", async () => {
      await admin.openTopic("Customers' pages");
      const name = admin.app.getByLabel("Name on the parcel");
      await name.fill("Chai House");
      await shop.database.prisma.shop.updateMany({ ...inShop(), data: { whenRefused: "cancel" } });
      await isAskedByAdmin();
      expect(await name.inputValue()).toBe("Chai House");
      await admin.page.getByRole("button", { name: "Save" }).click();
      await expect.poll(async () => (await shopRow()).senderName).toBe("Chai House");
      expect((await shopRow()).whenRefused).toBe("cancel");
    });

    it("saves only what was changed on it, however long the page stood open", async () => {
      await shop.database.prisma.shop.updateMany({ ...inShop(), data: { placingPausedAt: null } });
      await admin.openTopic("Placing orders");
      const toggle = admin.app.getByLabel(/cash on delivery/i).first();
      await toggle.click();
      const before = (await shopRow()).autoCodSince;
      await shop.database.prisma.shop.updateMany({ ...inShop(), data: { placingPausedAt: new Date() } });
      await admin.page.getByRole("button", { name: "Save" }).click();
      await expect.poll(async () => (await shopRow()).autoCodSince).not.toEqual(before);
      expect((await shopRow()).placingPausedAt).not.toBeNull();
      await shop.database.prisma.shop.updateMany({ ...inShop(), data: { placingPausedAt: null } });
    });

    it("with sales channels is saved from the bar of the admin, and asked about there", async () => {
      await admin.openTopic("Sales channels");
      const channel = admin.app.getByLabel("Point of Sale");
      await channel.check();
      await isAskedByAdmin();
      expect(await channel.isChecked()).toBe(true);
      const save = admin.page.getByRole("button", { name: "Save" });
      await save.click();
      await save.waitFor({ state: "hidden" });
      await admin.page.reload();
      await expect.poll(() => channel.isChecked()).toBe(true);
      await channel.uncheck();
      await admin.page.getByRole("button", { name: "Discard" }).click();
      await expect.poll(() => channel.isChecked()).toBe(true);
    });

    it.each([
      ["Supplier stores", async () => admin.app.getByRole("textbox").first().fill("Lahore depot")],
      [
        "When the supplier changes something",
        async () => admin.app.getByText("Tell me", { exact: true }).first().click(),
      ],
    ] as const)("of %s is asked about in the admin's words", async (topic, edit) => {
      await admin.openTopic(topic);
      await edit();
      await isAskedByAdmin();
      await admin.page.getByRole("button", { name: "Discard" }).click();
      await admin.page.getByRole("button", { name: "Save" }).waitFor({ state: "hidden" });
    });

    it("with a rule of its own is asked about in the page", async () => {
      const listing = await shop.database.prisma.listing.findFirstOrThrow({
        where: { shop: { domain: shop.domain } },
      });
      await goTo(`/listings/${listing.id}`);
      const own = admin.app.getByRole("radio", { name: "By a rule of its own" });
      await admin.app.getByText("By a rule of its own").click();
      await isAskedInPage("Listings", () => own.isChecked());
    });

    it("of a listing is asked about in the page, and stays when the merchant stays", async () => {
      const listing = await shop.database.prisma.listing.findFirstOrThrow({
        where: { shop: { domain: shop.domain } },
      });
      await goTo(`/listings/${listing.id}`);
      await title("Pressure Cooker Gasket Set");
      const kept = admin.app.getByLabel("Units kept back");
      await kept.fill("7");
      await admin.app.getByRole("link", { name: "Listings" }).first().click();
      await answer("Stay");
      expect(await kept.inputValue()).toBe("7");
      await admin.app.getByRole("link", { name: "Listings" }).first().click();
      await answer("Leave without saving");
      await title("Listings");
    });

    it("of an import is asked about in the page", async () => {
      await goTo("/import/review?products=prd_mugs");
      await admin.app.getByLabel("Title", { exact: true }).first().fill("Mugs of mine");
      await admin.app.getByRole("link", { name: "Catalog" }).first().click();
      await answer("Leave without saving");
      await title("Catalog");
    });

    it("with a price of one variant is asked about in the page", async () => {
      const listing = await shop.database.prisma.listing.findFirstOrThrow({
        where: { shop: { domain: shop.domain } },
      });
      await goTo(`/listings/${listing.id}`);
      await admin.app.getByRole("button", { name: "Fix the price" }).first().click();
      await admin.app.getByLabel("Price", { exact: false }).last().fill("1999");
      await isAskedAbout("Listings");
    });

    it("with a key is asked about in the page", async () => {
      await admin.openTopic("Connection");
      await admin.app.getByRole("button", { name: "Enter another key" }).click();
      await admin.app.getByLabel("Key id").fill("test_demo");
      await isAskedAbout("Orders");
    });

    it("with a customer is asked about in the page", async () => {
      await switchOn(merchant);
      const cooker = getVariant(shop.world, shop.domain, "Pressure Cooker Gasket Set");
      const { name } = shop.world.shopify.control.placeOrder({
        ...{ shop: shop.domain, lines: [{ variantId: cooker, quantity: 1 }], payment: "cod", shipping: 200 },
        customer: { firstName: "Ayesha", lastName: "Example", phone: "+442079460958" },
      });
      const { id } = await waitForOrder(merchant, name, ["held"]);
      await goTo(`/orders/${id}`);
      await admin.app.getByRole("button", { name: "Correct the customer" }).first().click();
      await admin.app.getByLabel("Name", { exact: true }).fill("Ayesha of Lahore");
      await admin.page.getByRole("link", { name: "Listings", exact: true }).first().click();
      const question = admin.app.getByRole("dialog", { name: "Leave without saving?" });
      await question.waitFor();
      await isReadAgain("routes/admin/orders/order/route");
      expect(await question.isVisible()).toBe(true);
      await answer("Stay");
      await admin.app.getByLabel("Name", { exact: true }).focus();
      await isAskedAbout("Listings");
    });
  });
}

const inShop = () => ({ where: { domain: shop.domain } });
const shopRow = () => shop.database.prisma.shop.findFirstOrThrow(inShop());

const heading = (name: string) => admin.app.getByRole("heading", { level: 1, name });

const title = (name: string) => heading(name).waitFor();

const goTo = (path: string) => admin.page.goto(`${shop.folder}${path}`);

async function answer(button: string): Promise<void> {
  const dialog = admin.app.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** The page asked its route for data twice more, so the first answer has been painted. */
async function isReadAgain(route: string): Promise<void> {
  for (const _ of [1, 2]) {
    await admin.page.waitForResponse((response) =>
      decodeURIComponent(response.url()).includes(`_data=${route}`),
    );
  }
}

/** Leaving by the menu asks; whoever stays finds what was typed, whoever leaves arrives. */
async function isAskedAbout(leavingTo: string): Promise<void> {
  const typed = admin.app.locator("input:focus");
  const text = await typed.inputValue();
  const field = await typed.elementHandle();
  await isAskedInPage(leavingTo, async () => (await field?.inputValue()) === text);
}

async function isAskedInPage(leavingTo: string, isAsItWas: () => Promise<boolean>): Promise<void> {
  await admin.page.getByRole("link", { name: leavingTo, exact: true }).first().click();
  await answer("Stay");
  expect(await isAsItWas()).toBe(true);
  await admin.page.getByRole("link", { name: leavingTo, exact: true }).first().click();
  await answer("Leave without saving");
  await title(leavingTo);
}

/** Leaving asks in the admin's own words, where its save bar stands; whoever stays is where they were. */
async function isAskedByAdmin(): Promise<void> {
  let asked = 0;
  admin.page.once("dialog", (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  await admin.app.getByRole("link", { name: "Settings" }).first().click();
  await expect.poll(() => asked).toBe(1);
}
