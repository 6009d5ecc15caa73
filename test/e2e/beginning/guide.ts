import { beforeAll, expect, it } from "vitest";
import type { AdminPage } from "#test/support/admin-page.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import { step } from "#test/support/step.ts";
import type { OneShop } from "../shops-harness.ts";

let shop: OneShop;
let admin: AdminPage;

/** The set-up guide of a shop in which nothing was done. */
export function describeGuide(opened: () => OneShop): void {
  beforeAll(async () => {
    shop = opened();
    admin = await shop.openAt(360);
    await admin.app.getByText("Set up Karwan").waitFor();
  });

  it("the guide on a phone says why a step failed, is gone through by the keyboard, put away and brought back", {
    timeout: 180_000,
  }, async () => {
    await step("says why a step did not work, beside it", async () => {
      for (const [label, half] of [
        ["Key id", shop.live.id],
        ["Secret", "not-the-secret"],
      ] as const)
        await admin.app.getByLabel(label, { exact: true }).filter({ visible: true }).fill(half);
      await admin.app.getByRole("button", { name: "Connect", exact: true }).first().click();
      await admin.app
        .getByRole("alert")
        .getByText("The supplier does not know this key", { exact: false })
        .waitFor();
      await sees("0 of 5 steps done");
    });

    await step("unfolds a step by a key, and asks for what it needs before its button works", async () => {
      const step = admin.app.getByRole("button", { name: "Choose how orders go to the supplier" });
      await step.press("Enter");
      expect(await step.getAttribute("aria-expanded")).toBe("true");
      const save = admin.app.getByRole("button", { name: "Save", exact: true });
      expect(await save.getAttribute("aria-disabled")).toBe("true");
      await admin.app.getByLabel("No", { exact: true }).press("Space");
      await expect.poll(() => save.getAttribute("aria-disabled")).not.toBe("true");
      const frame = await frameOf(admin.page);
      expect(await listAxeFindings(frame)).toEqual([]);
      expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });

    await step("is put away and brought back, and knows what was done", async () => {
      await admin.app.getByRole("button", { name: "Save", exact: true }).press("Enter");
      await sees("1 of 5 steps done");
      await admin.app.getByRole("button", { name: "Hide this guide" }).press("Enter");
      await admin.app.getByText("Set up Karwan").waitFor({ state: "detached" });
      await admin.app.getByRole("button", { name: "Show the set-up guide" }).press("Enter");
      await sees("1 of 5 steps done");
    });
  });
}

const sees = (words: string) => admin.app.getByText(words).first().waitFor();
