import { afterAll, beforeAll, describe, it } from "vitest";
import { waitFor } from "#test/support/wait-for.ts";
import { type HoldGround, openHoldGround } from "./hold-ground.ts";

let ground: HoldGround;
let cooker = "";

beforeAll(async () => {
  ground = await openHoldGround();
  const first = ground.buy();
  const placed = await ground.isPlaced(first);
  cooker = placed?.items[0]?.variantId ?? "";
});
afterAll(() => ground?.close());

const supplier = () => ground.world.supplier.control;
const shopify = () => ground.world.shopify.control;

describe("an order held for its goods", () => {
  it("out_of_stock: says that it is first in line, and goes out once stock is back", async () => {
    await supplier().setStock({ variantId: cooker, stock: 0 });
    const first = ground.buy();
    await ground.until(first, "waiting");
    await nextSecond();
    const second = ground.buy();
    await ground.open(second);
    await ground.sees("It goes out by itself, the oldest order first. 1 older before it.");
    await ground.open(first);
    await ground.sees("This order is first in line.");
    await supplier().setStock({ variantId: cooker, stock: 500 });
    await ground.isPlaced(first);
    await ground.isPlaced(second);
  });

  it("out_of_stock: leaves for the merchant's own location in one press", async () => {
    await supplier().setStock({ variantId: cooker, stock: 0 });
    const order = ground.buy();
    await ground.open(order);
    await ground.press("Fulfil from my own location");
    await ground.isMovedAway(order);
    await supplier().setStock({ variantId: cooker, stock: 500 });
  });

  it("variant_not_found: is linked to another product of the supplier", async () => {
    await supplier().removeProduct({ productId: "prd_earbuds" });
    const order = ground.buy({ lines: [ground.line("earbuds", 1000)] });
    await ground.open(order);
    await ground.sees("The supplier no longer sells");
    await link("Chai Mug", "Chai Mug Pair");
    await ground.isPlaced(order);
  });

  it("variant_not_linked: is linked, and refused where a minimum price is in the way", async () => {
    const order = await buyUnlinked(900);
    await ground.open(order);
    await ground.sees("is not linked to a supplier product");
    await link("Bedsheet", "Cotton Bedsheet King");
    await ground.sees("may not be sold below Rs 2,000 each");
    await link("Chai Mug", "Chai Mug Pair");
    await ground.isPlaced(order);
  });

  it("comes_back: is placed again when the merchant says so", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    await ground.moveParcels(order, "SHIPPED");
    const shipped = () =>
      shopify()
        .state({})
        .orders.find(({ id }) => id === order.id)?.fulfillments ?? [];
    const fulfillment = await waitFor(async () => shipped()[0], { what: "the shipment in Shopify" });
    await ground.moveParcels(order, "RETURNED");
    await ground.until(order, "refused");
    shopify().cancelFulfillment({ id: fulfillment.id });
    await ground.open(order);
    await ground.sees("Shopify offers items that were handed over before");
    await ground.press("Place with the supplier");
    await ground.until(order, "placed");
  });

  it("an order cancelled on the merchant's word asks nothing, and may be placed again", async () => {
    const order = ground.buy();
    await ground.isPlaced(order);
    const [open] = shopify().fulfillmentOrdersOf({ orderId: order.id });
    shopify().requestCancellation({ id: open?.id ?? "" });
    await ground.open(order, "cancelled");
    await ground.press("Place with the supplier");
    await ground.isPlaced(order);
  });

  it("too_many_items: is cancelled before anything was sent", async () => {
    const lines = Array.from({ length: 51 }, () => ground.line("cooker", 1600));
    const order = ground.buy({ lines });
    await ground.open(order);
    await ground.sees("item rows; the supplier takes 50");
    await cancel();
    await ground.isNeverSent(order);
  });
});

describe("an order that is not for the supplier", () => {
  it("customer_blocked: is cancelled", async () => {
    await supplier().setTerms({ blacklistRefusals: 0 });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("does not ship to this phone number");
    await cancel();
    await ground.isNeverSent(order);
    await supplier().setTerms({ blacklistRefusals: 1000 });
  });

  it("shopify_test_order: is cancelled", async () => {
    const order = ground.buy({ test: true });
    await ground.open(order);
    await ground.sees("This is a Shopify test order");
    await cancel();
    await ground.isNeverSent(order);
  });

  it("not_a_delivery: moves to the merchant's own location", async () => {
    const order = ground.buy({ deliveryMethodType: "LOCAL" });
    await ground.open(order);
    await ground.sees("pickup or local delivery");
    await ground.press("Fulfil from my own location");
    await ground.isMovedAway(order);
  });

  it("not_in_pakistan: is placed once the address was changed in Shopify", async () => {
    const order = ground.buy({ shippingAddress: { countryCode: "AE", city: "Dubai" } });
    await ground.open(order);
    await ground.sees("outside Pakistan");
    shopify().editAddress({ orderId: order.id, address: { countryCode: "PK", city: "Lahore" } });
    await ground.isPlaced(order);
  });
});

describe("an order that waits for the account", () => {
  it("reseller_suspended: goes out once the account is active again", async () => {
    await supplier().setAccount({ status: "suspended", statusReason: "Documents missing" });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("Documents missing");
    await ground.admin.app.getByRole("link", { name: "Open the supplier's dashboard" }).first().waitFor();
    await supplier().setAccount({ status: "active" });
    await ground.press("Try again now");
    await ground.isPlaced(order);
  });
});

/** Shopify tells times to the second, and the older order goes first. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const now = second();
  await waitFor(async () => second() > now, { what: "the next second" });
}

async function link(search: string, product: string): Promise<void> {
  const { app } = ground.admin;
  if ((await app.getByLabel("Search the supplier's catalog").count()) === 0)
    await ground.press("Link it to a supplier product");
  await ground.fill("Search the supplier's catalog", search);
  await ground.press("Search");
  await ground.press(`Choose ${product}`);
  await app
    .getByRole("button", { name: `Link ${product}` })
    .first()
    .click();
}

async function cancel(): Promise<void> {
  await ground.press("Do not send it");
  await ground.press("Yes, do not send it");
}

/** The merchant's own product, moved to our location by hand: nothing of the supplier stands behind it. */
async function buyUnlinked(price: number) {
  const own = shopify().addOwnProduct({ title: "Own Stock Lamp", price });
  const order = ground.buy({ lines: [{ variantId: own.variantId, price, quantity: 1 }] });
  const ours = shopify()
    .state()
    .locations.find(({ name }) => name.startsWith("Karwan"));
  const standing = await waitFor(async () => shopify().fulfillmentOrdersOf({ orderId: order.id })[0], {
    what: "the order to be routed",
  });
  shopify().rules({ set: { move_needs_stock: false } });
  shopify().moveFulfillmentOrder({ id: standing.id, locationId: ours?.id ?? "" });
  shopify().rules({ set: { move_needs_stock: true } });
  return order;
}
