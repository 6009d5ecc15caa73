import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toOrderGid } from "#app/platform/ids.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { openPage } from "#test/support/browser.ts";
import { frameOf } from "#test/support/outline.ts";
import { step } from "#test/support/step.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { OneShop } from "../shops-harness.ts";

const ADDRESS = "ali@rang.example";
const WRONG = "alli@rang.example";
let shop: OneShop;
let admin: AdminPage;

/** Flow and mails, in the settings of a shop without a key. */
export function describeSettings(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    admin = await shop.openAt(1280);
  });

  it("the parts of Flow are switched on, by the owner alone, on a phone", { timeout: 300_000 }, async () => {
    const flow = await shop.openAt(360);
    await flow.openTopic("Flow");

    await step(
      "shows every part of Flow as off, and switches one on by the keyboard, with who and when",
      async () => {
        const { app, page } = flow;
        const boxes = app.getByRole("checkbox");
        expect(await boxes.count()).toBe(13);
        for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false);
        await app.getByRole("checkbox", { name: "Supplier order held" }).press("Space");
        await app.getByRole("checkbox", { name: "Hold supplier order" }).press("Space");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.getByText("Saved", { exact: true }).waitFor();
        await app
          .getByText(/On since .*, by you\./)
          .first()
          .waitFor();
        expect(await app.getByText(/On since .*, by you\./).count()).toBe(2);
      },
    );

    await step("keeps the rules of axe and scrolls nowhere sideways", async () => {
      const frame = await frameOf(flow.page);
      for (const width of [1280, 360]) {
        await flow.page.setViewportSize({ width, height: 900 });
        expect(await listAxeFindings(frame), `${width} wide`).toEqual([]);
        expect(await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      }
    });

    await step("takes back what was not saved", async () => {
      const { app, page } = flow;
      const box = app.getByRole("checkbox", { name: "Cancel supplier order" });
      await box.press("Space");
      await page.getByRole("button", { name: "Discard", exact: true }).click();
      await expect.poll(() => box.isChecked()).toBe(false);
    });

    await step(
      "refuses staff whom the owner did not let decide what is placed, and says so in the page",
      async () => {
        const { app, page } = flow;
        await page.locator("#user").selectOption({ label: "Staff" });
        await app
          .getByText(/by the owner\./)
          .first()
          .waitFor();
        await app.getByRole("checkbox", { name: "Cancel supplier order" }).press("Space");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await app.getByText("Only the owner of the store can do this.").waitFor();
      },
    );
  });

  it("who is told by mail is asked, confirms, gets the digest, and leaves by the link of any mail", {
    timeout: 300_000,
  }, async () => {
    await step("is asked, confirms outside the admin, and gets a test mail", async () => {
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

    await step("chooses what is told from the bar of the admin, saving only what was changed", async () => {
      await admin.app.getByLabel("Prices that rose").selectOption("at_once");
      await admin.app.getByLabel("A price is told of when it rises by more than").fill("25");
      await admin.page.getByRole("button", { name: "Save" }).click();
      await expect
        .poll(
          async () => (await shop.database.prisma.notificationSettings.findFirst(ofShop()))?.priceRisePercent,
        )
        .toBe(25);
      const choice = await shop.database.prisma.notificationChoice.findFirst({
        where: { ...ofShop().where, kind: "prices_up" },
      });
      expect(choice?.urgency).toBe("at_once");
    });

    await step("gets the digest of the day once its hour has come", async () => {
      const { id: shopId } = await shop.database.prisma.shop.findFirstOrThrow({
        where: { domain: shop.domain },
      });
      const anHourAgo = new Date(Date.now() - 3_600_000);
      const order = await shop.database.prisma.order.create({
        data: {
          shopId,
          orderGid: toOrderGid("gid://shopify/Order/42"),
          name: "#1042",
          state: "held",
        },
      });
      await shop.database.prisma.attention.create({
        data: {
          ...{ shopId, code: "city_unknown", thing: "order", thingId: order.id },
          openedAt: anHourAgo,
        },
      });
      const hour = { digestHour: 0, digestDay: "2026-01-01" };
      await shop.database.prisma.notificationSettings.updateMany({ where: { shopId }, data: hour });
      await shop.database.prisma.notificationChoice.updateMany({
        where: { shopId },
        data: { notifiedUntil: new Date(anHourAgo.getTime() - 60_000) },
      });
      await admin.page.goto(`${shop.folder}/activity?view=checks`);
      await admin.app.getByRole("button", { name: "Run now: Mails to you and your team" }).click();
      const digest = await lastMail(ADDRESS, /what came up until/);
      expect(digest.text).toContain("Order #1042 waits for you.");
    });

    await step("is told of an address that the mail server refuses, and tries it again", async () => {
      shop.world.mail.faults([{ kind: "refuse_address", to: WRONG }]);
      await admin.openTopic("Notifications");
      await add(WRONG);
      await expect
        .poll(async () =>
          shop.database.prisma.mailRecipient.count({ where: { ...ofShop().where, refusal: "550" } }),
        )
        .toBe(1);
      await admin.openTopic("Notifications");
      await admin.app.getByText("Refused by the mail server").waitFor();
      await admin.app.getByText("delivers nothing to this address (550)", { exact: false }).waitFor();
      await admin.app.getByRole("button", { name: `Try ${WRONG} again` }).click();
      await lastMail(WRONG, /Do you want mails/);
      await admin.app.getByText("Asked, not confirmed yet").waitFor();
      await admin.app.getByRole("button", { name: `Remove ${WRONG}` }).click();
      await admin.app.getByText(WRONG).first().waitFor({ state: "hidden" });
    });

    await step("is seen in the stand-in of the admin, which shows each mail with its links", async () => {
      const store = shop.folder.replace(/\/apps\/.*/, "");
      const page = await openPage(shop.browser, { width: 360 });
      await page.goto(`${store}/mails`);
      await page.getByRole("link", { name: /what came up until/ }).click();
      expect(await page.locator("pre.mail").textContent()).toContain("Order #1042 waits for you.");
      const link = page.locator("pre.mail a").first();
      expect(await link.getAttribute("href")).toBe(`${new URL(shop.folder).pathname}/orders`);
      await page.getByRole("link", { name: "All mails" }).click();
      await page
        .getByRole("link", { name: /Do you want mails/ })
        .first()
        .waitFor();
      await page.close();
    });

    await step("leaves by the link of any mail", async () => {
      const digest = await lastMail(ADDRESS, /what came up until/);
      const link = /http\S+\/mail\/unsubscribe\S+/.exec(digest.text)?.[0];
      expect(await press(link, "Send me no more mails")).toContain("You get no more mails");
      await admin.openTopic("Notifications");
      await admin.app.getByText("Wants no mails").waitFor();
    });
  });

  describe("without a mail server", () => {
    afterAll(async () => {
      await shop.world.app.stop();
      await shop.world.restartApp();
    });

    it("the page says that the operator has set up none, and takes no address", async () => {
      await admin.openTopic("Flow");
      await shop.world.app.stop();
      await shop.world.restartApp({ SMTP_URL: "", MAIL_FROM: "" });
      await admin.openTopic("Notifications");
      await admin.app.getByText("The operator of Karwan has not set up mail.", { exact: false }).waitFor();
      expect(await admin.app.getByLabel("Mail address").count()).toBe(0);
    });
  });
}

const ofShop = () => ({ where: { shop: { domain: shop.domain } } });
const button = (name: string) => admin.app.getByRole("button", { name, exact: true });

const lastMail = (to: string, subject: RegExp) =>
  waitFor(
    async () =>
      shop.world.mail.received.findLast((mail) => mail.to.includes(to) && subject.test(mail.subject)),
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
  const page = await openPage(shop.browser, { width: 360 });
  await page.goto(link ?? "");
  expect(await listAxeFindings(page.mainFrame())).toEqual([]);
  await page.getByRole("button", { name }).click();
  const done = (await page.getByRole("status").textContent()) ?? "";
  await page.close();
  return done;
}
