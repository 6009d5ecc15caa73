import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;

/** Orders held for what Shopify and the merchant say. */
export function describeHoldsOfTheShop(opened: () => HoldHarness): void {
  beforeAll(() => {
    harness = opened();
  });
  afterAll(() => harness.dropRules());

  describe("an order held for what Shopify says", () => {
    it("customer_data_not_approved: goes out once Shopify shows the customer", async () => {
      shopify().setShop({ customerDataApproved: false });
      const order = harness.buy();
      await harness.open(order);
      await harness.sees("Try again once it has.");
      shopify().setShop({ customerDataApproved: true });
      await harness.press("Try again now");
      await harness.isPlaced(order);
    });

    it("looks_twice: goes out when it is meant", async () => {
      const customer = { firstName: "Ayesha", lastName: "Example", phone: "+923009999111" };
      const first = harness.buy({ customer });
      await harness.isPlaced(first);
      const second = harness.buy({ customer });
      await harness.open(second);
      await harness.sees(`Looks like ${first.name} placed shortly before: same phone, same items.`);
      await harness.press("Place anyway");
      await harness.isPlaced(second);
    });

    it("held_by_rule: names the rule, and goes out when a person says so", async () => {
      await harness.holdOver(20_000);
      const order = harness.buy({ lines: [harness.line("cooker", 20_000)] });
      await harness.open(order);
      await harness.sees("Your rules hold orders over Rs 20,000.");
      await harness.press("Place anyway");
      await harness.isPlaced(order);
    });

    it("not_a_delivery: moves to the one of several own locations that is chosen", async () => {
      const { id } = shopify().addLocation({ name: "Second shop" });
      const order = harness.buy({ deliveryMethodType: "LOCAL" });
      await harness.open(order);
      await harness.press("Fulfil from my own location");
      await harness.sees("Which of your locations ships it?");
      await harness.press("Second shop");
      await harness.isMovedAway(order);
      expect(shopify().fulfillmentOrdersOf({ orderId: order.id })).toMatchObject([{ locationId: id }]);
      shopify().setLocation({ locationId: id, isActive: false });
    });
  });

  describe("an order that changed, or ended, on its way", () => {
    it("changed_after_placing: shows the difference, and is cancelled and placed again", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      shopify().editAddress({ orderId: order.id, address: { address1: "House 99, Newer Street 3" } });
      await harness.open(order, "placed");
      await harness.sees("The order was changed after it was placed.");
      await harness.sees("House 99, Newer Street 3");
      await harness.press("Cancel and place again");
      await harness.admin.app.getByRole("button", { name: "Cancel and place again" }).last().click();
      const replaced = async () => (await harness.atService(order)).map(({ status }) => status).length;
      await expect.poll(replaced).toBe(2);
      const address = expect.stringMatching(/^House 99, Newer Street 3/);
      expect(await harness.isPlaced(order)).toMatchObject({ customer: { address } });
    });

    it("cancelled_by_supplier: is placed anew", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "CANCELLED");
      await harness.open(order);
      await harness.sees("The supplier cancelled the parcel");
      await harness.press("Place with the supplier");
      await harness.isPlaced(order);
    });

    it("cancel_delayed: says that the parcel may still be sent until the supplier has answered", async () => {
      const order = harness.buy();
      await harness.open(order, "placed");
      await harness.refuse("not_found", { path: "/orders/*/cancel" });
      await harness.press("Cancel at the supplier");
      await harness.press("Yes, cancel");
      await harness.sees("has not confirmed the cancellation");
      await harness.mend();
      await harness.press("Try again now");
      await harness.until(order, "cancelled");
      expect(await harness.atService(order)).toMatchObject([{ status: "CANCELLED" }]);
    });

    it("fulfillment_cancelled: is fulfilled again", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED");
      await harness.until(order, "on_the_way");
      const shipped = () =>
        shopify()
          .state({})
          .orders.find(({ id }) => id === order.id)?.fulfillments ?? [];
      await expect.poll(() => shipped().length).toBe(1);
      shopify().cancelFulfillment({ id: shipped()[0]?.id ?? "" });
      await harness.open(order, "on_the_way");
      await harness.sees("shipment was cancelled in Shopify");
      await harness.press("Fulfil again");
      await expect
        .poll(() =>
          shipped()
            .map(({ status }) => status)
            .toSorted(),
        )
        .toEqual(["CANCELLED", "SUCCESS"]);
    });

    it("parcel_refused: is left where it was paid before, as only the merchant can give it back", async () => {
      const order = harness.buy({ payment: "paid" });
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED", "RETURNED");
      await harness.open(order, "refused");
      await harness.sees("The customer refused the parcel, and the order was paid");
      await harness.press("Leave it");
      await harness.isGone("The customer refused the parcel, and");
    });

    it("a parcel refused on delivery has its order cancelled in Shopify at a press", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED", "RETURNED");
      await harness.open(order, "refused");
      await harness.press("Cancel the order");
      await harness.press("Yes, cancel it in Shopify");
      const cancelled = () =>
        shopify()
          .state({})
          .orders.find(({ id }) => id === order.id)?.cancelledAt ?? null;
      await expect.poll(cancelled).not.toBeNull();
    });
  });

  describe("a parcel that needs a word with somebody", () => {
    it("courier_will_collect_too_much: is over once the courier was told", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED");
      await harness.until(order, "on_the_way");
      shopify().payOrder({ orderId: order.id, amount: 1000, gateway: "bank" });
      await harness.open(order, "on_the_way");
      await harness.sees("The courier will collect Rs 1,800, but only Rs 800 is due.");
      await harness.press("Tell the courier");
      await harness.press("Copy");
      // The frame of a test lets no app write to the clipboard.
      const text = harness.admin.app.getByRole("textbox", { name: "Text for the courier" });
      expect(await text.inputValue()).toContain("please collect Rs 800 instead of Rs 1,800");
      await harness.press("I have told the courier");
      await harness.isGone("but only Rs 800 is due");
    });

    it("too_late_to_cancel: says that the customer can refuse it at the door", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.open(order, "placed");
      await harness.world.supplier.control.armFault({ kind: "webhook_lost", times: 2 });
      await harness.moveParcels(order, "PROCESSING");
      await harness.press("Cancel at the supplier");
      await harness.press("Yes, cancel");
      await harness.sees("already packed and cannot be cancelled. The customer can refuse it at the door.");
      await harness.mend();
    });
  });

  describe("a hold in front of somebody who is not the owner", () => {
    it("placing_paused: tells that only the owner can end it, and the owner ends it", async () => {
      await harness.pausePlacing();
      const order = harness.buy();
      await harness.signIn(2);
      await harness.open(order, "waiting");
      await harness.press("Resume placing");
      await harness.sees("Only the owner of the store can do this.");
      await harness.signIn(1);
      await harness.open(order, "waiting");
      await harness.press("Resume placing");
      await harness.isPlaced(order);
    });
  });
}

const shopify = () => harness.world.shopify.control;
