import type { FrameLocator } from "playwright-core";
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
const delivered = (days: number): MadeParcel => ({
  deliveredAt: inDays(days),
  marginReleaseAt: inDays(days + 20),
});
const refused = (days: number): MadeParcel => ({
  ...{ status: "RETURNED", returnType: "rto", deliveredAt: null, returnedAt: inDays(days) },
  ...{ marginStatus: "NONE", rtoChargePkr: rupees(350) },
});
const times = (count: number, parcel: MadeParcel) => Array.from({ length: count }, () => parcel);

/** Home, once parcels have ended. */
export function describeHome(opened: () => OneShop): void {
  beforeAll(async () => {
    harness = await openMoneyHarness(opened(), {
      parcels: [...times(12, delivered(-3)), ...times(4, delivered(-15)), ...times(5, refused(-3))],
    });
  });

  describe("Home, once parcels have ended", () => {
    it("has four figures, each leading to what is behind it", async () => {
      const { page, app } = await harness.openAt(1280);
      const figures = await readFigures(app);
      expect(figures).toHaveLength(4);
      expect(figures[0]).toContain("To place");
      expect(figures[1]).toContain("On the way");
      expect(figures[2]).toMatch(/^AvailableRs [\d,]+as of \w{3} \d+ \w{3}, \d\d:\d\d$/);
      expect(figures[3]).toMatch(/^Coming in the next 7 daysRs 2,1604 parcels$/);
      await app.getByRole("link", { name: /Coming in the next 7 days/ }).click();
      await app.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
      await page.context().close();
    });

    it("draws both charts, each with its figures as a table", async () => {
      const { page, app } = await harness.openAt(1280);
      await app.locator(".k-chart").first().scrollIntoViewIfNeeded();
      await app.locator(".recharts-bar-rectangle path").first().waitFor();
      const ended = app.getByRole("figure", { name: /Parcels delivered and refused by day/ });
      await ended.getByText("Show as table").click();
      const rows = await ended.getByRole("row").allTextContents();
      expect(rows.map((row) => row.replace(/^\w{3} \d+ \w{3}/, ""))).toEqual([
        "DayDeliveredRefused",
        "40",
        "125",
      ]);
      const money = app.getByRole("figure", { name: /Pending rupees by release date/ });
      await money.getByText("Show as table").click();
      expect(await money.getByRole("row").nth(1).textContent()).toContain("Rs 2,160");
      await page.context().close();
    });

    it("has the account's limits one key press away, and fits a phone", async () => {
      const admin = await harness.openAt(360);
      const { page, app } = admin;
      const disclosure = app.getByRole("button", { name: "Show the limits" });
      expect(
        await app
          .getByText(/Orders placed today/)
          .filter({ visible: true })
          .count(),
      ).toBe(0);
      await disclosure.press("Enter");
      await app.getByRole("heading", { name: /Calls to the supplier today: \d+ of 5,000/ }).waitFor();
      await app.getByText(/It begins anew on \w{3} \d+ \w{3} at 05:00/).waitFor();
      await app.getByRole("heading", { name: "Orders placed today: 0 of about 20" }).waitFor();
      await app.getByText(/^Estimated: tier 1\./).waitFor();
      expect(await widthOf(admin)).toBe(360);
      expect(await listAxeFindings(await frameOf(page))).toEqual([]);
      await page.context().close();
    });
  });
}

/** Once the wallet was read, which opening Home asks nobody for. */
async function readFigures(app: FrameLocator): Promise<readonly string[]> {
  const figures = app.locator(".k-figures > li");
  await expect
    .poll(async () => {
      await app.getByRole("button", { name: "Refresh" }).click();
      return figures.nth(2).textContent();
    })
    .not.toContain("not known");
  return figures.allTextContents();
}
