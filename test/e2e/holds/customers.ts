import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import type { BoughtOrder, HoldHarness } from "../hold-harness.ts";
import { widthOf } from "../money-harness.ts";

let harness: HoldHarness;

/** Orders held for who ordered, and where it goes. */
export function describeHoldsOfCustomers(opened: () => HoldHarness): void {
  beforeAll(() => {
    harness = opened();
  });

  describe("an order held for its customer is placed once the customer is right", () => {
    it("phone_invalid: by the number that was meant, one press away", async () => {
      const order = harness.buy(called("0923001234511"));
      await harness.open(order);
      await harness.sees("is not a Pakistani number");
      await harness.press("Use +923001234511");
      expect(await harness.isPlaced(order)).toMatchObject({ customer: { phone: "+923001234511" } });
    });

    it("phone_foreign: by another number, refused inline while it is wrong", async () => {
      const order = harness.buy(called("+442079460958"));
      await harness.open(order);
      await harness.sees("from another country");
      await harness.press("Correct the customer");
      await harness.fill("Phone", "0300 12");
      await harness.press("Save and go on");
      await harness.sees("A mobile looks like 0300 1234567.");
      await harness.fill("Phone", "0300 1234512");
      await harness.sees("In the order: +442079460958");
      await harness.press("Save and go on");
      expect(await harness.isPlaced(order)).toMatchObject({ customer: { phone: "+923001234512" } });
    });

    it("customer_data_missing: by an address, with a landmark for the courier", async () => {
      const order = harness.buy({ shippingAddress: { address1: "", address2: null } });
      await harness.open(order);
      await harness.sees("address missing");
      await harness.press("Correct the customer");
      await harness.fill("Address", "House 7, Street 9, Block C");
      await harness.fill("Landmark (optional)", "Behind the mosque");
      await harness.press("Save and go on");
      const sent = await harness.isPlaced(order);
      expect(sent).toMatchObject({ customer: { address: "House 7, Street 9, Block C" } });
      expect(sent?.notes).toContain("Behind the mosque");
    });

    it("city_unknown: as it was written", async () => {
      const order = harness.buy({ shippingAddress: { city: "Qasba Nowhere" } });
      await harness.open(order);
      await harness.sees("City “Qasba Nowhere” is not one we know");
      await harness.press("Send as written");
      expect(await harness.isPlaced(order)).toMatchObject({ customer: { city: "Qasba Nowhere" } });
    });

    it("city_ambiguous: by a city searched for and chosen with the keyboard", async () => {
      const order = harness.buy({ shippingAddress: { city: "guj" } });
      await harness.open(order);
      await harness.sees("City “guj” can be several places");
      const field = harness.admin.app.getByRole("combobox", { name: "Another city" });
      await field.pressSequentially("Gujran");
      await harness.admin.app.getByRole("option", { name: "Gujranwala" }).waitFor();
      await field.press("ArrowDown");
      await field.press("Enter");
      await harness.press("Use this city");
      expect(await harness.isPlaced(order)).toMatchObject({ customer: { city: "Gujranwala" } });
    });

    it("customer_edit_outdated: by the one of the two that counts", async () => {
      const { control } = harness.world.shopify;
      await harness.pausePlacing();
      const order = harness.buy();
      await harness.open(order, "waiting");
      await harness.press("Correct");
      await harness.fill("Address", "House 1, Corrected Street 2");
      await harness.press("Save and go on");
      await harness.sees("Corrected by you");
      control.editAddress({ orderId: order.id, address: { address1: "House 99, Newer Street 3" } });
      await harness.press("Resume placing");
      await harness.open(order, "held");
      await harness.sees("was changed in Shopify after your correction");
      await harness.press("Keep the correction");
      expect(await harness.isPlaced(order)).toMatchObject({
        customer: { address: "House 1, Corrected Street 2" },
      });
    });

    it("already fixed: whoever presses on an old page is told who was first", async () => {
      const order = harness.buy({ shippingAddress: { city: "Qasba Elsewhere" } });
      await harness.open(order);
      await harness.sees("Qasba Elsewhere");
      const { id } = await harness.until(order, "held");
      const byStaff = harness.world.shopify.control.sessionToken({ userId: 2 });
      const url = `${harness.world.app.url}/orders/${id}?_data=routes%2Fadmin%2Forders%2Forder%2Froute`;
      await harness.admin.app.locator("body").evaluate(() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden" });
      });
      const answer = await fetch(url, {
        method: "POST",
        headers: { Authorization: `Bearer ${byStaff}`, "User-Agent": "Mozilla/5.0 Chrome/153.0.0.0" },
        body: new URLSearchParams({ intent: "city_as_written" }),
      });
      expect(answer.status).toBe(200);
      await harness.until(order, "placed");
      await harness.press("Send as written");
      await harness.admin.page.getByText("Already fixed by another staff member.").waitFor();
    });
  });

  describe("an order that is placed once its customer has confirmed it", () => {
    afterEach(() => harness.dropRules());

    it("awaiting_confirmation: asked with what to say, and confirmed in one press", async () => {
      await harness.confirmOver(1000);
      const order = harness.buy();
      await harness.open(order, "held");
      await harness.sees("Your rules want orders over Rs 1,000 to be confirmed.");
      await harness.press(`What to say, ${order.name}`);
      await harness.sees("Shall we send it?");
      await harness.press("No answer");
      await harness.sees("Called the customer: no answer");
      await harness.press("The customer confirmed");
      await harness.isPlaced(order);
    });

    it("not_confirmed: asked again, and placed anyway when nobody answers", async () => {
      await harness.confirmOver(1000);
      const order = harness.buy();
      await harness.open(order, "held");
      const passLimit = async () => {
        const orderId = await harness.untilHeldFor(order, "awaiting_confirmation");
        await harness.db.orderConfirmation.updateMany({
          where: { orderId },
          data: { dueAt: new Date(Date.now() - 1000) },
        });
        await harness.reconcileAgain(order);
        await harness.sees("The customer did not confirm the order in time.");
      };
      await passLimit();
      await harness.press("Ask again");
      await harness.sees("Ask the customer before");
      await passLimit();
      await harness.press("Place anyway");
      await harness.isPlaced(order);
    });
  });

  describe("a customer who refused before", () => {
    it("is known on the page of their next order, with a way to each of the others", async () => {
      const { admin } = harness;
      const first = harness.buy({ customer: refusing });
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
}

const called = (phone: string) => ({
  customer: { firstName: "Ayesha", lastName: "Example", phone },
  shippingAddress: { phone },
});

const refusing = { firstName: "Ayesha", lastName: "Example", phone: "+923009999221" };

const again = (quantity: number): BoughtOrder =>
  harness.buy({ customer: refusing, lines: [harness.line("cooker", 1600, quantity)] });
