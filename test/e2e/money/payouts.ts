import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import type { MadeParcel } from "#test/integration/payouts/payouts-harness.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import { type MoneyHarness, openMoneyHarness, widthOf } from "../money-harness.ts";
import type { OneShop } from "../shops-harness.ts";

let harness: MoneyHarness;
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const frozen = { quote: { platformFeePercent: 10, platformFeeBasis: "margin" } };
/** What a month of deliveries left: most wait for their date, some have moved, one was taken back. */
const delivered: readonly MadeParcel[] = [
  ...[0, 0, 1, 2, 2, 2, 4, 5, 9, 12, 18].map((days) => ({ marginReleaseAt: inDays(days), terms: frozen })),
  { marginReleaseAt: inDays(2), paymentMode: "PREPAID", terms: frozen },
  { marginReleaseAt: inDays(0), marginStatus: "RELEASED" },
  { marginReleaseAt: inDays(0), marginStatus: "REVERSED" },
  { marginReleaseAt: inDays(-3) },
  { marginReleaseAt: null },
];
/** Enough parcels of a city to say something of it. */
const enough = Array.from({ length: 20 }, (): MadeParcel => {
  const refused = { status: "RETURNED", returnType: "rto", rtoChargePkr: rupees(350) } as const;
  return { ...refused, city: "Karachi", marginStatus: "NONE", deliveredAt: null };
});

/** What was earned, is to come and was lost. */
export function describePayouts(opened: () => OneShop): void {
  beforeAll(async () => {
    harness = await openMoneyHarness(opened(), { parcels: [...delivered, ...enough] });
  });

  describe("the pages of payouts", () => {
    it("draw what comes, with its figures as a table; what draws is loaded once, where it is first shown", async () => {
      const { page, app, visit } = await harness.openAt(1280);
      const loaded: string[] = [];
      page.on("request", (request) => isDrawing(request.url()) && loaded.push(request.url()));
      const soon = app.getByRole("link", { name: /Coming in the next 7 days/ });
      expect(await soon.textContent()).toContain("Rs 4,260");
      await visit("Orders");
      const drawn = app.locator(".recharts-bar-rectangle path").first();
      await visit("Payouts");
      await app.locator(".k-chart").first().scrollIntoViewIfNeeded();
      await drawn.waitFor();
      expect(loaded.length).toBeLessThanOrEqual(1);
      expect(await app.locator(".k-figure").first().textContent()).toContain("Rs 4,260");
      await app.getByText("Show as table").click();
      const table = app.getByRole("table", { name: "Pending rupees by release date, the next 30 days" });
      expect(await table.getByRole("row").count()).toBe(9);
      expect(await table.getByRole("row").nth(3).textContent()).toContain("Rs 1,620−Rs 60");
      const calendar = app.getByRole("table", { name: /Rupees by release date in/ });
      const today = calendar.locator("td[aria-current=date]");
      // Two pending margins and a released one; what was taken back is in no sum.
      expect(await today.textContent()).toBe(`${dayOfShop()}Rs 1,620`);
      const days = await calendar.locator(".k-calendar-date").allTextContents();
      expect(days.map(Number)).toEqual(days.map((_, at) => at + 1));
      expect(days.length).toBeGreaterThanOrEqual(28);
      await page.context().close();
    });

    it("open a day, and of it a parcel, to the rule that made its number", async () => {
      const admin = await harness.openAt(360);
      const { page, app, visit } = admin;
      await visit("Payouts");
      await app.getByRole("link", { name: /no release date yet/ }).click();
      await app.getByRole("heading", { level: 1, name: "No release date yet" }).waitFor();
      expect(await app.locator("summary").textContent()).toContain("about Rs 540");
      await app.getByRole("link", { name: "Payouts" }).click();
      await app.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
      await app.locator(".k-rows a", { hasText: "Reversed" }).click();
      const pending = app.locator("summary", { hasText: "Pending" }).first();
      await pending.click();
      const rule = app.locator("details[open]");
      await rule.getByText("Service fee (10% of the margin, as agreed when it was placed)").waitFor();
      await rule.getByText("Will be released to your wallet").waitFor();
      expect(await widthOf(admin)).toBeLessThanOrEqual(360);
      await page.context().close();
    });

    it("tell what was earned, is to come and was lost", async () => {
      const admin = await harness.openAt(1280);
      const { page, app, visit } = admin;
      await visit("Payouts");
      await app.getByRole("link", { name: "Profit" }).click();
      await app.getByRole("heading", { level: 1, name: "Profit" }).waitFor();
      await app.getByLabel("Show").selectOption({ label: "By city" });
      const lahore = app.locator(".k-rows > li", { hasText: "Lahore" });
      await lahore.waitFor();
      expect(await lahore.textContent()).toContain("Earned Rs 540");
      const grey = (row: Locator) => row.locator(".Polaris-Text--subdued", { hasText: "Rs" }).count();
      expect(await grey(lahore)).toBe(2);
      expect(await grey(app.locator(".k-rows > li", { hasText: "Karachi" }))).toBe(0);
      await page.setViewportSize({ width: 360, height: 780 });
      expect(await widthOf(admin)).toBeLessThanOrEqual(360);
      await page.context().close();
    });

    it("tell where parcels are refused, and grey what few parcels say", async () => {
      const admin = await harness.openAt(1280, "/payouts/profit");
      const { page, app } = admin;
      await app.getByRole("link", { name: "Refusals" }).click();
      await app.getByRole("heading", { level: 1, name: "Refusals" }).waitFor();
      const karachi = app.locator(".k-rows > li", { hasText: "Karachi" });
      expect(await karachi.textContent()).toContain("100% refused20 of 20 parcelsexpect 84 to 100%");
      const lahore = app.locator(".k-rows > li", { hasText: "Lahore" });
      expect(await lahore.textContent()).toContain("0% refused0 of 16 parcels");
      expect(await listAxeFindings(await frameOf(page))).toEqual([]);
      const grey = lahore.locator(".Polaris-Text--subdued", { hasText: "% refused" });
      expect(await grey.count()).toBe(1);
      await karachi.getByRole("button", { name: "Hold orders like these" }).click();
      await app.getByText("New orders to Karachi that would go by themselves wait for you.").waitFor();
      await app.getByRole("button", { name: "Hold them" }).click();
      await karachi.getByText("Held by your rule.").waitFor();
      await app.getByLabel("Show").selectOption({ label: "By way of paying" });
      await app.locator(".k-rows > li", { hasText: "Cash on delivery" }).waitFor();
      await app.getByLabel("Ordered until").fill("2020-01-31");
      await app.getByText("No parcel has ended yet").waitFor();
      await page.setViewportSize({ width: 360, height: 780 });
      expect(await widthOf(admin)).toBeLessThanOrEqual(360);
      await page.context().close();
    });

    it("show the figures where the code that draws cannot be loaded", async () => {
      // Home draws too.
      const { page, app, visit } = await harness.openAt(1280, "/orders");
      // By the page itself: a request may pass by what takes requests on their way.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Network.enable");
      await devtools.send("Network.setBlockedURLs", { urls: [`*${drawing}*`] });
      await visit("Payouts");
      await app.getByText("The chart could not be loaded. Its figures are in the table.").waitFor();
      await app.getByText("Show as table").click();
      await app.getByRole("cell", { name: "Rs 1,620", exact: true }).waitFor();
      await page.context().close();
    });
  });
}

/** The day of the month where the shop is. */
const dayOfShop = () =>
  new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Karachi", day: "numeric" }).format(new Date());

const drawing = "/drawn-days-";
const isDrawing = (url: string) => url.includes(drawing);
