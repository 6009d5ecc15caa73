import { afterAll, beforeAll, expect, it } from "vitest";
import { DEMO_SCOPES, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { step } from "#test/support/step.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

const FIVE_MINUTES_MS = 5 * 60_000;

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let admin: AdminPage;
let beganAt: number;

beforeAll(async () => {
  beganAt = performance.now();
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url, shopify: { scopes: DEMO_SCOPES } });
  browser = await shareBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const CUSTOMERS = "Customers: place an order";
const PARCELS = "Supplier: parcels";
const WALLET = "Supplier: stock, price, wallet, time";

const button = (name: string) => admin.app.getByRole("button", { name, exact: true }).first();
const figure = (label: string) => admin.app.locator(".k-figure", { hasText: label }).first();

/** Opens a page of the menu again until it shows something. */
async function showsUntil(link: string, what: string, isShown: () => Promise<boolean>): Promise<void> {
  const home = `${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan`;
  const looked = async () => {
    await admin.page.goto(`${home}/${link.toLowerCase()}`);
    await admin.app.getByRole("heading", { level: 1, name: link }).waitFor();
    return isShown();
  };
  await waitFor(looked, { what, everyMs: 1000, timeoutMs: 60_000 });
}

// The way of README.md, by what a person can press: nothing is prepared and nothing is read beside the pages.
it("a newcomer comes from the first start to a checked payout in less than five minutes", {
  timeout: 360_000,
}, async () => {
  await step("connects, lets orders go out, and imports a product", async () => {
    await admin.openTopic("Connection");
    await admin.app.getByLabel("Key id").fill("lk_demo");
    await admin.app.getByLabel("Secret", { exact: true }).fill("live-demo-secret");
    await button("Connect").click();
    await admin.page.getByText("Live key connected: Karwan Demo Store").waitFor();
    await admin.openTopic("Placing orders");
    await admin.app.getByLabel("Place cash on delivery orders automatically").check();
    await admin.app.getByLabel("Place prepaid orders automatically").check();
    await admin.page.getByRole("button", { name: "Save" }).click();
    await admin.app.getByText("On since", { exact: false }).first().waitFor();
    await admin.visit("Catalog");
    await admin.app.getByRole("link", { name: "Import Pressure Cooker Gasket Set" }).click();
    await button("Import").click();
    await admin.app.getByText("1 of 1 was imported, not visible to customers.").waitFor({ timeout: 60_000 });
    await button("Let customers see them").click();
    await admin.page
      .getByRole("dialog", { name: "Permissions" })
      .getByRole("button", { name: "Allow", exact: true })
      .click();
    await admin.app.getByText("1 of 1 is in your store.").waitFor();
  });

  await step("sells, ships and delivers, and one is refused", async () => {
    for (const kind of ["COD", "COD", "COD", "Prepaid, paid"])
      await admin.play(CUSTOMERS, kind, { variant: "Pressure Cooker" });
    for (const name of ["#1001", "#1002"]) {
      await admin.play(PARCELS, "Ship", { parcel: name });
      await admin.play(PARCELS, "Deliver", { parcel: name });
    }
    await admin.play(PARCELS, "Ship", { parcel: "#1003" });
    await admin.play(PARCELS, "Refuse at the door", { parcel: "#1003" });
  });

  await step("sees in payouts what comes, and its day", async () => {
    const coming = async () => ((await figure("Next 30 days").textContent()) ?? "").includes("Rs 1,080");
    await showsUntil("Payouts", "what comes of two parcels", coming);
    expect(await admin.app.locator(".k-rows").first().textContent()).toContain("PendingRs 1,080");
  });

  await step("sees in the wallet the three figures, and each entry of the ledger after a press", async () => {
    // Connecting has read the wallet, and a page asks again after fifteen seconds.
    await showsUntil("Wallet", "what is pending", async () =>
      ((await figure("Pending").textContent()) ?? "").includes("Rs 1,080"),
    );
    await button("Look for new entries").click();
    await admin.page.getByText(/New entries are read (now|within half a minute)/).waitFor();
    await showsUntil("Wallet", "the ledger to be copied", async () => {
      const rows = await admin.app.locator(".k-rows > li").count();
      return rows >= 5;
    });
  });

  await step(
    "has its margins released when the days have passed, and a parcel wait for funds and be paid",
    async () => {
      await admin.play(WALLET, "Pass the time", { days: "20" });
      const nothingComes = admin.app.getByText("Nothing that is pending has its release date in these days.");
      await showsUntil(
        "Payouts",
        "both margins to be released",
        async () => (await nothingComes.count()) > 0,
      );
      expect(await admin.app.locator(".k-rows").first().textContent()).toContain("ReleasedRs 1,080");
      await admin.visit("Wallet");
      const available = Number(((await figure("Available").textContent()) ?? "").replace(/\D/g, ""));
      await admin.play(WALLET, "Withdraw", { amount: String(available - 100) });
      await admin.play(CUSTOMERS, "Prepaid, paid", { variant: "Pressure Cooker" });
      const waits = admin.app.getByRole("heading", { name: /waits for funds/ });
      await showsUntil("Wallet", "a parcel to wait for funds", async () => (await waits.count()) > 0);
      await admin.app.getByRole("link", { name: "Pay it" }).click();
      await admin.app.getByRole("link", { name: "#1005" }).waitFor();
      await admin.play(WALLET, "Top up", { amount: "5000" });
      await button("Pay all").click();
      await button("Pay").click();
      await admin.app.getByText("1 of 1", { exact: false }).first().waitFor();
      await showsUntil("Wallet", "nothing to wait for funds", async () => (await waits.count()) === 0);
    },
  );

  await step("has it all compared, which names no difference before it was", async () => {
    await admin.visit("Payouts");
    await admin.app.getByRole("link", { name: "Three-way check" }).click();
    await admin.app.getByRole("heading", { name: "Not checked yet" }).waitFor();
    await admin.app.getByRole("heading", { name: "No difference is known" }).waitFor();
    await button("Check now").click();
    await admin.app.getByRole("heading", { name: /agree|parcels/ }).waitFor();
  });

  await step("took less than five minutes", async () => {
    const seconds = Math.round((performance.now() - beganAt) / 1000);
    expect(seconds * 1000).toBeLessThan(FIVE_MINUTES_MS);
  });
});
