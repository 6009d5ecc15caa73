import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import type { BoughtOrder, HoldHarness } from "../hold-harness.ts";
import { widthOf } from "../money-harness.ts";

let harness: HoldHarness;
let order: BoughtOrder;

/** What was done, and why. */
export function describeActivity(opened: () => HoldHarness): void {
  beforeAll(async () => {
    harness = opened();
    order = harness.buy();
    await harness.isPlaced(order);
    await harness.moveParcels(order, "SHIPPED", "DELIVERED");
    await harness.until(order, "delivered");
  });

  describe("the activity", () => {
    it("says why, and leads to the receipt of the event", async () => {
      await openActivity();
      const delivered = fact("The parcel was delivered").first();
      expect(await delivered.textContent()).toContain("By the event A parcel was delivered");
      expect(await fact("The order was sent to the supplier").first().textContent()).toContain(
        "By the setting Placing orders, switched on by you",
      );
      // A customer who pays at the door has paid nothing yet, whatever Shopify books with the order.
      expect(await fact(`Order ${order.name} arrived`).first().textContent()).not.toMatch(/paid|payment/i);
      await delivered.getByRole("link", { name: "A parcel was delivered" }).click();
      await app().getByRole("tab", { name: "Deliveries", selected: true }).waitFor();
      expect(await app().locator(".k-rows > li").first().textContent()).toContain("order.delivered");
    });

    it("is filtered by keys, in the address, and says when nothing fits", async () => {
      await openActivity();
      await app().getByRole("button", { name: "What about" }).press("Enter");
      await app().getByRole("radio", { name: "Money" }).press("Space");
      await expect.poll(() => fact("The parcel was delivered").count()).toBe(0);
      await fact("Marked as paid in Shopify").first().waitFor();
      await page().keyboard.press("Escape");
      await app().getByPlaceholder("Number of an order").fill("#999999");
      await app().getByText("Nothing that happened fits these filters.", { exact: false }).waitFor();
      expect(await listAxeFindings(await frameOf(page()))).toEqual([]);
    });

    it("leaves as a file of either kind", async () => {
      await openActivity();
      await fact("The parcel was delivered").first().waitFor();
      const csv = await save("Export CSV");
      expect(csv).toContain("parcel_delivered");
      expect(csv).not.toContain("Ayesha");
      const json: unknown = JSON.parse(await save("Export JSON"));
      expect(json).toContainEqual(expect.objectContaining({ code: "activity_exported" }));
    });
  });

  describe("the supplier's own log", () => {
    it("is asked for on a press, and stands beside what arrived", async () => {
      await openActivity("?view=deliveries");
      await readLog();
      await row(/Sent and received/)
        .first()
        .waitFor();
      const line = row("A parcel was delivered").filter({ hasText: "Sent and received" }).first();
      await line.getByRole("button", { name: /^As the log has it/ }).click();
      await line.getByText("order.delivered").first().waitFor();
      expect(await listAxeFindings(await frameOf(page()))).toEqual([]);
    });

    it("says what was never received, with the check that makes up for it", async () => {
      const lost = harness.buy();
      await harness.isPlaced(lost);
      const { control } = harness.world.supplier;
      await control.armFault({ kind: "webhook_lost", times: 100, log: "failed" });
      await harness.moveParcels(lost, "SHIPPED");
      await control.settle();
      await control.clearFaults();
      await openActivity("?view=deliveries");
      await app().getByLabel("Deliveries", { exact: true }).selectOption("failed");
      await readLog();
      await row("Karwan never got it.").first().waitFor();
      const where = { kind: "failed_deliveries" as const, mode: "live" as const };
      const before = await harness.db.schedule.findFirst({ where });
      await app().getByRole("button", { name: "Make up for what was lost" }).click();
      const askedAt = async () => (await harness.db.schedule.findFirst({ where }))?.queuedAt?.getTime() ?? 0;
      await expect.poll(askedAt).toBeGreaterThan(before?.queuedAt?.getTime() ?? 0);
    });

    it("says in its place why it cannot be read", async () => {
      const { control } = harness.world.supplier;
      await control.armFault({
        kind: "refused",
        code: "reseller_suspended",
        path: "/webhooks/deliveries",
        times: 5,
      });
      await openActivity("?view=deliveries");
      await app().getByLabel("Deliveries", { exact: true }).selectOption("pending");
      await readLog();
      await app().getByText("The supplier has suspended your account.").waitFor();
      await control.clearFaults();
    });
  });

  describe("the trace of an order", () => {
    it("leads from the webhook to the end, with ids to copy, and leaves as a file", async () => {
      await page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await harness.open(order, "delivered");
      await app().getByRole("link", { name: "Trace" }).first().click();
      await app()
        .getByRole("heading", { level: 1, name: `Trace of ${order.name}` })
        .waitFor();
      expect(await row("Webhook").first().textContent()).toContain("Webhook received: ");
      await row("Attempt 1 ended: ").first().waitFor();
      await row("Change in Shopify").first().waitFor();
      await app()
        .getByRole("button", { name: /^Copy external id/ })
        .first()
        .click();
      await app()
        .getByRole("status")
        .filter({ hasText: /copied/ })
        .first()
        .waitFor();
      expect(await listAxeFindings(await frameOf(page()))).toEqual([]);
      const csv = await save("Export CSV");
      expect(csv).toContain("idempotencyKey=");
      expect(csv).not.toContain("Ayesha");
    });

    it.each(["", "?view=deliveries"])("and the activity%s fit a phone", async (view) => {
      await page().setViewportSize({ width: 360, height: 780 });
      await openActivity(view);
      if (view !== "") {
        await readLog();
        await row(/Sent and received/)
          .first()
          .waitFor();
      }
      expect(await widthOf(harness.admin)).toBeLessThanOrEqual(360);
      const { id } = await harness.until(order, "delivered");
      await page().goto(`${harness.folder}/orders/${id}/trace`);
      await row("Webhook").first().waitFor();
      expect(await widthOf(harness.admin)).toBeLessThanOrEqual(360);
      await page().setViewportSize({ width: 1280, height: 900 });
    });
  });
}

const app = () => harness.admin.app;

const page = (): Page => harness.admin.page;

const row = (text: string | RegExp) => app().locator(".k-rows > li").filter({ hasText: text });

const fact = (text: string) => app().locator(".k-fact").filter({ hasText: text });

async function openActivity(search = ""): Promise<void> {
  await page().goto(`${harness.folder}/activity${search}`);
  await app().getByRole("heading", { level: 1, name: "Activity" }).waitFor();
}

/** What came before in this world may have used up the account's calls of the minute. */
async function readLog(): Promise<void> {
  await app()
    .getByRole("button", { name: /^Read the log/ })
    .click();
  const again = app().getByRole("button", { name: "Read again" });
  await again.waitFor();
  while ((await app().getByText("The supplier asks us to slow down.").count()) > 0) {
    await pause(3000);
    await again.click();
    await expect.poll(() => again.isEnabled()).toBe(true);
  }
}

async function save(name: string): Promise<string> {
  const pending = page().waitForEvent("download");
  await app().getByRole("button", { name, exact: true }).click();
  const file = await pending;
  return readFile(await file.path(), "utf8");
}
