import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import type { BoughtOrder, HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;

/** The list of customers to be called. */
export function describeCalls(opened: () => HoldHarness): void {
  beforeAll(async () => {
    harness = opened();
    await harness.confirmOver(1000);
    await harness.admin.page.setViewportSize({ width: 360, height: 780 });
  });
  afterAll(async () => {
    await harness.dropRules();
    await harness.admin.page.setViewportSize({ width: 1280, height: 900 });
  });

  describe("the list of calls on a phone, with keys alone", () => {
    it("says what will appear while nobody is to be called", async () => {
      await openCalls();
      await harness.sees("Nobody to call");
      await harness.sees("Choose which orders ask for it");
    });

    it("has each customer called and answered for, with a way back", async () => {
      const first = await buyAsked();
      const second = await buyAsked();
      await openCalls();
      const { app, page } = harness.admin;
      await harness.sees("2 left today");
      const call = app.getByRole("link", { name: `Call, ${first.name}`, exact: true });
      expect(await call.getAttribute("href")).toMatch(/^tel:\+92/);
      await button(`What to say, ${first.name}`).press("Enter");
      await harness.sees("Shall we send it?");
      await button("اردو").press("Enter");
      await harness.sees("کیا ہم آرڈر بھیج دیں؟");
      expect(await listAxeFindings(await frameOf(page))).toEqual([]);

      await button(`No answer, ${first.name}`).press("Enter");
      await harness.sees("no answer. It comes up again later.");
      await harness.sees("1 left today");
      await harness.sees("1 try");
      await button(`Undo, ${first.name}`).press("Enter");
      await harness.sees("2 left today");

      await button(`Cancels, ${second.name}`).press("Enter");
      await harness.sees("the customer cancels. It will not be sent.");
      await harness.until(second, "cancelled");
      await button(`Undo, ${second.name}`).press("Enter");
      await harness.until(second, "held");

      await button(`Confirmed, ${first.name}`).press("Enter");
      await harness.sees("the customer confirmed. It is being placed.");
      await harness.isPlaced(first);
      await openCalls();
      await button(`Cancels, ${second.name}`).press("Enter");
      await harness.isNeverSent(second);
    });

    it("goes on at the next customer once one has left the list", async () => {
      const orders = [await buyAsked(), await buyAsked()];
      await openCalls();
      const frame = await frameOf(harness.admin.page);
      const focused = () => frame.evaluate(() => document.activeElement?.textContent);
      const [top] = await harness.admin.app.locator(".k-call h3 a").allTextContents();
      const other = orders.find(({ name }) => name !== top);
      await button(`Confirmed, ${top}`).press("Enter");
      await expect.poll(focused).toBe(other?.name);
      await button(`Confirmed, ${other?.name}`).press("Enter");
      await harness.sees("Nobody to call");
      for (const order of orders) await harness.isPlaced(order);
    });

    it("says so when another staff member has answered before", async () => {
      const order = await buyAsked();
      await openCalls();
      const { id: orderId, shopId } = await harness.db.order.findFirstOrThrow({
        where: { name: order.name },
      });
      await harness.db.orderConfirmation.updateMany({ where: { orderId }, data: { state: "confirmed" } });
      await harness.db.orderDecision.create({ data: { shopId, orderId, kind: "confirmed", by: "2" } });
      await button(`Confirmed, ${order.name}`).press("Enter");
      await harness.sees("Already confirmed by another staff member.");
      await harness.isPlaced(order);
    });
  });
}

async function openCalls(): Promise<void> {
  const { page, app } = harness.admin;
  const store = DEMO_SHOP.split(".")[0];
  await page.goto(`${harness.world.admin.url}/store/${store}/apps/karwan/orders/calls`);
  await app.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
}

async function buyAsked(): Promise<BoughtOrder> {
  const order = harness.buy();
  await harness.until(order, "held");
  return order;
}

const button = (name: string): Locator => harness.admin.app.getByRole("button", { name, exact: true });
