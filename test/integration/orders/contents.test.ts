import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOrderPage } from "#app/domain/orders/get-order-page.server.ts";
import { pressContents } from "#app/domain/orders/parcels/press-contents.server.ts";
import type { OrderRow } from "#test/support/order-ground.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["earbuds", "speaker"] });
  await shop.supplier.control.setUndefined({ itemFields: "nothing" });
});
afterAll(() => shop.close());

/** Two parcels whose goods cost the same, on their way, and the service says nothing of what is in them. */
async function shipUnclear(): Promise<OrderRow> {
  const lines = [shop.line("earbuds", 1000, 2), shop.line("speaker", 2000)];
  const placed = await shop.buy({ lines });
  for (const { id } of await shop.atService(placed))
    await shop.supplier.control.moveParcel({ id, status: "SHIPPED" });
  return shop.until(placed.orderGid, ({ holdCode }) => holdCode === "unknown_contents", "it to be asked");
}

/** What the page asks, and the two ways to answer it. */
async function ask({ id }: OrderRow) {
  const [question] = (await findOrderPage(await shop.context(), id))?.unclear ?? [];
  const [earbuds, speaker] = question?.lines ?? [];
  const [first, second] = question?.parcels ?? [];
  if (!question || !earbuds || !speaker || !first || !second) throw new Error("Nothing is asked");
  const say = (ofEarbuds: { readonly id: string }, ofSpeaker: { readonly id: string }) => [
    { lineGid: earbuds.lineGid, parcelId: ofEarbuds.id },
    { lineGid: speaker.lineGid, parcelId: ofSpeaker.id },
  ];
  return { handoffId: question.handoffId, question, first, second, say };
}

describe("parcels of which nobody can tell what is in them", () => {
  it("are shipped in Shopify as the merchant says, each once", async () => {
    const row = await shipUnclear();
    expect(shop.inShopify(row.orderGid).fulfillments).toEqual([]);
    const { handoffId, question, first, second, say } = await ask(row);
    expect(question.lines).toMatchObject([
      { title: "Wireless Earbuds", quantity: 2, wholesalePkr: 1200 },
      { title: "Bluetooth Speaker", quantity: 1, wholesalePkr: 1200 },
    ]);
    const press = { orderId: row.id, by: "Ali", handoffId, said: say(second, first) };
    expect(await pressContents(await shop.context(), press)).toEqual({ ok: true });
    const after = await shop.untilState(row.orderGid, "on_the_way");
    expect(await shop.needs(after)).toEqual([]);
    const { fulfillments } = shop.inShopify(row.orderGid);
    expect(fulfillments).toHaveLength(2);
    const ofSecond = shop.parcels(after).find(({ id }) => id === second.id);
    const own = fulfillments.find(({ id }) => id === ofSecond?.fulfillmentGid);
    expect(own?.lines).toMatchObject([{ quantity: 2 }]);
    expect(await shop.timeline(after)).toContain("contents_said");
    expect(await pressContents(await shop.context(), press)).toMatchObject({ ok: false });
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(2);
  });

  it("stay as they are while the answer is not enough, or is not about them", async () => {
    const row = await shipUnclear();
    const { handoffId, first, second, say } = await ask(row);
    const press = { orderId: row.id, by: "Ali", handoffId };
    const ctx = await shop.context();
    expect(await pressContents(ctx, { ...press, said: say(first, first) })).toEqual({
      ...{ ok: false, reason: expect.stringContaining("each parcel holds at least one") },
    });
    const strange = { id: row.id };
    expect(await pressContents(ctx, { ...press, said: say(first, strange) })).toMatchObject({ ok: false });
    const other = { ...press, handoffId: row.id, said: say(first, second) };
    expect(await pressContents(ctx, other)).toMatchObject({ ok: false });
    expect(shop.parcels(await shop.rested(row.orderGid)).map(({ contents }) => contents)).toEqual([
      null,
      null,
    ]);
    expect(await shop.timeline(row)).not.toContain("contents_said");
  });

  it("are not asked about any more once the service tells it", async () => {
    const row = await shipUnclear();
    const { handoffId, first, second, say } = await ask(row);
    await shop.supplier.control.setUndefined({ itemFields: "full" });
    await shop.app.db.parcel.updateMany({ where: { handoffId }, data: { readAt: null } });
    await shop.wake(row.orderGid);
    const after = await shop.untilState(row.orderGid, "on_the_way");
    expect(await shop.needs(after)).toEqual([]);
    const late = { orderId: row.id, by: "Ali", handoffId, said: say(second, first) };
    expect(await pressContents(await shop.context(), late)).toMatchObject({ ok: false });
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(2);
  });
});
