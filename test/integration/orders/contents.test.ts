import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { storedContents } from "#app/domain/orders/parcels/plan-contents.ts";
import { stateContents } from "#app/domain/orders/parcels/state-contents.server.ts";
import type { HandoffId, ParcelId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["earbuds", "speaker"] });
  await shop.supplier.control.setUndefined({ itemFields: "nothing" });
});
afterAll(() => shop.close());

/** Two parcels whose goods cost the same, on their way, and the service says nothing of what is in them. */
async function shipWithUnknownContents(): Promise<OrderRow> {
  const lines = [shop.line("earbuds", 1000, 2), shop.line("speaker", 2000)];
  const placed = await shop.buy({ lines });
  for (const { id } of await shop.atService(placed))
    await shop.supplier.control.moveParcel({ id, status: "SHIPPED" });
  return shop.until(placed.orderGid, ({ holdCode }) => holdCode === "unknown_contents", "it to be asked");
}

/** What the page asks, and the two ways to answer it. */
async function ask({ id }: OrderRow) {
  const [question] = (await findOrderPage(await shop.context(), id))?.contentsUnknown ?? [];
  const [earbuds, speaker] = question?.lines ?? [];
  const [first, second] = question?.parcels ?? [];
  if (!question || !earbuds || !speaker || !first || !second) throw new Error("Nothing is asked");
  const say = (ofEarbuds: { readonly id: ParcelId }, ofSpeaker: { readonly id: ParcelId }) => [
    { lineGid: earbuds.lineGid, parcelId: ofEarbuds.id },
    { lineGid: speaker.lineGid, parcelId: ofSpeaker.id },
  ];
  return { handoffId: question.handoffId, question, first, second, say };
}

describe("parcels of which nobody can tell what is in them", () => {
  it("are shipped in Shopify as the merchant says, each once", async () => {
    const row = await shipWithUnknownContents();
    expect(shop.inShopify(row.orderGid).fulfillments).toEqual([]);
    const { handoffId, question, first, second, say } = await ask(row);
    expect(question.lines).toMatchObject([
      { title: "Wireless Earbuds", quantity: 2, wholesalePkr: 1200 },
      { title: "Bluetooth Speaker", quantity: 1, wholesalePkr: 1200 },
    ]);
    const press = { orderId: row.id, by: "Ali", handoffId, parcelOfLines: say(second, first) };
    expect(await stateContents(await shop.context(), press)).toEqual({ ok: true });
    const after = await shop.untilState(row.orderGid, "on_the_way");
    expect(await shop.openCodes(after)).toEqual([]);
    const { fulfillments } = shop.inShopify(row.orderGid);
    expect(fulfillments).toHaveLength(2);
    const ofSecond = shop.parcels(after).find(({ id }) => id === second.id);
    const own = fulfillments.find(({ id }) => id === ofSecond?.fulfillmentGid);
    expect(own?.lines).toMatchObject([{ quantity: 2 }]);
    expect(await shop.timeline(after)).toContain("contents_said");
    expect(await stateContents(await shop.context(), press)).toMatchObject({ ok: false });
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(2);
  });

  it("stay as they are while the answer is not enough, or is not about them", async () => {
    const row = await shipWithUnknownContents();
    const { handoffId, first, second, say } = await ask(row);
    const press = { orderId: row.id, by: "Ali", handoffId };
    const ctx = await shop.context();
    expect(await stateContents(ctx, { ...press, parcelOfLines: say(first, first) })).toEqual({
      ...{ ok: false, reason: expect.stringContaining("each parcel holds at least one") },
    });
    const strange = { id: asId<ParcelId>(row.id) };
    expect(await stateContents(ctx, { ...press, parcelOfLines: say(first, strange) })).toMatchObject({
      ok: false,
    });
    const other = { ...press, handoffId: asId<HandoffId>(row.id), parcelOfLines: say(first, second) };
    expect(await stateContents(ctx, other)).toMatchObject({ ok: false });
    expect(shop.parcels(await shop.rested(row.orderGid)).map(({ contents }) => contents)).toEqual([
      null,
      null,
    ]);
    expect(await shop.timeline(row)).not.toContain("contents_said");
  });

  it("are not asked about any more once the service tells it", async () => {
    const row = await shipWithUnknownContents();
    const { handoffId, first, second, say } = await ask(row);
    await shop.supplier.control.setUndefined({ itemFields: "full" });
    await shop.app.db.parcel.updateMany({ where: { handoffId }, data: { readAt: null } });
    await shop.wake(row.orderGid);
    const after = await shop.untilState(row.orderGid, "on_the_way");
    expect(await shop.openCodes(after)).toEqual([]);
    const late = { orderId: row.id, by: "Ali", handoffId, parcelOfLines: say(second, first) };
    expect(await stateContents(await shop.context(), late)).toMatchObject({ ok: false });
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(2);
  });
});

describe("parcels that do not say which of how many they are", () => {
  const units = (contents: unknown) =>
    storedContents.parse(contents).reduce((sum, { quantity }) => sum + quantity, 0);

  it("hold what their items tell, and each unit is shipped once", async () => {
    await shop.supplier.control.setUndefined({ itemFields: "full", parcelField: "absent" });
    const lines = [shop.line("earbuds", 1000, 2), shop.line("speaker", 2000)];
    const placed = await shop.buy({ lines });
    expect(shop.parcels(placed).map(({ part, of }) => `${part}/${of}`)).toEqual(["1/2", "2/2"]);
    expect(
      shop
        .parcels(placed)
        .map(({ contents }) => units(contents))
        .toSorted(),
    ).toEqual([1, 2]);
    for (const { id } of await shop.atService(placed))
      await shop.supplier.control.moveParcel({ id, status: "SHIPPED" });
    const after = await shop.untilState(placed.orderGid, "on_the_way");
    expect(await shop.openCodes(after)).toEqual([]);
    const { fulfillments } = shop.inShopify(placed.orderGid);
    const shipped = fulfillments.map(({ lines }) => lines.map(({ quantity }) => quantity));
    expect(shipped.toSorted()).toEqual([[1], [2]]);
  });

  it("are told apart again when one was taken for the only one", async () => {
    await shop.supplier.control.setUndefined({ itemFields: "nothing", parcelField: "absent" });
    const placed = await shop.buy({ lines: [shop.line("earbuds", 1000, 2), shop.line("speaker", 2000)] });
    const [first, second] = shop.parcels(placed);
    const shopId = shop.shopId;
    await shop.app.db.parcel.delete({ where: { shopId_id: { shopId, id: second?.id ?? "" } } });
    const everything = placed.handoffs[0]?.items.map(({ id, quantity }) => ({ handoffItemId: id, quantity }));
    await shop.app.db.parcel.update({
      where: { shopId_id: { shopId, id: first?.id ?? "" } },
      data: { of: 1, contents: everything ?? [] },
    });
    await shop.supplier.control.setUndefined({ itemFields: "full" });
    await shop.supplier.control.moveParcel({ id: second?.supplierOrderId ?? "", status: "CONFIRMED" });
    const again = await shop.until(
      placed.orderGid,
      (row) => shop.parcels(row).length === 2 && shop.parcels(row).every(({ contents }) => contents !== null),
      "both parcels to be known",
    );
    expect(
      shop
        .parcels(again)
        .map(({ contents }) => units(contents))
        .toSorted(),
    ).toEqual([1, 2]);
  });
});

describe("a service whose clock runs ahead", () => {
  it("took an order when it said so to us, at the latest", async () => {
    await shop.supplier.control.clock.advance({ minutes: 90 });
    const { handoffs } = await shop.buy({ lines: [shop.line("earbuds", 1000)] });
    const takenAt = handoffs[0]?.takenAt?.getTime() ?? Number.POSITIVE_INFINITY;
    expect(takenAt).toBeLessThanOrEqual(Date.now());
  });
});
