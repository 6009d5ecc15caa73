import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import { type BoughtOrder, type HoldHarness, openHoldHarness } from "./hold-harness.ts";
import { widthOf } from "./money-harness.ts";

let harness: HoldHarness;

beforeAll(async () => {
  harness = await openHoldHarness();
});
afterAll(() => harness?.close());

const customer = { firstName: "Ayesha", lastName: "Example", phone: "+923009999221" };
const again = (quantity: number): BoughtOrder =>
  harness.buy({ customer, lines: [harness.line("cooker", 1600, quantity)] });

describe("a customer who refused before", () => {
  it("is known on the page of their next order, with a way to each of the others", async () => {
    const { admin } = harness;
    const first = harness.buy({ customer });
    await harness.isPlaced(first);
    await harness.moveParcels(first, "SHIPPED", "RETURNED");
    await harness.until(first, "refused");
    const second = again(2);
    await harness.isPlaced(second);
    await harness.open(second, "placed");
    await harness.sees("1 other order: 1 refused at the door.");
    await harness.sees("Refused on");
    expect(await listAxeFindings(await frameOf(admin.page))).toEqual([]);
    await admin.page.setViewportSize({ width: 360, height: 780 });
    expect(await widthOf(admin)).toBeLessThanOrEqual(360);
    const link = admin.app.getByRole("link", { name: first.name, exact: true });
    await link.focus();
    await link.press("Enter");
    await admin.app.getByRole("heading", { level: 1, name: first.name }).waitFor();
    await admin.page.setViewportSize({ width: 1280, height: 900 });
  });

  it("is not asked about again once the supplier refused the phone, until that is forgotten", async () => {
    const { control } = harness.world.supplier;
    await control.setTerms({ blacklistRefusals: 0 });
    const refused = again(3);
    await harness.until(refused, "held");
    await control.setTerms({ blacklistRefusals: 1000 });
    const next = again(4);
    await harness.open(next, "held");
    await harness.sees(`The supplier did not ship to this phone number at ${refused.name}`);
    expect(await harness.atService(next)).toEqual([]);
    await harness.press("Forget the refusal");
    await harness.isPlaced(next);
  });
});
