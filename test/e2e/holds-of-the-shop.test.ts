import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HoldGround, openHoldGround } from "./hold-ground.ts";

let ground: HoldGround;

beforeAll(async () => {
  ground = await openHoldGround();
});
afterAll(() => ground?.close());

const shopify = () => ground.world.shopify.control;

describe("an order held for what Shopify says", () => {
  it("customer_data_not_approved: goes out once Shopify shows the customer", async () => {
    shopify().setShop({ customerDataApproved: false });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("Try again once it has.");
    shopify().setShop({ customerDataApproved: true });
    await ground.press("Try again now");
    await ground.isPlaced(order);
  });

  it("looks_twice: goes out when it is meant", async () => {
    const customer = { firstName: "Ayesha", lastName: "Example", phone: "+923009999111" };
    const first = ground.buy({ customer });
    await ground.isPlaced(first);
    const second = ground.buy({ customer });
    await ground.open(second);
    await ground.sees(`Looks like ${first.name} placed shortly before: same phone, same items.`);
    await ground.press("Place anyway");
    await ground.isPlaced(second);
  });

  it("not_a_delivery: moves to the one of several own locations that is chosen", async () => {
    const { id } = shopify().addLocation({ name: "Second shop" });
    const order = ground.buy({ deliveryMethodType: "LOCAL" });
    await ground.open(order);
    await ground.press("Fulfil from my own location");
    await ground.sees("Which of your locations ships it?");
    await ground.press("Second shop");
    await ground.isMovedAway(order);
    expect(shopify().fulfillmentOrdersOf({ orderId: order.id })).toMatchObject([{ locationId: id }]);
    shopify().setLocation({ locationId: id, isActive: false });
  });
});

describe("an order that changed, or ended, on its way", () => {
  it("changed_after_placing: shows the difference, and is cancelled and placed again", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    shopify().editAddress({ orderId: order.id, address: { address1: "House 99, Newer Street 3" } });
    await ground.open(order, "placed");
    await ground.sees("The order was changed after it was placed.");
    await ground.sees("House 99, Newer Street 3");
    await ground.press("Cancel and place again");
    await ground.admin.app.getByRole("button", { name: "Cancel and place again" }).last().click();
    const replaced = async () => (await ground.atService(order)).map(({ status }) => status).length;
    await expect.poll(replaced, { timeout: 20_000 }).toBe(2);
    const address = expect.stringMatching(/^House 99, Newer Street 3/);
    expect(await ground.isPlaced(order)).toMatchObject({ customer: { address } });
  });

  it("cancelled_by_supplier: is placed anew", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    await ground.moveParcels(order, "CANCELLED");
    await ground.open(order);
    await ground.sees("The supplier cancelled the parcel");
    await ground.press("Place with the supplier");
    await ground.isPlaced(order);
  });

  it("cancel_delayed: says that the parcel may still be sent until the supplier has answered", async () => {
    const order = ground.buy();
    await ground.open(order, "placed");
    await ground.refuse("not_found", { path: "/orders/*/cancel" });
    await ground.press("Cancel at the supplier");
    await ground.press("Yes, cancel");
    await ground.sees("has not confirmed the cancellation");
    await ground.mend();
    await ground.press("Try again now");
    await ground.until(order, "cancelled");
    expect(await ground.atService(order)).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("fulfillment_cancelled: is fulfilled again", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    await ground.moveParcels(order, "SHIPPED");
    await ground.until(order, "on_the_way");
    const shipped = () =>
      shopify()
        .state({})
        .orders.find(({ id }) => id === order.id)?.fulfillments ?? [];
    await expect.poll(() => shipped().length, { timeout: 20_000 }).toBe(1);
    shopify().cancelFulfillment({ id: shipped()[0]?.id ?? "" });
    await ground.open(order, "on_the_way");
    await ground.sees("shipment was cancelled in Shopify");
    await ground.press("Fulfil again");
    await expect
      .poll(
        () =>
          shipped()
            .map(({ status }) => status)
            .toSorted(),
        { timeout: 20_000 },
      )
      .toEqual(["CANCELLED", "SUCCESS"]);
  });

  it("parcel_refused: is left where it was paid before, as only the merchant can give it back", async () => {
    const order = ground.buy({ payment: "paid" });
    await ground.isPlaced(order);
    await ground.moveParcels(order, "SHIPPED", "RETURNED");
    await ground.open(order, "refused");
    await ground.sees("The customer refused the parcel, and the order was paid");
    await ground.press("Leave it");
    await ground.isGone("The customer refused the parcel, and");
  });

  it("a parcel refused on delivery has its order cancelled in Shopify at a press", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    await ground.moveParcels(order, "SHIPPED", "RETURNED");
    await ground.open(order, "refused");
    await ground.press("Cancel the order");
    await ground.press("Yes, cancel it in Shopify");
    const cancelled = () =>
      shopify()
        .state({})
        .orders.find(({ id }) => id === order.id)?.cancelledAt ?? null;
    await expect.poll(cancelled, { timeout: 20_000 }).not.toBeNull();
  });
});

describe("a parcel that needs a word with somebody", () => {
  it("courier_will_collect_too_much: is over once the courier was told", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    await ground.moveParcels(order, "SHIPPED");
    await ground.until(order, "on_the_way");
    shopify().payOrder({ orderId: order.id, amount: 1000, gateway: "bank" });
    await ground.open(order, "on_the_way");
    await ground.sees("The courier will collect Rs 1,800, but only Rs 800 is due.");
    await ground.press("Tell the courier");
    await ground.press("I have told the courier");
    await ground.isGone("but only Rs 800 is due");
  });

  it("too_late_to_cancel: says that the customer can refuse it at the door", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    await ground.open(order, "placed");
    await ground.world.supplier.control.armFault({ kind: "webhook_lost", times: 2 });
    await ground.moveParcels(order, "PROCESSING");
    await ground.press("Cancel at the supplier");
    await ground.press("Yes, cancel");
    await ground.sees("already packed and cannot be cancelled. The customer can refuse it at the door.");
    await ground.mend();
  });
});

describe("a hold in front of somebody who is not the owner", () => {
  it("placing_paused: tells that only the owner can end it, and the owner ends it", async () => {
    await ground.pausePlacing();
    const order = ground.buy();
    await ground.signIn(2);
    await ground.open(order, "waiting");
    await ground.press("Resume placing");
    await ground.sees("Only the owner of the store can do this.");
    await ground.signIn(1);
    await ground.open(order, "waiting");
    await ground.press("Resume placing");
    await ground.isPlaced(order);
  });
});
