import { beforeAll, describe, it } from "vitest";
import { waitFor } from "#test/support/wait-for.ts";
import type { HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;
let cooker = "";

/** Orders held for what was ordered. */
export function describeHoldsOfGoods(opened: () => HoldHarness): void {
  beforeAll(async () => {
    harness = opened();
    const first = harness.buy();
    const placed = await harness.isPlaced(first);
    cooker = placed?.items[0]?.variantId ?? "";
  });

  describe("an order held for its goods", () => {
    it("out_of_stock: says that it is first in line, and goes out once stock is back", async () => {
      await supplier().setStock({ variantId: cooker, stock: 0 });
      const first = harness.buy();
      await harness.until(first, "waiting");
      await nextSecond();
      const second = harness.buy();
      await harness.open(second);
      await harness.sees("It goes out by itself, the oldest order first. 1 older before it.");
      await harness.open(first);
      await harness.sees("This order is first in line.");
      await supplier().setStock({ variantId: cooker, stock: 500 });
      await harness.isPlaced(first);
      await harness.isPlaced(second);
    });

    it("out_of_stock: leaves for the merchant's own location in one press", async () => {
      await supplier().setStock({ variantId: cooker, stock: 0 });
      const order = harness.buy();
      await harness.open(order);
      await harness.press("Fulfil from my own location");
      await harness.isMovedAway(order);
      await supplier().setStock({ variantId: cooker, stock: 500 });
      await waitFor(async () => cookersInShopify() > 100, { what: "the stock in Shopify" });
    });

    it("variant_not_found: is linked to another product of the supplier", async () => {
      await supplier().removeProduct({ productId: "prd_earbuds" });
      const order = harness.buy({ lines: [harness.line("earbuds", 1000)] });
      await harness.open(order);
      await harness.sees("The supplier no longer sells");
      await link("Chai Mug", "Chai Mug Pair");
      await harness.isPlaced(order);
    });

    it("variant_not_linked: is linked, and refused where a minimum price is in the way", async () => {
      const order = await buyUnlinked(900);
      await harness.open(order);
      await harness.sees("is not linked to a supplier product");
      await link("Bedsheet", "Cotton Bedsheet King");
      await harness.sees("may not be sold below Rs 2,000 each");
      await link("Chai Mug", "Chai Mug Pair");
      await harness.isPlaced(order);
    });

    it("held_by_person: waits for Place though its stock is back", async () => {
      await supplier().setStock({ variantId: cooker, stock: 0 });
      const order = harness.buy();
      await harness.open(order, "waiting");
      await harness.press("Hold");
      await harness.sees("This order was put on hold.");
      await supplier().setStock({ variantId: cooker, stock: 500 });
      await harness.reconcileAgain(order);
      await harness.open(order, "held");
      await harness.press("Place with the supplier");
      await harness.isPlaced(order);
      await waitFor(async () => cookersInShopify() > 100, { what: "the stock in Shopify" });
    });

    it("comes_back: is placed again when the merchant says so", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED");
      const shipped = () =>
        shopify()
          .state({})
          .orders.find(({ id }) => id === order.id)?.fulfillments ?? [];
      const fulfillment = await waitFor(async () => shipped()[0], { what: "the shipment in Shopify" });
      await harness.moveParcels(order, "RETURNED");
      await harness.until(order, "refused");
      shopify().cancelFulfillment({ id: fulfillment.id });
      await harness.open(order);
      await harness.sees("Shopify offers items that were handed over before");
      await harness.press("Place with the supplier");
      await harness.until(order, "placed");
    });

    it("an order cancelled on the merchant's word asks nothing, and may be placed again", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      const [open] = shopify().fulfillmentOrdersOf({ orderId: order.id });
      shopify().requestCancellation({ id: open?.id ?? "" });
      await harness.open(order, "cancelled");
      await harness.press("Place with the supplier");
      await harness.isPlaced(order);
    });

    it("too_many_items: is cancelled before anything was sent", async () => {
      const lines = Array.from({ length: 51 }, () => harness.line("cooker", 1600));
      const order = harness.buy({ lines });
      await harness.open(order);
      await harness.sees("item rows; the supplier takes 50");
      await cancel();
      await harness.isNeverSent(order);
    });
  });

  describe("an order that is not for the supplier", () => {
    it("customer_blocked: is cancelled", async () => {
      await supplier().setTerms({ blacklistRefusals: 0 });
      const order = harness.buy();
      await harness.open(order);
      await harness.sees("does not ship to this phone number");
      await cancel();
      await harness.isNeverSent(order);
      await supplier().setTerms({ blacklistRefusals: 1000 });
    });

    it("shopify_test_order: is cancelled", async () => {
      const order = harness.buy({ test: true });
      await harness.open(order);
      await harness.sees("This is a Shopify test order");
      await cancel();
      await harness.isNeverSent(order);
    });

    it("not_a_delivery: moves to the merchant's own location", async () => {
      const order = harness.buy({ deliveryMethodType: "LOCAL" });
      await harness.open(order);
      await harness.sees("pickup or local delivery");
      await harness.press("Fulfil from my own location");
      await harness.isMovedAway(order);
    });

    it("not_in_pakistan: is placed once the address was changed in Shopify", async () => {
      const order = harness.buy({ shippingAddress: { countryCode: "AE", city: "Dubai" } });
      await harness.open(order);
      await harness.sees("outside Pakistan");
      shopify().editAddress({ orderId: order.id, address: { countryCode: "PK", city: "Lahore" } });
      await harness.isPlaced(order);
    });
  });

  describe("an order that waits for the account", () => {
    it("reseller_suspended: goes out once the account is active again", async () => {
      await supplier().setAccount({ status: "suspended", statusReason: "Documents missing" });
      const order = harness.buy();
      await harness.open(order);
      await harness.sees("Documents missing");
      await harness.admin.app.getByRole("link", { name: "Open the supplier's dashboard" }).first().waitFor();
      await supplier().setAccount({ status: "active" });
      await harness.press("Try again now");
      await harness.isPlaced(order);
    });
  });
}

const supplier = () => harness.world.supplier.control;

const shopify = () => harness.world.shopify.control;

/** At our location. Since the move the merchant's own stocks them too, and Shopify routes there what ours has not. */
function cookersInShopify(): number {
  const { products, services } = shopify().state();
  const ours = services[0]?.locationId;
  const variant = products.find(({ title }) => title.startsWith("Pressure Cooker"))?.variants[0];
  return variant?.levels.find(({ locationId }) => locationId === ours)?.available ?? 0;
}

/** Shopify tells times to the second, and the older order goes first. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const now = second();
  await waitFor(async () => second() > now, { what: "the next second" });
}

async function link(search: string, product: string): Promise<void> {
  const { app } = harness.admin;
  if ((await app.getByLabel("Search the supplier's catalog").count()) === 0)
    await harness.press("Link it to a supplier product");
  await harness.fill("Search the supplier's catalog", search);
  await harness.press("Search");
  await harness.staysWhenAsked();
  await harness.press(`Choose ${product}`);
  await app
    .getByRole("button", { name: `Link ${product}` })
    .first()
    .click();
}

async function cancel(): Promise<void> {
  await harness.press("Do not send it");
  await harness.press("Yes, do not send it");
}

/** The merchant's own product, moved to our location by hand: nothing of the supplier stands behind it. */
async function buyUnlinked(price: number) {
  const own = shopify().addOwnProduct({ title: "Own Stock Lamp", price });
  const order = harness.buy({ lines: [{ variantId: own.variantId, price, quantity: 1 }] });
  const ours = shopify()
    .state()
    .locations.find(({ name }) => name.startsWith("Karwan"));
  const fulfillmentOrder = await waitFor(
    async () => shopify().fulfillmentOrdersOf({ orderId: order.id })[0],
    {
      what: "the order to be routed",
    },
  );
  shopify().rules({ set: { move_needs_stock: false } });
  shopify().moveFulfillmentOrder({ id: fulfillmentOrder.id, locationId: ours?.id ?? "" });
  shopify().rules({ set: { move_needs_stock: true } });
  return order;
}
