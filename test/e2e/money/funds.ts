import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { type MoneyHarness, openMoneyHarness, widthOf } from "../money-harness.ts";
import type { OneShop } from "../shops-harness.ts";

let harness: MoneyHarness;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** What waits for funds. */
export function describeFunds(opened: () => OneShop): void {
  beforeAll(async () => {
    const waits = {
      paymentMode: "PREPAID",
      status: "AWAITING_FUNDS",
      marginStatus: "NONE",
      deliveredAt: null,
    } as const;
    harness = await openMoneyHarness(opened(), {
      prepare: async (control, accountId) => {
        const { available } = await control.withdraw({ accountId, amount: 1 });
        await control.withdraw({ accountId, amount: available - 1000 });
      },
      parcels: [
        { ...waits, fundsDeadline: inHours(50) },
        { ...waits, fundsDeadline: inHours(2.5) },
        { ...waits, fundsDeadline: inHours(60), prepaidPkr: rupees(1800) },
        { ...waits, wholesalePkr: null },
      ],
    });
  });

  describe("the page of what waits for funds", () => {
    it("counts down to each deadline, and asks before it pays by itself, in the name of who lets it", async () => {
      const admin = await harness.openAt(360, "/wallet/funds");
      const { page, app } = admin;
      await app.getByRole("heading", { level: 1, name: "Waiting for funds" }).waitFor();
      const rows = app.locator(".k-rows > li");
      expect(await rows.nth(0).textContent()).toMatch(/2 h (29|30) min left/);
      expect(await rows.nth(1).textContent()).toContain("2 d 1 h left");
      expect(await rows.nth(3).textContent()).toContain("not known");
      expect(await app.locator(".k-figure").first().textContent()).toContain(
        "Rs 3,600and 1 whose cost is not known",
      );
      const figures = await app.locator(".k-figure").allTextContents();
      expect(figures.slice(1)).toEqual(["In the walletRs 1,000", "MissingRs 2,600"]);
      await app.getByRole("button", { name: "Pay all" }).click();
      await app.getByText("To pay: Rs 2,400.", { exact: false }).waitFor();
      await app.getByRole("button", { name: "Not now" }).click();
      await app.getByLabel("At most a day").fill("5000");
      await app.getByRole("button", { name: "Switch on" }).first().click();
      const question = app.getByRole("region", { name: "Let Karwan pay from the wallet?" });
      await question.getByText("up to Rs 5,000 a day", { exact: false }).waitFor();
      await question.getByRole("button", { name: "Switch on" }).click();
      await app
        .getByText("switched on by you: up to Rs 5,000 a day. Rs 0 spent today.", { exact: false })
        .waitFor();
      expect(await widthOf(admin)).toBeLessThanOrEqual(360);
      await app.getByRole("button", { name: "Switch off" }).click();
      await app.getByText("Off. Once on", { exact: false }).waitFor();
      const facts = await harness.db.timelineEntry.findMany({
        where: { shopId: harness.shopId, code: { startsWith: "auto_pay" } },
        orderBy: { at: "asc" },
      });
      expect(facts.map(({ code, actor, by }) => [code, actor, by])).toEqual([
        ["auto_pay_on", "person", "1"],
        ["auto_pay_off", "person", "1"],
      ]);
      await page.context().close();
    });

    it("leads from Home to the switch where it does not pay any more, and is told that it stays off", async () => {
      const { shopId } = harness;
      const issue = { shopId, thing: "shop", thingId: shopId, code: "auto_pay_stopped" } as const;
      await harness.db.attention.create({ data: { ...issue, params: { reason: "not_allowed" } } });
      const { page, app } = await harness.openAt(360);
      const row = app
        .locator(".k-need-row")
        .filter({ hasText: "Karwan does not pay by itself any more: whoever had switched it on" });
      await row.getByRole("link", { name: "See it" }).click();
      await app.getByRole("heading", { level: 1, name: "Waiting for funds" }).waitFor();
      await app.getByText("may not pay from the wallet now", { exact: false }).waitFor();
      await app.getByRole("button", { name: "Leave it off" }).click();
      await app.getByText("Off. Once on", { exact: false }).waitFor();
      expect(await harness.db.attention.count({ where: { ...issue, resolvedAt: null } })).toBe(0);
      await page.context().close();
    });

    it("counts down while it stands", async () => {
      const { page, app } = await harness.openAt(1280, "/wallet/funds");
      await page.clock.install();
      await page.reload();
      const first = app.locator(".k-rows > li").first();
      await expect.poll(() => first.textContent()).toMatch(/2 h (2\d|30) min left/);
      await page.clock.fastForward("30:00");
      await expect.poll(() => first.textContent()).toMatch(/(2 h 0|1 h 5\d) min left/);
      await page.context().close();
    });

    it("pays those chosen alone, and offers none whose cost is not known", async () => {
      const { page, app } = await harness.openAt(1280, "/wallet/funds");
      const boxes = app.locator(".k-rows > li").getByRole("checkbox");
      await boxes.first().waitFor();
      expect(await boxes.nth(3).isDisabled()).toBe(true);
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await boxes.nth(0).uncheck();
      const chosen = await nameOf(app.locator(".k-rows > li").nth(1));
      await app.getByRole("button", { name: "Pay chosen (1)" }).click();
      await app.getByText("To pay: Rs 1,200.", { exact: false }).waitFor();
      await app.getByRole("button", { name: "Pay", exact: true }).last().click();
      const order = await harness.db.order.findFirstOrThrow({ where: { name: chosen } });
      const runs = async () => {
        const found = await harness.db.bulkRun.findMany({
          where: { shopId: harness.shopId },
          include: { items: true },
        });
        return found.map(({ kind, by, items }) => ({
          kind,
          by,
          orders: items.map(({ orderId }) => orderId),
        }));
      };
      await expect.poll(runs).toEqual([{ kind: "pay", by: "1", orders: [order.id] }]);
      await page.context().close();
    });

    it("pays one parcel, after a question, in the name of who pressed it", async () => {
      const { page, app } = await harness.openAt(1280, "/wallet/funds");
      const row = app.locator(".k-rows > li").first();
      const paid = await nameOf(row);
      await row.getByRole("button", { name: "Pay" }).click();
      const question = app.getByRole("region", { name: "Pay for this parcel now?" });
      await question.getByText("Rs 200 are missing: top it up first.", { exact: false }).waitFor();
      await question.getByRole("button", { name: "Pay", exact: true }).click();
      const parcel = await harness.db.parcel.findFirstOrThrow({
        where: { handoff: { order: { name: paid } } },
      });
      const intents = () => harness.db.paymentIntent.findMany({ where: { parcelId: parcel.id } });
      await expect.poll(intents).toMatchObject([{ requestedBy: "1", byItself: false }]);
      await page.context().close();
    });
  });
}

/** The order a row is of. */
const nameOf = async (row: Locator) => (await row.getByRole("link").first().textContent()) ?? "";
