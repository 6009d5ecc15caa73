import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toOrderGid } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { openPage } from "#test/support/browser.ts";
import { frameOf } from "#test/support/outline.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

const ADDRESS = "ali@rang.example";
const WRONG = "alli@rang.example";

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let admin: AdminPage;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  browser = await shareBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const button = (name: string) => admin.app.getByRole("button", { name, exact: true });
const lastMail = (to: string, subject: RegExp) =>
  waitFor(
    async () => world.mail.received.findLast((mail) => mail.to.includes(to) && subject.test(mail.subject)),
    {
      what: `a mail to ${to}`,
    },
  );
const add = async (address: string) => {
  await admin.app.getByLabel("Mail address").fill(address);
  await button("Add").click();
  await admin.app.getByRole("button", { name: `Remove ${address}` }).waitFor();
};

/** As somebody outside the admin: opens the link of a mail and presses the page's one button. */
async function press(link: string | undefined, name: string): Promise<string> {
  const page = await openPage(browser, { width: 360 });
  await page.goto(link ?? "");
  expect(await listAxeFindings(page.mainFrame())).toEqual([]);
  await page.getByRole("button", { name }).click();
  const done = (await page.getByRole("status").textContent()) ?? "";
  await page.close();
  return done;
}

describe("the parts of Flow, on a phone", () => {
  let flow: AdminPage;

  beforeAll(async () => {
    flow = await openAdmin(await openPage(browser, { width: 360 }), world.admin.url);
    await flow.openTopic("Flow");
  });

  it("shows every part of Flow as off, and switches one on by the keyboard, with who and when", async () => {
    const { app, page } = flow;
    const boxes = app.getByRole("checkbox");
    expect(await boxes.count()).toBe(13);
    for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false);
    await app.getByRole("checkbox", { name: "Supplier order held" }).press("Space");
    await app.getByRole("checkbox", { name: "Hold supplier order" }).press("Space");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved").waitFor();
    await app
      .getByText(/On since .*, by you\./)
      .first()
      .waitFor();
    expect(await app.getByText(/On since .*, by you\./).count()).toBe(2);
  });

  it.each([360, 1280])("keeps the rules of axe and scrolls nowhere sideways, %i wide", async (width) => {
    await flow.page.setViewportSize({ width, height: 900 });
    const frame = await frameOf(flow.page);
    expect(await listAxeFindings(frame)).toEqual([]);
    expect(await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await flow.page.setViewportSize({ width: 360, height: 900 });
  });

  it("takes back what was not saved", async () => {
    const { app, page } = flow;
    const box = app.getByRole("checkbox", { name: "Cancel supplier order" });
    await box.press("Space");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expect.poll(() => box.isChecked()).toBe(false);
  });

  it("refuses staff whom the owner did not let decide what is placed, and says so in the page", async () => {
    const { app, page } = flow;
    await page.locator("#user").selectOption({ label: "Staff" });
    await app
      .getByText(/by the owner\./)
      .first()
      .waitFor();
    await app.getByRole("checkbox", { name: "Cancel supplier order" }).press("Space");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await app.getByText("Only the owner of the store can do this.").waitFor();
  });
});

describe("who is told by mail", () => {
  it("is asked, confirms outside the admin, and gets a test mail", async () => {
    await admin.openTopic("Notifications");
    await admin.app.getByText("The last mails appear here", { exact: false }).waitFor();
    await admin.app.getByLabel("Mail address").fill("not an address");
    await button("Add").click();
    await admin.app.getByText("This is no mail address.").waitFor();
    const address = admin.app.getByLabel("Mail address");
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
    await add(ADDRESS);
    await admin.app.getByText("Asked, not confirmed yet").waitFor();
    const asked = await lastMail(ADDRESS, /Do you want mails/);
    const link = /http\S+\/mail\/confirm\S+/.exec(asked.text)?.[0];
    expect(await press(link, "Send me these mails")).toContain("You now get mails");
    await admin.openTopic("Notifications");
    await admin.app.getByText("Gets mails").waitFor();
    await button("Send a test mail").click();
    await lastMail(ADDRESS, /reach you/);
    await admin.openTopic("Notifications");
    await admin.app.getByText("Test mail", { exact: true }).waitFor();
    expect(await listAxeFindings(await frameOf(admin.page))).toEqual([]);
  });

  it("chooses what is told from the bar of the admin, saving only what was changed", async () => {
    await admin.app.getByLabel("Prices that rose").selectOption("at_once");
    await admin.app.getByLabel("A price is told of when it rises by more than").fill("25");
    await admin.page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await database.prisma.notificationSettings.findFirst())?.priceRisePercent)
      .toBe(25);
    const choice = await database.prisma.notificationChoice.findFirst({ where: { kind: "prices_up" } });
    expect(choice?.urgency).toBe("at_once");
  });

  it("gets the digest of the day once its hour has come", async () => {
    const shop = await database.prisma.shop.findFirstOrThrow();
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const order = await database.prisma.order.create({
      data: { shopId: shop.id, orderGid: toOrderGid("gid://shopify/Order/42"), name: "#1042", state: "held" },
    });
    await database.prisma.attention.create({
      data: {
        ...{ shopId: shop.id, code: "city_unknown", thing: "order", thingId: order.id },
        openedAt: anHourAgo,
      },
    });
    const hour = { digestHour: 0, digestDay: "2026-01-01" };
    await database.prisma.notificationSettings.updateMany({ data: hour });
    await database.prisma.notificationChoice.updateMany({
      data: { notifiedUntil: new Date(anHourAgo.getTime() - 60_000) },
    });
    await admin.page.goto(
      `${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan/activity?view=checks`,
    );
    await admin.app.getByRole("button", { name: "Run now: Mails to you and your team" }).click();
    const digest = await lastMail(ADDRESS, /what came up until/);
    expect(digest.text).toContain("Order #1042 waits for you.");
  });

  it("is told of an address that the mail server refuses, and tries it again", async () => {
    world.mail.faults([{ kind: "refuse_address", to: WRONG }]);
    await admin.openTopic("Notifications");
    await add(WRONG);
    await expect.poll(async () => database.prisma.mailRecipient.count({ where: { refusal: "550" } })).toBe(1);
    await admin.openTopic("Notifications");
    await admin.app.getByText("Refused by the mail server").waitFor();
    await admin.app.getByText("delivers nothing to this address (550)", { exact: false }).waitFor();
    await admin.app.getByRole("button", { name: `Try ${WRONG} again` }).click();
    await lastMail(WRONG, /Do you want mails/);
    await admin.app.getByText("Asked, not confirmed yet").waitFor();
    await admin.app.getByRole("button", { name: `Remove ${WRONG}` }).click();
    await admin.app.getByText(WRONG).first().waitFor({ state: "hidden" });
  });

  it("is seen in the stand-in of the admin, which shows each mail with its links", async () => {
    const store = `${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}`;
    const page = await openPage(browser, { width: 360 });
    await page.goto(`${store}/mails`);
    await page.getByRole("link", { name: /what came up until/ }).click();
    expect(await page.locator("pre.mail").textContent()).toContain("Order #1042 waits for you.");
    const link = page.locator("pre.mail a").first();
    expect(await link.getAttribute("href")).toBe(`/store/${DEMO_SHOP.split(".")[0]}/apps/karwan/orders`);
    await page.getByRole("link", { name: "All mails" }).click();
    await page
      .getByRole("link", { name: /Do you want mails/ })
      .first()
      .waitFor();
    await page.close();
  });

  it("leaves by the link of any mail", async () => {
    const digest = await lastMail(ADDRESS, /what came up until/);
    const link = /http\S+\/mail\/unsubscribe\S+/.exec(digest.text)?.[0];
    expect(await press(link, "Send me no more mails")).toContain("You get no more mails");
    await admin.openTopic("Notifications");
    await admin.app.getByText("Wants no mails").waitFor();
  });
});

describe("without a mail server", () => {
  it("the page says that the operator has set up none, and takes no address", async () => {
    await world.app.stop();
    await world.restartApp({ SMTP_URL: "", MAIL_FROM: "" });
    await admin.openTopic("Notifications");
    await admin.app.getByText("The operator of Karwan has not set up mail.", { exact: false }).waitFor();
    expect(await admin.app.getByLabel("Mail address").count()).toBe(0);
  });
});
