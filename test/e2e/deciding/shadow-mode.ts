import { beforeAll, expect, it } from "vitest";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import { step } from "#test/support/step.ts";
import type { BoughtOrder, HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;
let order: BoughtOrder;

/** The switches tried without anything being placed. */
export function describeShadowMode(opened: () => HoldHarness): void {
  beforeAll(async () => {
    harness = opened();
    await harness.startOver();
  });

  // One merchant tries the switches first: each step leans on the one before.
  it("shadow mode is begun, tells what would have happened beside what was done, and is ended", {
    timeout: 300_000,
  }, async () => {
    await step("says before it was ever begun what will appear, and is begun under Settings", async () => {
      await harness.admin.openTopic("Placing orders");
      await harness.press("Start shadow mode");
      await strip().first().waitFor();
      await app().getByRole("link", { name: "See them or end it" }).click();
      await app().getByRole("heading", { level: 1, name: "Shadow mode" }).waitFor();
      await harness.sees("No orders here");
      await looksWellOnPhone();
    });

    await step("leaves an order to a press, and its page previews what would be sent", async () => {
      order = harness.buy();
      await harness.open(order, "to_place");
      await harness.sees("Shadow mode is on, so nothing is placed by itself. Press Place to send it.");
      await harness.press("Show preview");
      await harness.sees("What each side pays");
      await harness.sees("The customer pays at the door");
      await harness.sees("Held now");
      await looksWellOnPhone();
      expect(await harness.atService(order)).toEqual([]);
    });

    await step("previews with known terms, and says so, while the supplier does not answer", async () => {
      for (const path of ["/shipping/quote", "/inventory"])
        await harness.world.supplier.control.armFault({
          ...{ kind: "daily_quota_exceeded", method: path === "/inventory" ? "GET" : "POST", path, times: 5 },
        });
      await harness.press("Look again");
      await harness.sees("Today's requests to the supplier are used up, so its stock was not looked at.");
      await harness.sees("these are the terms it told before");
      await harness.mend();
    });

    await step("shows what would have happened beside what the merchant did", async () => {
      const held = harness.buy({
        shippingAddress: {
          city: "Zarqanabad",
          countryCode: "PK",
          address1: "House 5",
          phone: "+923001234567",
        },
      });
      await harness.until(held, "to_place");
      await app().getByRole("link", { name: "See them or end it" }).click();
      await app().getByRole("heading", { level: 1, name: "Shadow mode" }).waitFor();
      await app().getByRole("tab", { name: "Would be held (1)" }).click();
      await app().getByRole("link", { name: held.name }).waitFor();
      await expect.poll(() => app().getByRole("link", { name: order.name, exact: true }).count()).toBe(0);
      await app().getByLabel("What happened").selectOption("placed");
      await harness.sees("No orders here");
      await harness.open(order, "to_place");
      await harness.press("Place with the supplier");
      await harness.until(order, "placed");
      await app().getByRole("link", { name: "See them or end it" }).click();
      await app().locator(".k-rows").getByText("You had it placed").waitFor();
      await harness.sees("You did the same for 1 of the 1 you sent or cancelled.");
      await looksWellOnPhone();
    });

    await step("shows an order that the merchant fulfilled in Shopify as his own", async () => {
      const own = harness.buy();
      await harness.until(own, "to_place");
      await harness.admin.play("Merchant: act on an order in Shopify", "Fulfill by hand", {
        order: own.name,
      });
      await harness.until(own, "finished_in_shopify");
      expect(await harness.atService(own)).toEqual([]);
      await app().getByLabel("What happened").selectOption("fulfilled");
      await app().getByRole("link", { name: own.name, exact: true }).waitFor();
      await app().locator(".k-rows").getByText("You sent it yourself").waitFor();
      await harness.sees("You did the same for 2 of the 2 you sent or cancelled.");
    });

    await step("is ended from the keyboard, and places what comes afterwards", async () => {
      const { page } = harness.admin;
      await app().getByRole("button", { name: "End shadow mode" }).focus();
      await page.keyboard.press("Enter");
      const question = app().getByRole("dialog", { name: "End shadow mode?" });
      await question.getByLabel("Place cash on delivery orders automatically").waitFor();
      await question.getByRole("button", { name: "End it and place automatically" }).focus();
      await page.keyboard.press("Enter");
      await strip().first().waitFor({ state: "hidden" });
      await harness.sees("Off. It was on from");
      const later = harness.buy({ createdAt: new Date(Date.now() + 2000).toISOString() });
      await harness.until(later, "placed");
    });
  });
}

const app = () => harness.admin.app;

const strip = () => app().getByText("nothing is placed by itself", { exact: false });

/** The page as a phone shows it: nothing is wider than the screen, and no rule of axe is broken. */
async function looksWellOnPhone(): Promise<void> {
  const { page } = harness.admin;
  await page.setViewportSize({ width: 360, height: 780 });
  const frame = await frameOf(page);
  const tooWide = () =>
    frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(tooWide).toBeLessThanOrEqual(0);
  expect(await listAxeFindings(frame)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}
