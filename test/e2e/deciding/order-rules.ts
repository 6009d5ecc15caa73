import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import { step } from "#test/support/step.ts";
import type { HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;

/** Rules, waiting time and working hours. */
export function describeOrderRules(opened: () => HoldHarness): void {
  beforeAll(() => {
    harness = opened();
  });
  afterEach(async () => {
    await harness.dropRules();
    await harness.setTimes({});
  });

  it("the rules of a shop are added, refused with the reason, changed, used on a phone and removed", {
    timeout: 240_000,
  }, async () => {
    await step("begin with three that are one press each", async () => {
      await harness.admin.openTopic("Holds");
      await app().getByRole("heading", { name: "No order is held by a rule" }).waitFor();
      await button("Hold doubtful addresses").click();
      await app().getByRole("heading", { name: "Orders with a doubtful address" }).waitFor();
      await harness.sees("The next order with a doubtful address waits until you place or cancel it.");
      expect(await listAxeFindings(await frameOf(harness.admin.page))).toEqual([]);
      await remove("Orders with a doubtful address");
      await app().getByRole("heading", { name: "No order is held by a rule" }).waitFor();
    });

    await step("are added by the keyboard, hold an order, and let it go when they are removed", async () => {
      await field("Hold orders by").focus();
      await type("Tab");
      await harness.admin.page.keyboard.type("20,000");
      await type("Enter");
      await app().getByRole("heading", { name: "Orders over Rs 20,000" }).waitFor();
      const [first, second] = [1, 2].map(() => harness.buy({ lines: [harness.line("cooker", 20_000)] }));
      if (!first || !second) throw new Error("Nothing was bought");
      await harness.until(second, "held");
      await harness.open(first, "held");
      await harness.sees("Your rules hold orders over Rs 20,000.");
      await harness.press("Place anyway");
      await harness.isPlaced(first);
      await harness.admin.openTopic("Holds");
      const known = await harness.db.order.count();
      await harness.sees(`Would have held 2 of ${known} orders known since`);
      await remove("Orders over Rs 20,000");
      await harness.isPlaced(second);
    });

    await step("are refused with the reason at the field, and with what may be meant", async () => {
      await harness.admin.openTopic("Holds");
      await field("Over").fill("0");
      await button("Add this rule").click();
      await harness.sees("A whole number above 0.");
      await expect.poll(() => hasFocus("Over")).toBe(true);
      await field("Hold orders by").selectOption("city");
      expect(await app().getByText("A whole number above 0.").count()).toBe(0);
      await field("City it goes to").fill("Karachee");
      await button("Add this rule").click();
      await harness.sees("This is not a city we know.");
      expect(await listAxeFindings(await frameOf(harness.admin.page))).toEqual([]);
      await button("Karachi").click();
      await app().getByRole("heading", { name: "Orders to Karachi" }).waitFor();
      await field("Hold orders by").selectOption("tag");
      await button("Add this rule").click();
      await harness.sees("Fill this in.");
      await field("Hold orders by").selectOption("product");
      await field("Product").fill("Samovar");
      await button("Add this rule").click();
      await harness.sees("No product that is linked to the supplier is called so.");
      await field("Product").fill("gasket");
      await button("Add this rule").click();
      await app().getByRole("heading", { name: "Orders with “Pressure Cooker Gasket Set”" }).waitFor();
      expect((await rules()).map(({ kind }) => kind)).toEqual(["city", "product"]);
    });

    await step("are switched off and changed, and whoever leaves half way is asked", async () => {
      await button("Switch off: Orders to Karachi").click();
      await harness.sees("Off: orders to Karachi go by themselves.");
      expect((await rules()).map(({ enabled }) => enabled)).toEqual([false, true]);
      await button("Change: Orders to Karachi").click();
      const city = app().getByLabel("City it goes to", { exact: true }).first();
      await city.fill("Lahore");
      await harness.staysWhenAsked();
      await button("Save").click();
      await app().getByRole("heading", { name: "Orders to Lahore" }).waitFor();
      expect((await rules())[0]).toMatchObject({ enabled: false, params: { city: "Lahore" } });
    });

    await step("are read and used on a phone", async () => {
      const phone = await harness.openAt(360);
      await phone.openTopic("Holds");
      await phone.app.getByRole("heading", { name: "Orders to Lahore" }).waitFor();
      const frame = await frameOf(phone.page);
      expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await phone.app.getByRole("button", { name: "Switch on: Orders to Lahore" }).click();
      await phone.app.getByText("The next order to Lahore waits", { exact: false }).waitFor();
      await phone.page.close();
    });
  });

  describe("waiting time and working hours", () => {
    it("are saved from the bar of the admin, and what cannot be saved is marked", async () => {
      await harness.admin.openTopic("Waiting time and working hours");
      await app().getByLabel("How long orders wait", { exact: false }).selectOption("until");
      await field("Until").fill("17:30");
      await app().getByText("Only in working hours", { exact: true }).click();
      for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
        await app().getByLabel(day).uncheck();
      await harness.sees("Choose at least one day.");
      const save = harness.admin.page.getByRole("button", { name: "Save" });
      expect(await save.isDisabled()).toBe(true);
      await app().getByLabel("Sunday").check();
      await field("From").fill("22:00");
      await field("To").fill("04:00");
      await harness.sees("On the next day.");
      expect(await listAxeFindings(await frameOf(harness.admin.page))).toEqual([]);
      await save.click();
      const saved = () => harness.db.shop.findFirst();
      await expect.poll(async () => (await saved())?.graceUntilMinute).toBe(1050);
      expect(await saved()).toMatchObject({
        ...{ workingDays: [7], workingFromMinute: 1320, workingToMinute: 240 },
      });
      // Whoever leaves before the page knows that it is saved is asked.
      await save.waitFor({ state: "hidden" });
    });
  });
}

const app = () => harness.admin.app;

const button = (name: string) => app().getByRole("button", { name, exact: true });

const field = (name: string) => app().getByLabel(name, { exact: true });

const rules = () => harness.db.orderRule.findMany({ orderBy: { createdAt: "asc" } });

/** A screen reader reads out what is wrong with a field that takes the focus. */
const hasFocus = (name: string) => field(name).evaluate((element) => element === document.activeElement);

/** By the keyboard alone, on whatever has the focus by then. */
async function type(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await harness.admin.page.keyboard.press(key);
}

async function remove(title: string): Promise<void> {
  const row = app()
    .getByRole("listitem")
    .filter({ has: app().getByRole("heading", { name: title }) });
  await row.getByRole("button", { name: "Remove", exact: true }).click();
  await button("Remove the rule").click();
  await row.waitFor({ state: "detached" });
}
