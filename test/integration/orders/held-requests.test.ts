import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let variantId = "";

beforeAll(async () => {
  shop = await startPlacingShop();
  variantId = (await shop.app.db.listingVariant.findFirstOrThrow()).supplierVariantId;
  await shop.settings({ autoCod: false, autoPrepaid: false });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.supplier.control.setAccount({ status: "active" });
  await shop.supplier.control.setTerms({ blacklistRefusals: 1000 });
  await shop.supplier.control.setStock({ variantId, stock: 500 });
});

/** The merchant asks for it in Shopify, some hours ago by Shopify's clock, while no switch is on. */
async function request(hoursAgo: number, until: (row: OrderRow) => boolean): Promise<OrderRow> {
  const { control } = shop.shopify;
  const { gid } = await shop.place({ lines: [shop.line("cooker", 1600)] });
  await shop.untilState(gid, "to_place");
  const [ours] = await shop.ours(gid);
  control.clock({ advance: { hours: -hoursAgo } });
  control.requestFulfillment({ id: ours?.id ?? "", notifyCustomer: false });
  control.clock({ advance: { hours: hoursAgo } });
  return shop.until(gid, until, "the request to be looked at");
}

const requestOf = async ({ orderGid }: OrderRow) => (await shop.ours(orderGid)).at(-1)?.requestStatus;

describe("a request of the merchant's whose order is held", () => {
  it("stays open for three hours", async () => {
    await shop.supplier.control.setStock({ variantId, stock: 0 });
    const held = await request(2, ({ holdCode }) => holdCode === "out_of_stock");
    expect(await requestOf(held)).toBe("SUBMITTED");
    const work = await shop.app.db.work.findFirst({ where: { subject: held.orderGid } });
    expect(work?.nextRunAt?.getTime()).toBeLessThan(Date.now() + 61 * 60_000);
    await shop.supplier.control.setStock({ variantId, stock: 500 });
    await shop.untilState(held.orderGid, "placed");
  });

  it("is given back with the reason after that, and made again by itself when the hold ends", async () => {
    await shop.supplier.control.setStock({ variantId, stock: 0 });
    const held = await request(3.1, ({ holdCode }) => holdCode === "out_of_stock");
    await shop.soon("the request to be given back", async () => (await requestOf(held)) === "REJECTED");
    const row = await shop.rested(held.orderGid);
    expect(row.fulfillmentOrders).toMatchObject([{ rejectedFor: "out_of_stock" }]);
    expect(await shop.timeline(row)).toContain("request_rejected");
    await shop.supplier.control.setStock({ variantId, stock: 500 });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(await requestOf(placed)).toBe("ACCEPTED");
    expect(await shop.atService(placed)).toHaveLength(1);
  });

  it("is given back at once when it can never be placed, and goes again only on a person's word", async () => {
    await shop.supplier.control.setTerms({ blacklistRefusals: 0 });
    const held = await request(0, ({ holdCode }) => holdCode === "customer_blocked");
    await shop.soon("the request to be given back", async () => (await requestOf(held)) === "REJECTED");
    await shop.supplier.control.setTerms({ blacklistRefusals: 1000 });
    await shop.wake(held.orderGid);
    const row = await shop.rested(held.orderGid);
    expect(row).toMatchObject({ state: "held", holdCode: "customer_blocked" });
    expect(await shop.posts(row.handoffs[0]?.externalOrderId ?? "")).toHaveLength(1);
    await retryPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await requestOf(placed)).toBe("ACCEPTED");
    expect(await shop.atService(placed)).toHaveLength(1);
  });
});
