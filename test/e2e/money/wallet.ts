import { beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type MoneyHarness, openMoneyHarness, widthOf } from "../money-harness.ts";
import type { OneShop } from "../shops-harness.ts";

let harness: MoneyHarness;
const reserve = { rtoReservePkr: rupees(350), marginStatus: null, deliveredAt: null } as const;

/** The wallet, its ledger and what is behind its figures. */
export function describeWallet(opened: () => OneShop): void {
  beforeAll(async () => {
    const release = new Date(Date.now() + 9 * 24 * 60 * 60_000);
    harness = await openMoneyHarness(opened(), {
      prepare: (control, accountId) => control.addLedgerEntries({ accountId, count: 40, days: 20 }),
      parcels: [
        { status: "SHIPPED", ...reserve },
        { status: "CONFIRMED", ...reserve },
        { marginReleaseAt: release },
        { marginReleaseAt: null },
      ],
    });
  });

  describe("the page of the wallet", () => {
    it("copies the ledger on a press, draws the balance, and turns its pages", async () => {
      const { page, app } = await openWallet(1280);
      await app.getByRole("button", { name: "Look for new entries" }).click();
      const isCopied = async () =>
        (await harness.db.ledgerCopy.findFirst({ where: { accountKey: harness.accountKey } }))?.copiedAt;
      await waitFor(isCopied, { what: "the ledger to be copied" });
      await page.reload();
      await app.getByText(/^Copied as of/).waitFor();
      await app.locator(".k-chart").first().scrollIntoViewIfNeeded();
      await app.locator(".recharts-line path").first().waitFor();
      await app.getByRole("button", { name: "Next" }).click();
      await waitFor(async () => (await app.locator(".k-rows > li").count()) < 25, {
        what: "the second page",
      });
      await app.getByRole("button", { name: "Previous" }).click();
      await waitFor(async () => (await app.locator(".k-rows > li").count()) === 25, {
        what: "the first page",
      });
      await page.context().close();
    });

    it.each([1280, 360])("opens each figure to what is behind it, %i wide", async (width) => {
      const admin = await openWallet(width);
      const { page, app } = admin;
      await app.getByRole("link", { name: /^Pending/ }).click();
      await app.getByRole("heading", { name: "Pending: margins of delivered COD parcels" }).waitFor();
      expect(await app.locator(".k-rows > li").count()).toBe(2);
      await app.getByText("no release date yet").waitFor();
      await app.getByText("The supplier counts Rs 1,080 less than these orders add up to.").waitFor();
      await app.getByRole("link", { name: /^Held/ }).click();
      await app.getByRole("heading", { name: "Held: reserves of COD parcels on their way" }).waitFor();
      await app.getByText("Your orders: Rs 700.").waitFor();
      expect(await widthOf(admin)).toBeLessThanOrEqual(width);
      await page.context().close();
    });

    it("says which withdrawals are under way, and what is missing of the deposit where that is known", async () => {
      const { control, accountId, accountKey } = harness;
      const where = { accountKey };
      await control.withdraw({ accountId, amount: 700 });
      await control.setAccount({ accountId, deposit: 500 });
      await harness.db.walletReading.updateMany({ where, data: { askedAt: new Date(0) } });
      const { page, app } = await openWallet(360);
      const missing = app.getByText("of the security deposit is missing.", { exact: false });
      expect(await missing.textContent()).toContain("Rs 1,500 of the security deposit is missing.");
      const available = app.getByRole("link", { name: /^Available/ });
      expect(await available.textContent()).toContain("Withdrawals under way: Rs 700");
      // As from a service that does not say what it holds; nobody asks it again meanwhile.
      const later = new Date(Date.now() + 60 * 60_000);
      await harness.db.walletReading.updateMany({
        where,
        data: { heldDepositPkr: null, askedAt: later, readAt: later },
      });
      await page.reload();
      await app.getByText("Withdrawals under way: Rs 700").waitFor();
      expect(await missing.count()).toBe(0);
      await page.context().close();
    });
  });
}

async function openWallet(width: number): Promise<AdminPage> {
  const admin = await harness.openAt(width);
  await admin.visit("Wallet");
  await admin.app.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
  return admin;
}
