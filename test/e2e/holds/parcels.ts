import { beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import { REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { asId } from "#test/support/as-id.ts";
import type { BoughtOrder, HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;

/** Holds of parcels, and of what Shopify is told about them. */
export function describeHoldsOfParcels(opened: () => HoldHarness): void {
  beforeAll(() => {
    harness = opened();
  });

  describe("a parcel that needs a word of the merchant's", () => {
    it("unknown_contents: says which parcel holds what, and each is shipped in Shopify", async () => {
      const supplier = harness.world.supplier.control;
      await supplier.setUndefined({ itemFields: "nothing" });
      // Three cookers of one store cost what five earbuds of another do.
      const lines = [harness.line("cooker", 1600, 3), harness.line("earbuds", 1000, 5)];
      const order = harness.buy({ lines });
      await harness.until(order, "placed");
      await harness.moveParcels(order, "SHIPPED");
      await harness.open(order, "on_the_way");
      await harness.sees("We cannot tell which items are in a parcel.");
      await harness.press("Save what they hold");
      await harness.sees("each parcel holds at least one");
      const parcels = (await harness.atService(order)).map(({ part, items }) => ({
        part,
        isCooker: items[0]?.quantity === 3,
      }));
      const partOf = (isCooker: boolean) => parcels.find((parcel) => parcel.isCooker === isCooker)?.part ?? 0;
      await choose("3 × Pressure Cooker Gasket Set", partOf(true));
      await harness.staysWhenAsked();
      await choose("5 × Wireless Earbuds", partOf(false));
      await harness.press("Save what they hold");
      await harness.isGone("We cannot tell which items");
      const shipped = () =>
        inShopify(order)
          ?.fulfillments.map(({ lines: own }) => own[0]?.quantity)
          .toSorted();
      await expect.poll(shipped).toEqual([3, 5]);
      await supplier.setUndefined({ itemFields: "full" });
    });

    it("confirmation_failed: is over once the customer has confirmed", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await confirm(order, "FAILED");
      await harness.open(order, "placed");
      await harness.sees("could not confirm the order with the customer. Call the customer.");
      await confirm(order, "CONFIRMED");
      await harness.isGone("could not confirm the order with the customer");
    });

    it("parcel_stands_still: is left as it is, and is over once it moves", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED");
      await harness.until(order, "on_the_way");
      const where = { handoff: { order: { orderGid: asId<OrderGid>(order.id) } } };
      const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000);
      const still = { movedAt: days(9), stillUsualDays: 4, stillBasis: "courier" as const };
      const standsStill = async (stillSince: Date) => {
        await harness.db.parcel.updateMany({ where, data: { ...still, stillSince } });
        await harness.reconcileAgain(order);
      };
      const words =
        "The parcel has been on the road for 9 days. 19 of 20 parcels with TCS arrive within 4 days.";
      await standsStill(new Date());
      await harness.open(order, "on_the_way");
      await harness.sees(words);
      await harness.press("Leave it");
      await harness.isGone("The parcel has been on the road");
      await harness.moveParcels(order, "DELIVERED");
      await harness.open(order, "delivered");
      await harness.isGone("The parcel has been on the road");
    });

    it("rider_asked_other_sum: is answered, and asked about anew when the customer says it again", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED");
      await harness.until(order, "on_the_way");
      const where = { handoff: { order: { orderGid: asId<OrderGid>(order.id) } } };
      const saysSo = async (riderAskedPkr: number) => {
        await harness.db.parcel.updateMany({
          ...{ where, data: { riderAskedPkr: rupees(riderAskedPkr), riderAskedAt: new Date() } },
        });
        await harness.reconcileAgain(order);
      };
      await saysSo(2500);
      await harness.open(order, "on_the_way");
      await harness.sees("The customer says that the rider asked for Rs 2,500");
      await harness.press("Answered");
      await harness.isGone("The customer says that the rider asked");
      await saysSo(2600);
      await harness.open(order, "on_the_way");
      await harness.sees("The customer says that the rider asked for Rs 2,600");
    });

    it("parcel_returned: is left as it is once the merchant has refunded what they owe", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED", "DELIVERED");
      await expect.poll(() => inShopify(order)?.financialStatus).toBe("PAID");
      await harness.open(order, "delivered");
      await harness.sees("The customer may send it back until");
      const note = harness.admin.app.getByText("The customer may send it back until", { exact: false });
      expect(await note.textContent()).toContain("it cannot be asked for here");
      const dashboard = note.getByRole("link", { name: "the supplier's dashboard" });
      expect(await dashboard.getAttribute("href")).toBe("https://dashboard.karwan-catalog.example");
      await harness.moveParcels(order, "RETURNED");
      await harness.open(order, "refused");
      await harness.sees("The parcel was returned after delivery.");
      await harness.press("Leave it");
      await harness.isGone("The parcel was returned after delivery.");
    });
  });

  describe("a margin that was paid out", () => {
    it("margin_reversed: is told on Home, in payouts and on the order once it is taken back, until somebody has read it", async () => {
      const { supplier } = harness.world;
      const { app } = harness.admin;
      await supplier.control.setTerms({ payoutHoldDays: 0 });
      await harness.db.shop.updateMany({ data: { markPaidOnDelivery: false } });
      const order = harness.buy();
      await harness.isPlaced(order);
      await harness.moveParcels(order, "SHIPPED", "DELIVERED");
      await supplier.control.clock.advance({ seconds: 1 });
      const ofOrder = { handoff: { order: { orderGid: asId<OrderGid>(order.id) } } };
      const releasedPkr = async () =>
        (await harness.db.parcel.findFirst({ where: ofOrder }))?.marginReleasedPkr ?? null;
      await expect.poll(releasedPkr).toBe(540);
      await harness.moveParcels(order, "RETURNED");
      const words = "The supplier took back the margin of a parcel it had paid out: Rs 540.";
      await harness.open(order, "refused");
      await harness.sees(words);
      await supplier.control.setTerms({ payoutHoldDays: 20 });
      await harness.db.shop.updateMany({ data: { markPaidOnDelivery: true } });

      await harness.admin.visit("Karwan", "Home");
      const row = app.locator(".k-need-row").filter({ hasText: words });
      expect(await row.textContent()).toContain(order.name);

      await harness.admin.visit("Payouts");
      await app.locator(".k-rows a", { hasText: "Reversed" }).first().click();
      const parcel = app.locator("details").filter({ hasText: order.name });
      await parcel.locator("summary").click();
      await parcel.getByText("The supplier had released this, and took it back.", { exact: false }).waitFor();
      expect(await parcel.locator("dl").textContent()).toContain("Released, then taken backRs 540");
      await parcel.getByRole("link", { name: "Open the order" }).click();

      await app.getByRole("heading", { level: 1, name: order.name }).waitFor();
      await app
        .locator(".k-hold")
        .filter({ hasText: words })
        .getByRole("button", { name: "Leave it" })
        .click();
      await harness.isGone(words);
      await harness.admin.visit("Karwan", "Home");
      await expect.poll(() => row.count()).toBe(0);
    });
  });

  describe("an order whose rest is done in Shopify", () => {
    it("units_not_open: ships once the shipment made by hand is taken back there", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      const [fulfillmentOrder] = shopify().fulfillmentOrdersOf({ orderId: order.id });
      const { fulfillmentId } = shopify().fulfill({ id: fulfillmentOrder?.id ?? "" });
      await harness.moveParcels(order, "SHIPPED");
      await harness.open(order, "on_the_way");
      await harness.sees("has left, but Shopify has no open units for it");
      shopify().cancelFulfillment({ id: fulfillmentId });
      await harness.isGone("has left, but Shopify has no open units for it");
      const isShipped = () =>
        inShopify(order)
          ?.fulfillments.map(({ status }) => status)
          .toSorted();
      await expect.poll(isShipped).toEqual(["CANCELLED", "SUCCESS"]);
    });

    it("missing_scope: goes on by itself once the permission is granted", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      const scopes = REQUIRED_SCOPES.filter((scope) => !/_orders$/.test(scope) || /fulfillment/.test(scope));
      shopify().setScopes({ scopes });
      await harness.moveParcels(order, "SHIPPED");
      await harness.open(order, "placed");
      await harness.sees("The app lost a permission it needs for this. Grant it again.");
      const grant = harness.admin.app.getByRole("link", { name: "Grant it" }).first();
      expect(await grant.getAttribute("href")).toContain("oauth/install?client_id=");
      shopify().setScopes({ scopes: REQUIRED_SCOPES });
      await harness.isGone("The app lost a permission");
      await expect.poll(() => inShopify(order)?.fulfillments.length).toBe(1);
    });

    it("shopify_refused: is told in Shopify's own words, and tried again at a press", async () => {
      const order = harness.buy();
      await harness.isPlaced(order);
      // The customer pays while the order is being marked as paid, and no word of it arrives.
      const topics = ["orders/paid", "orders/updated", "order_transactions/create"];
      shopify().faults({
        requests: [{ kind: "delay", field: "orderMarkAsPaid", delayMs: 12_000 }],
        webhooks: topics.map((topic) => ({ kind: "lost", topic, times: 100 })),
      });
      await harness.moveParcels(order, "SHIPPED", "DELIVERED");
      const isMarking = () =>
        shopify()
          .armedFaults()
          .some(({ kind }) => kind === "delay");
      await expect.poll(isMarking).toBe(false);
      shopify().payOrder({ orderId: order.id });
      shopify().faults({ release: true });
      await harness.open(order, "delivered");
      await harness.sees("Shopify did not accept a change to this order.");
      await harness.sees("cannot be marked as paid");
      await harness.press("Try again now");
      await harness.isGone("Shopify did not accept a change");
      shopify().faults({ clear: true });
    });
  });
}

const shopify = () => harness.world.shopify.control;

const inShopify = ({ id }: BoughtOrder) =>
  shopify()
    .state({})
    .orders.find((order) => order.id === id);

/** No event tells of it: the parcel is due to be read again, as after a sweep. */
async function confirm(order: BoughtOrder, confirmation: "FAILED" | "CONFIRMED"): Promise<void> {
  for (const { id } of await harness.atService(order))
    await harness.world.supplier.control.setConfirmation({ id, confirmation });
  const where = { handoff: { order: { orderGid: asId<OrderGid>(order.id) } } };
  await harness.db.parcel.updateMany({ where, data: { readAt: null } });
  await harness.reconcileAgain(order);
}

async function choose(item: string, part: number): Promise<void> {
  const select = harness.admin.app.getByLabel(item, { exact: true });
  const option = select.locator("option", { hasText: `Parcel ${part} ` }).first();
  await select.selectOption((await option.getAttribute("value")) ?? "");
}
