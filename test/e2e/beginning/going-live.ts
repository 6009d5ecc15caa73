import { beforeAll, expect, it } from "vitest";
import type { AdminPage } from "#test/support/admin-page.ts";
import { step } from "#test/support/step.ts";
import type { OneShop } from "../shops-harness.ts";

let shop: OneShop;
let admin: AdminPage;

/** From a test key to a live one. */
export function describeGoingLive(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    admin = await shop.openAt(1280);
  });

  // One merchant's way from a test key to a live one, in order.
  it("a merchant who tried everything with a test key goes live, and is asked before keys change places", {
    timeout: 240_000,
  }, async () => {
    await step("has a product from test mode, which customers do not see", async () => {
      await admin.openTopic("Connection");
      await connect(shop.test.id, shop.test.secret, "Connect");
      await admin.page.getByText("Test key connected", { exact: false }).waitFor();
      await admin.visit("Catalog");
      await admin.app.getByRole("link", { name: "Import Pressure Cooker Gasket Set" }).click();
      await admin.app.getByRole("button", { name: "Import", exact: true }).click();
      await admin.app.getByText("1 of 1 was imported, not visible to customers.").waitFor();
      await admin.app.getByText("These came with a test key", { exact: false }).waitFor();
      expect(published()).toEqual([[]]);
    });

    await step("is told that a live key takes two steps", async () => {
      await admin.openTopic("Connection");
      await admin.app.getByRole("button", { name: "Go live: enter a live key" }).click();
      await admin.app.getByText("Two steps: connect the live key here", { exact: false }).waitFor();
      await connect(shop.live.id, shop.live.secret, "Connect this key");
      await admin.app.getByText("stored beside the test key", { exact: false }).waitFor();
      expect(await storedKeys()).toEqual([shop.test.id]);
      await admin.app.getByRole("button", { name: "Connect it" }).click();
      await admin.app.getByText("stored but not in use", { exact: false }).waitFor();
      await admin.app.getByText("Test mode:", { exact: false }).waitFor();
    });

    await step("is asked before another key takes the place of the one in use", async () => {
      await connect(shop.test.id, shop.test.secret, "Connect this key");
      await admin.app.getByText("takes the place of the live key", { exact: false }).waitFor();
      await admin.app.getByRole("button", { name: "Not now" }).click();
      const made = { where: { ...ofShop(), code: "connection_made" } } as const;
      expect(await shop.database.prisma.timelineEntry.count(made)).toBe(2);
    });

    await step("sees what going live does to the products, and goes live", async () => {
      await admin.app.getByRole("button", { name: "Go live", exact: true }).click();
      await admin.app.getByText("All were found.", { exact: false }).waitFor();
      await admin.app.getByRole("button", { name: "Go live now", exact: true }).click();
      await admin.page.getByText("You are live").waitFor();
      await admin.app.getByText("Test mode:", { exact: false }).waitFor({ state: "detached" });
    });

    await step("finds the same product under Listings, linked to the live key", async () => {
      const shown = async () => {
        await admin.visit("Listings");
        return (await admin.app.getByText("In sync", { exact: true }).count()) > 0;
      };
      await expect.poll(shown, { interval: 500 }).toBe(true);
      expect(shop.world.shopify.control.state({ shop: shop.domain }).products).toHaveLength(1);
      const { imports } = await shop.world.supplier.control.audit();
      const modes = imports
        .filter(({ integrationId }) => integrationId === shop.integrationId)
        .map(({ mode }) => mode);
      expect(modes.toSorted()).toEqual(["live", "test"]);
      await expect.poll(published, { interval: 500 }).toEqual([["Online Store"]]);
    });
  });
}

const ofShop = () => ({ shop: { domain: shop.domain } });

const storedKeys = async () => {
  const rows = await shop.database.prisma.supplierConnection.findMany({ where: ofShop() });
  return rows.map(({ keyId }) => keyId);
};

const published = () =>
  shop.world.shopify.control.state({ shop: shop.domain }).products.map(({ publishedOn }) => publishedOn);

async function connect(keyId: string, secret: string, button: string): Promise<void> {
  await admin.app.getByLabel("Key id").fill(keyId);
  await admin.app.getByLabel("Secret", { exact: true }).fill(secret);
  await admin.app.getByRole("button", { name: button, exact: true }).click();
}
