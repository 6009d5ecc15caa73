import { beforeAll, expect, it } from "vitest";
import type { AdminPage } from "#test/support/admin-page.ts";
import { step } from "#test/support/step.ts";
import type { OneShop } from "../shops-harness.ts";

let shop: OneShop;
let admin: AdminPage;

/** From the first open to the first parcels. */
export function describeFirstOrder(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    admin = await shop.openAt(1280);
  });

  // One merchant's first day, in order: each step leans on the one before.
  it("a merchant connects, imports, and follows a first order to the customer's door", {
    timeout: 300_000,
  }, async () => {
    await step("installs the app on the first open and shows the set-up guide", async () => {
      await admin.app.getByRole("heading", { level: 1, name: "Home" }).waitFor();
      await admin.app.getByText("Set up Karwan").waitFor();
    });

    await step("says why a wrong key is not accepted, beside the form", async () => {
      await admin.openTopic("Connection");
      await connect(shop.live.id, "not-the-secret");
      const refusal = admin.app.getByText("The supplier does not know this key", { exact: false });
      expect(await refusal.first().textContent()).toContain("key");
    });

    await step("connects with the right key", async () => {
      await connect(shop.live.id, shop.live.secret);
      await admin.page.getByText(`Live key connected: ${shop.accountId}`).waitFor();
    });

    await step("switches automatic placing on through the save bar", async () => {
      await admin.openTopic("Placing orders");
      await admin.app.getByLabel("Place cash on delivery orders automatically").check();
      await admin.page.getByRole("button", { name: "Save" }).click();
      await admin.app.getByText("On since", { exact: false }).first().waitFor();
    });

    await step("shows the switches in the guide as they were chosen", async () => {
      await admin.visit("Karwan", "Home");
      const isOn = (label: string) => admin.app.getByLabel(label).isChecked();
      expect(await isOn("Place cash on delivery orders automatically")).toBe(true);
      expect(await isOn("Place prepaid orders automatically")).toBe(false);
    });

    await step("imports a product from the catalog", async () => {
      await admin.visit("Catalog");
      await admin.app.getByRole("link", { name: "Import Pressure Cooker Gasket Set" }).click();
      await admin.app.getByRole("button", { name: "Import", exact: true }).click();
      await admin.app.getByText("1 of 1 is in your store.").waitFor({ timeout: 60_000 });
    });

    await step("places a cash on delivery order by itself", async () => {
      await admin.play("Customers: place an order", "COD", { variant: "Pressure Cooker" });
      await admin.visit("Orders");
      await openOrder("#1001");
      await showsUntil("Placed");
    });

    await step("follows the parcel to the customer's door", async () => {
      await admin.play("Supplier: parcels", "Ship", { parcel: "#1001" });
      await showsUntil("On the way");
      await admin.play("Supplier: parcels", "Deliver", { parcel: "#1001" });
      await showsUntil("Delivered");
      const inShopify = () => shop.world.shopify.control.state({ shop: shop.domain }).orders[0];
      await expect
        .poll(inShopify)
        .toMatchObject({ financialStatus: "PAID", outstanding: "0.00", fulfillmentStatus: "FULFILLED" });
    });

    await step("never took the shipped units for work that came back", async () => {
      await admin.app.getByText("Marked as paid in Shopify", { exact: false }).first().waitFor();
      expect(await admin.app.getByText("Waits:", { exact: false }).count()).toBe(0);
    });

    await step("holds an order whose city it does not know, with the sentence that says so", async () => {
      await admin.play("Customers: place an order", "COD", {
        variant: "Pressure Cooker",
        city: "Qasba Nowhere",
        phone: "0301 7654321",
      });
      await admin.visit("Orders");
      await openOrder("#1002");
      await admin.app.getByText("Qasba Nowhere", { exact: false }).first().waitFor();
      await showsUntil("Needs you");
    });

    await step("lets only the owner of the account change the key", async () => {
      const { page } = admin;
      await Promise.all([page.waitForEvent("load"), page.getByLabel("Signed in as").selectOption("Staff")]);
      await admin.openTopic("Connection");
      await admin.app.getByRole("button", { name: "Rotate the secret" }).click();
      await admin.app.getByText("Replace the secret that signs the supplier's news?").waitFor();
      expect(await admin.app.getByText("Only the owner of the store can do this.").count()).toBe(0);
      await admin.app.getByRole("button", { name: "Replace the secret", exact: true }).click();
      await admin.app.getByText("Only the owner of the store can do this.").waitFor();
      await Promise.all([page.waitForEvent("load"), page.getByLabel("Signed in as").selectOption("Owner")]);
    });
  });
}

async function connect(keyId: string, secret: string): Promise<void> {
  await admin.app.getByLabel("Key id").fill(keyId);
  await admin.app.getByLabel("Secret", { exact: true }).fill(secret);
  await admin.app.getByRole("button", { name: "Connect", exact: true }).click();
}

/** The list is read when it is opened: it is opened again until the order is in it. */
async function openOrder(name: string): Promise<void> {
  await expect.poll(() => seen(name), { interval: 500 }).toBe(true);
  await admin.app.getByText(name).first().click();
  await admin.app.getByRole("heading", { level: 1, name }).waitFor();
}

async function seen(name: string): Promise<boolean> {
  await admin.visit("Orders");
  return (await admin.app.getByText(name).count()) > 0;
}

async function showsUntil(badge: string): Promise<void> {
  const isShown = async () => {
    await admin.page.reload();
    await admin.app.getByRole("heading", { level: 1 }).first().waitFor();
    return (await admin.app.getByText(badge, { exact: true }).count()) > 0;
  };
  await expect.poll(isShown, { interval: 500 }).toBe(true);
}
