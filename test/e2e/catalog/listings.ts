import { beforeAll, expect, it } from "vitest";
import { connectShop, importProducts } from "#test/demo/set-up-shop.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { step } from "#test/support/step.ts";
import type { OneShop } from "../shops-harness.ts";

let shop: OneShop;
let admin: AdminPage;

/** The list of listings, and the page of one. */
export function describeListings(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    const { merchant, key } = shop;
    await connectShop(merchant, key);
    await importProducts(merchant, ["prd_cooker", "prd_earbuds", "prd_speaker"]);
    admin = await shop.openAt(1280);
    await admin.visit("Listings");
  });

  // One merchant at one list, in order: each step leans on the one before.
  it("the listings' pages find, sort and change listings, and show one with both sides", {
    timeout: 240_000,
  }, async () => {
    await step("find a listing by the beginning of a word, and keep the search in the address", async () => {
      await showsRows(3);
      await search().fill("earb");
      await showsRows(1);
      expect(await rows().first().textContent()).toContain("Wireless Earbuds");
      await expect.poll(() => admin.page.url()).toContain("search=earb");
      await search().fill("");
      await showsRows(3);
    });

    await step(
      "say that they are read, where that takes a while, and show the tab that was pressed at once",
      async () => {
        const answer = Promise.withResolvers<void>();
        const isListings = (url: URL) => url.pathname === "/listings" && url.searchParams.has("_data");
        await admin.page.context().route(isListings, async (route) => {
          await answer.promise;
          await route.continue();
        });
        const body = admin.app.locator(".k-list-body");
        const tab = admin.app.getByRole("tab", { name: /^Needs you/ });
        await tab.click();
        await admin.app.getByRole("status").getByText("Reading the list").waitFor({ state: "attached" });
        expect(await body.getAttribute("aria-busy")).toBe("true");
        expect(await tab.getAttribute("aria-selected")).toBe("true");
        answer.resolve();
        await expect.poll(() => admin.app.locator(".k-list-body[aria-busy=true]").count()).toBe(0);
        expect(await admin.app.getByText("Reading the list").count()).toBe(0);
        await admin.page.context().unroute(isListings);
        await admin.app.getByRole("tab", { name: /^All/ }).click();
        await showsRows(3);
      },
    );

    await step("stand by title once its heading is pressed", async () => {
      const heading = admin.app.getByRole("columnheader", { name: /Product/ }).getByRole("button");
      await heading.click();
      await expect.poll(() => admin.page.url()).toContain("sort=title");
      const titles = async () =>
        (await rows().locator("a").allTextContents()).map((title) => title.toLowerCase());
      await expect.poll(titles).toEqual((await titles()).toSorted());
      await heading.click();
      await expect.poll(() => admin.page.url()).toContain("sort=title_down");
      await expect.poll(titles).toEqual((await titles()).toSorted().toReversed());
      expect(await rows().first().textContent()).toMatch(/ago|just now/);
    });

    await step("set a policy for a selection, with what became of each listing", async () => {
      for (const at of [0, 1]) await rows().nth(at).getByRole("checkbox").check();
      await admin.app.getByRole("button", { name: "Set a policy" }).first().click();
      const dialog = admin.app.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Policy" }).selectOption("whenRemoved");
      await dialog.getByRole("combobox", { name: "What to do" }).selectOption("archive");
      await dialog.getByRole("button", { name: "Set it for 2 listings" }).click();
      await admin.app.getByRole("heading", { level: 1, name: "Setting a policy for 2 listings" }).waitFor();
      await admin.app.getByText("2 of 2 done.").waitFor({ timeout: 30_000 });
    });

    await step("show a listing of it with its own policy and both sides", async () => {
      await admin.app.getByRole("link", { name: /Done/ }).first().click();
      await admin.app.getByRole("heading", { name: "Side by side" }).waitFor();
      const removed = admin.app.getByRole("combobox", { name: "When the supplier removes it" });
      expect(await removed.inputValue()).toBe("archive");
      await admin.app.getByRole("cell", { name: /For sale|Draft/ }).waitFor();
    });

    await step("show what a rule of its own makes of a price before it is saved", async () => {
      await admin.app.getByText("By a rule of its own").click();
      await admin.app.getByText("Cost plus an amount").click();
      const plus = admin.app.getByRole("textbox", { name: "Plus" });
      await plus.fill("much");
      await admin.app.getByText("Enter what to add, in whole rupees.").waitFor();
      await plus.fill("5911");
      await admin.app.locator(".k-lines dd").filter({ hasText: "→" }).first().waitFor();
      await admin.app.getByRole("button", { name: "Save its own rule" }).click();
      await admin.app.getByText("It was given a price rule of its own").waitFor();
      expect(await admin.app.getByRole("button", { name: "Save its own rule" }).count()).toBe(0);
    });

    await step("refuse a price below the minimum beside its field", async () => {
      await admin.app.getByRole("button", { name: "Fix the price" }).first().click();
      const field = admin.app.getByRole("spinbutton", { name: /^Price of/ });
      await field.fill("1");
      await admin.app.getByRole("button", { name: "Fix it" }).click();
      await admin.app.getByText("is the lowest price allowed").waitFor();
      await admin.app.getByRole("button", { name: "Not now" }).click();
    });

    await step("say what a check found", async () => {
      await admin.app.getByRole("button", { name: "Check now" }).click();
      await admin.app.getByText("Shopify is compared now").waitFor();
    });
  });
}

const rows = () => admin.app.locator("tbody tr");

const search = () => admin.app.getByRole("textbox", { name: "Title or SKU" });

const showsRows = (count: number) => expect.poll(() => rows().count()).toBe(count);
