import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { connectShop, setUpShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { step } from "#test/support/step.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let merchant: Merchant;
let browser: SharedBrowser;
let admin: AdminPage;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  merchant = createMerchant(world, DEMO_SHOP);
  await setUpShop(merchant, { key: DEMO_LIVE_KEY, productIds: ["prd_cooker"] });
  const { available } = await world.supplier.control.withdraw({ amount: 1 });
  await world.supplier.control.withdraw({ amount: available - 100 });
  browser = await shareBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const home = `/store/${DEMO_SHOP.split(".")[0]}/apps/karwan`;

async function goTo(path: string, title: string): Promise<void> {
  await admin.page.goto(`${world.admin.url}${home}${path}`);
  await admin.app.getByRole("heading", { level: 1, name: title }).waitFor();
}

const text = (words: string | RegExp) => admin.app.getByText(words).filter({ visible: true }).first();
const buy = (button: string) =>
  admin.play("Customers: place an order", button, { variant: "Pressure Cooker Gasket Set", city: "Lahore" });

// One merchant's money from the first unpaid parcel to the day he leaves, and his return: each step leans on the last.
it("a shop's money goes from an empty wallet over payouts to leaving and coming back", {
  timeout: 600_000,
}, async () => {
  await step("has paid orders wait for funds, with what is missing", async () => {
    await buy("Prepaid, paid");
    await waitForOrder(merchant, "#1001", ["awaiting_funds"]);
    await buy("Prepaid, paid");
    await waitForOrder(merchant, "#1002", ["awaiting_funds"]);
    await goTo("/wallet", "Wallet");
    await admin.app.getByRole("heading", { name: "2 parcels wait for funds: Rs 2,400" }).waitFor();
    await text(/^The first: .* left/).waitFor();
    await admin.app.getByRole("link", { name: "Pay them" }).click();
    await admin.app.getByRole("heading", { level: 1, name: "Waiting for funds" }).waitFor();
    const names = admin.app.getByRole("link", { name: /^#100\d/ });
    await expect.poll(() => names.allTextContents()).toEqual(["#1001", "#1002"]);
    await text("Missing").waitFor();
  });

  await step("says on leaving what is under way, and leads to it", async () => {
    await goTo("/settings/leave", "Leave");
    await text(/2 of them wait to be paid for/).waitFor();
    await admin.app.getByRole("link", { name: "Show orders under way" }).click();
    await admin.app.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    await text("#1002").waitFor();
  });

  await step("pays them in order of their deadlines once money has arrived", async () => {
    await admin.play("Supplier: stock, price, wallet, time", "Top up", { amount: "20000" });
    await goTo("/wallet/funds", "Waiting for funds");
    await admin.app.getByRole("button", { name: "Pay all", exact: true }).click();
    await admin.app.getByRole("button", { name: "Pay", exact: true }).click();
    await waitForOrder(merchant, "#1001", ["placed", "on_the_way"]);
    await waitForOrder(merchant, "#1002", ["placed", "on_the_way"]);
    const { orders } = await world.supplier.control.audit();
    const paid = (await world.supplier.control.requests({ method: "POST" }))
      .map(({ path }) => orders.find(({ id }) => path.endsWith(`/orders/${id}/pay`))?.externalOrderId)
      .filter((id) => id !== undefined);
    expect(paid).toEqual(orders.map(({ externalOrderId }) => externalOrderId));
    await goTo("/wallet/funds", "Waiting for funds");
    await text("Nothing waits for funds").waitFor();
  });

  await step("has what was delivered come on its day, and arrive twenty days later", async () => {
    await buy("COD");
    await waitForOrder(merchant, "#1003", ["placed", "on_the_way"]);
    for (const { id } of (await world.supplier.control.audit()).orders) {
      await world.supplier.control.moveParcel({ id, status: "SHIPPED" });
      await world.supplier.control.moveParcel({ id, status: "DELIVERED" });
    }
    for (const name of ["#1001", "#1002", "#1003"]) await waitForOrder(merchant, name, ["delivered"]);
    await goTo("/payouts", "Payouts");
    await text("Pending").waitFor();
    await admin.play("Supplier: stock, price, wallet, time", "Pass the time", { days: "21" });
    await waitFor(
      async () => (await database.prisma.parcel.count({ where: { marginStatus: "RELEASED" } })) === 3,
      { what: "all three parcels to be released" },
    );
    const { marginReleaseAt } = await database.prisma.parcel.findFirstOrThrow();
    await goTo(`/payouts?month=${marginReleaseAt?.toISOString().slice(0, 7)}`, "Payouts");
    await text("Released").waitFor();
  });

  await step("finds that orders, ledger and Shopify agree", async () => {
    await goTo("/wallet", "Wallet");
    await admin.app.getByRole("button", { name: "Look for new entries" }).click();
    await admin.page.getByText(/New entries are read (now|within half a minute)/).waitFor();
    await waitFor(
      async () => {
        await goTo("/payouts/check", "Three-way check");
        await admin.app.getByRole("button", { name: "Check now" }).click();
        return (await text("All 3 parcels agree").count()) > 0;
      },
      {
        ...{ what: "all three parcels to agree", everyMs: 3000, timeoutMs: 60_000 },
        describe: async () => (await admin.app.locator("main, body").first().innerText()).slice(0, 1500),
      },
    );
  });

  await step("says that a text could not be copied where the admin's frame forbids it", async () => {
    const { id, shopId, handoff } = await database.prisma.parcel.findFirstOrThrow({
      include: { handoff: true },
    });
    const named = { shopId, side: "ledger" as const, subjectId: id };
    const sums = { kind: "missing" as const, expectedPkr: rupees(540), foundPkr: rupees(0), parcelIds: [id] };
    const found = { foundAt: new Date(), seenAt: new Date() };
    const answer = admin.app.getByRole("textbox", { name: "Text for the supplier" });
    const copied = async () => {
      await database.prisma.settlementDifference.upsert({
        where: { shopId_side_subjectId: named },
        create: { ...named, ...sums, ...found, orderId: handoff.orderId },
        update: {},
      });
      await goTo("/payouts/check", "Three-way check");
      const copy = admin.app.getByRole("button", { name: "Copy a text for the supplier" });
      await copy.click({ timeout: 3000 }).catch(() => null);
      return answer.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    };
    // A check that still runs takes away what it did not find itself.
    await waitFor(copied, { what: "the button to say so", everyMs: 1000, timeoutMs: 30_000 });
    await database.prisma.settlementDifference.deleteMany({ where: named });
  });

  await step("leaves cleanly: nothing is under way, and the products show as sold out", async () => {
    await goTo("/settings/leave", "Leave");
    await text("No parcel is under way.").waitFor();
    await text("Nothing waits to be released.").waitFor();
    for (const [label, { name, holds }] of FILES) {
      const arriving = admin.page.waitForEvent("download");
      await admin.app.getByRole("button", { name: `${label}, as a CSV file` }).click();
      const file = await arriving;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
      expect(await readFile(await file.path(), "utf8"), label).toMatch(holds);
    }
    await admin.app.getByRole("button", { name: "Disconnect", exact: true }).click();
    await admin.app.getByRole("button", { name: "Disconnect", exact: true }).last().click();
    await text("No key is connected.").waitFor();
    await waitFor(async () => forSale().every((available) => available === 0), {
      what: "everything to be sold out",
    });
    await takeOff();
  });

  await step("is linked and stocked again after a return, and nothing is there twice", async () => {
    const before = await listings();
    world.shopify.control.reinstall({ shop: DEMO_SHOP });
    // Disconnecting ended the integration with its keys, so the merchant makes a new one.
    await world.supplier.control.addKey({
      id: "lk_again",
      secret: "again-secret",
      mode: "live",
      integrationId: NEW_INTEGRATION,
    });
    await connectShop(merchant, "lk_again:again-secret");
    expect(await shopRow()).toMatchObject({ state: "installed" });
    await waitFor(async () => forSale().some((available) => available > 0), {
      what: "the products to be stocked again",
    });
    expect(await listings()).toEqual(before);
    expect(world.shopify.control.state({ shop: DEMO_SHOP }).products).toHaveLength(before.length);
    await goTo("/payouts/check", "Three-way check");
    await text("All 3 parcels agree").waitFor();
  });

  await step("goes on with an order that was open when the app was taken off", async () => {
    const { control } = world.shopify;
    await buy("COD");
    await waitForOrder(merchant, "#1004", ["placed"]);
    await takeOff();
    await putBack();
    const { orders } = await world.supplier.control.audit();
    const open = orders.filter(({ status }) => status !== "DELIVERED");
    expect(open).toHaveLength(1);
    for (const { id } of open) await world.supplier.control.moveParcel({ id, status: "SHIPPED" });
    await waitForOrder(merchant, "#1004", ["on_the_way"]);
    const order = () => control.state({ shop: DEMO_SHOP }).orders.find(({ name }) => name === "#1004");
    await waitFor(async () => order()?.fulfillments.length === 1, { what: "the order to be fulfilled once" });
  });

  await step(
    "brings back stock that Shopify moved meanwhile, of a product whose SKU was taken off",
    async () => {
      const { control } = world.shopify;
      const variant = () => control.state({ shop: DEMO_SHOP }).products[0]?.variants[0];
      await takeOff();
      control.deleteService({ shop: DEMO_SHOP, movesStock: true });
      control.setSku({ variantId: variant()?.id ?? "", sku: null });
      const own = variant()?.levels.find(({ available }) => available > 0)?.locationId;
      expect(own).not.toBe((await shopRow()).locationGid);
      await putBack();
      const isStockedHereAlone = async () => {
        const { locationGid } = await shopRow();
        const stocked = variant()?.levels.filter(({ isActive, available }) => isActive && available > 0);
        return stocked?.length === 1 && stocked[0]?.locationId === locationGid;
      };
      await waitFor(isStockedHereAlone, {
        ...{ what: "the product to be stocked at our location alone", timeoutMs: 60_000 },
        describe: async () => JSON.stringify([await shopRow(), variant()]),
      });
      expect(variant()?.levels.find(({ locationId }) => locationId === own)).toMatchObject({ available: 0 });
      expect(control.state({ shop: DEMO_SHOP }).products).toHaveLength(1);
    },
  );
});

/** What a merchant can save before leaving, and something that is in it. */
const FILES = new Map([
  ["Orders", { name: "orders", holds: /#1003/ }],
  ["Listings", { name: "listings", holds: /Pressure Cooker Gasket Set/ }],
  ["Mappings", { name: "mappings", holds: /\S/ }],
  ["Ledger", { name: "ledger", holds: /#1003/ }],
  ["Payouts", { name: "payouts", holds: /#1003/ }],
  ["Profit", { name: "profit", holds: /#1001/ }],
  ["Differences", { name: "differences", holds: /Has to be \(Rs\)/ }],
]);

/** Uninstalled without leaving cleanly. */
async function takeOff(): Promise<void> {
  world.shopify.control.uninstall({ shop: DEMO_SHOP });
  await waitFor(async () => (await shopRow()).state === "uninstalled", { what: "the shop to be gone" });
  await waitFor(async () => !(await isReceiving()), { what: "the supplier's events to stop" });
}

/** Disconnecting ended the first one with its keys. */
const NEW_INTEGRATION = "int_again";

async function isReceiving(): Promise<boolean> {
  const { webhooks } = await world.supplier.control.audit();
  return webhooks.some(({ integrationId, url }) => integrationId === NEW_INTEGRATION && url !== null);
}

/** Installed again, opened, and told of by the supplier again. */
async function putBack(): Promise<void> {
  world.shopify.control.reinstall({ shop: DEMO_SHOP });
  await merchant.open("/");
  await waitFor(isReceiving, { what: "the supplier's events to come again" });
}

const shopRow = () => database.prisma.shop.findFirstOrThrow({ where: { domain: DEMO_SHOP } });

const listings = () =>
  database.prisma.listing.findMany({ select: { id: true, productGid: true }, orderBy: { id: "asc" } });

const forSale = () =>
  world.shopify.control
    .state({ shop: DEMO_SHOP })
    .products.flatMap(({ variants }) =>
      variants.flatMap(({ levels }) => levels.map(({ available }) => available)),
    );
