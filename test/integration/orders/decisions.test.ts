import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasWaitingStockedItems } from "#app/domain/inventory/load-stocked-items.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { linkVariant } from "#app/domain/orders/commands/decisions/link-variant.server.ts";
import { lowerDelivery } from "#app/domain/orders/commands/decisions/lower-delivery.server.ts";
import { markPaidByHand } from "#app/domain/orders/commands/decisions/mark-paid-by-hand.server.ts";
import { moveAway } from "#app/domain/orders/commands/decisions/move-away.server.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";
import {
  choosePhone,
  confirmCustomerEdit,
  editCustomer,
  undoCustomerEdit,
} from "#app/domain/orders/customer/edit-customer.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";
import type { SupplierProductId, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
  // Every customer here is the same one, with the same cart.
  await shop.settings({ holdLooksTwice: false });
});
beforeEach(() => shop.settings({ paused: false }));
afterAll(() => shop.close());

const cooker = (price = 1600, quantity = 1) => ({ lines: [shop.line("cooker", price, quantity)] });
const by = "Test";
const fields = {
  name: "Ayesha Example",
  phone: "0300 1234567",
  secondPhone: "0321 7654321",
  address: "House 1, Street 2, Block B",
  landmark: "Opposite the water tank",
  city: "pindi",
  cityAsWritten: false,
};
const correct = { fields, seenEditAt: "" };

const phoneless = () => ({
  ...cooker(),
  customer: { firstName: "Ayesha", lastName: "Example", phone: "12345" },
  shippingAddress: { phone: "12345", city: "Lahore" },
});

describe("a corrected customer", () => {
  it("is what the service is sent, with the second phone and the landmark in the notes", async () => {
    const held = await shop.buy(phoneless(), "held");
    expect(held.holdCode).toBe("phone_invalid");
    const ctx = await shop.context();
    expect(await editCustomer(ctx, { orderId: held.id, by, ...correct })).toEqual({ ok: true });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(shop.body(placed)).toMatchObject({
      customer: { name: "Ayesha Example", phone: "+923001234567", city: "Rawalpindi" },
      notes: expect.stringContaining("Second phone: +923217654321"),
    });
    expect(shop.body(placed).notes).toContain("Landmark: Opposite the water tank");
    expect(await shop.timeline(placed)).toContain("customer_edited");
  });

  it("is refused field by field, by the rules every order goes by", async () => {
    const held = await shop.buy(phoneless(), "held");
    const wrong = {
      ...fields,
      name: " ",
      phone: "0300 12",
      secondPhone: "+44 20 7946 0958",
      city: "Nowhere",
    };
    const answer = await editCustomer(await shop.context(), {
      ...{ orderId: held.id, by, seenEditAt: "" },
      fields: wrong,
    });
    expect(answer).toMatchObject({
      ok: false,
      errors: {
        name: "Enter the customer's name.",
        phone: expect.stringContaining("not a Pakistani number"),
        secondPhone: "The courier needs a Pakistani number.",
        city: expect.stringContaining("“Nowhere” is not one we know"),
      },
    });
    expect((await shop.rested(held.orderGid)).state).toBe("held");
  });

  it("is flagged when Shopify's own address changes afterwards, and placed once a person kept it", async () => {
    await shop.settings({ paused: true });
    const { gid } = await shop.place(cooker());
    const waiting = await shop.untilState(gid, "waiting");
    await editCustomer(await shop.context(), { orderId: waiting.id, by, ...correct });
    await shop.rested(gid);
    shop.shopify.control.editAddress({ orderId: gid, address: { address1: "House 99, New Street 1" } });
    await shop.settings({ paused: false });
    const flagged = await shop.until(gid, (row) => row.holdCode === "customer_edit_outdated", "the flag");
    expect(flagged.handoffs).toEqual([]);
    await confirmCustomerEdit(await shop.context(), { orderId: flagged.id, by });
    const placed = await shop.untilState(gid, "placed");
    expect(shop.body(placed)).toMatchObject({ customer: { address: fields.address } });
  });

  it("gives way to what the order says when it is undone", async () => {
    const held = await shop.buy({ ...cooker(), shippingAddress: { city: "Qasba Nowhere" } }, "held");
    const wrong = { ...fields, phone: "0300 1111111", city: "Qasba Nowhere", cityAsWritten: false };
    const ctx = await shop.context();
    await choosePhone(ctx, { orderId: held.id, by, phone: wrong.phone });
    const row = await shop.rested(held.orderGid);
    expect(row.holdCode).toBe("city_unknown");
    expect(row.decisions.map(({ kind }) => kind).toSorted()).toEqual(["customer", "retry"]);
    expect(await undoCustomerEdit(ctx, { orderId: held.id, by })).toEqual({ ok: true });
    await shop.rested(held.orderGid);
    await answerHold(ctx, { orderId: held.id, by, answer: { kind: "city_chosen", city: "Lahore" } });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(shop.body(placed)).not.toMatchObject({ customer: { phone: "+923001111111" } });
  });

  it("does not overwrite another person's correction unseen, nor reach a placed order", async () => {
    const held = await shop.buy(phoneless(), "held");
    const ctx = await shop.context();
    await shop.settings({ paused: true });
    await editCustomer(ctx, { orderId: held.id, by: "Ali", ...correct });
    await shop.rested(held.orderGid);
    expect(await editCustomer(ctx, { orderId: held.id, by, ...correct })).toMatchObject({
      reason: expect.stringContaining("Another staff member has corrected"),
    });
    await shop.settings({ paused: false });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(await editCustomer(ctx, { orderId: placed.id, by, ...correct })).toMatchObject({
      reason: expect.stringContaining("already with the supplier"),
    });
  });
});

describe("a delivery charge that gives way", () => {
  /** Worked example 6: an advance of 500 on 1,600 + 200, minimum 1,200. */
  const advance = () => ({ ...cooker(), payment: "partly" as const, paidAmount: 500 });

  it("is lowered for this order once a person agreed to the very sums", async () => {
    const held = await shop.buy(advance(), "held");
    expect(held.holdCode).toBe("price_below_minimum");
    const ctx = await shop.context();
    const sums = { orderId: held.id, by, collects: 1300, shippingTo: 100 };
    expect(await lowerDelivery(ctx, { ...sums, shippingTo: 99 })).toMatchObject({ ok: false });
    expect(await lowerDelivery(ctx, sums)).toEqual({ ok: true });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ codAmount: 1300, shippingCharged: 100 }]);
    expect(await lowerDelivery(ctx, { ...sums, by: "Ali" })).toMatchObject({
      reason: "Already fixed by another staff member.",
    });
  });

  it("says that it ended by itself where somebody only tried to call the customer", async () => {
    const held = await shop.buy(advance(), "held");
    const ctx = await shop.context();
    await recordContact(ctx, { orderId: held.id, by: "Ali", how: "call", result: "no_answer" });
    shop.shopify.control.payOrder({ orderId: held.orderGid, amount: 1300 });
    await shop.untilState(held.orderGid, "placed");
    const sums = { orderId: held.id, by, collects: 1300, shippingTo: 100 };
    expect(await lowerDelivery(ctx, sums)).toMatchObject({
      reason: "It has ended by itself: there is nothing to fix any more.",
    });
  });

  it("is asked about anew when the order's sums change after the consent", async () => {
    const held = await shop.buy(advance(), "held");
    await shop.settings({ paused: true });
    await lowerDelivery(await shop.context(), { orderId: held.id, by, collects: 1300, shippingTo: 100 });
    await shop.rested(held.orderGid);
    shop.shopify.control.payOrder({ orderId: held.orderGid, amount: 50 });
    await shop.settings({ paused: false });
    const again = await shop.until(held.orderGid, (row) => row.state === "held", "the question anew");
    expect(again).toMatchObject({ holdCode: "price_below_minimum", handoffs: [] });
  });
});

describe("an order the merchant fulfils itself", () => {
  it("moves to the one own location, with its goods stocked there, and is no longer ours", async () => {
    const { locationGid } = (await shop.context()).shop;
    await shop.supplier.control.setStock({ variantId: await variantOf("cooker"), stock: 0 });
    const held = await shop.buy(cooker(), "waiting");
    expect(held.holdCode).toBe("out_of_stock");
    const answer = await moveAway(await shop.context(), { orderId: held.id, by, locationGid: null });
    expect(answer).toMatchObject({ ok: true });
    const moved = await shop.untilState(held.orderGid, "not_ours");
    const [one] = shop.shopify.control.fulfillmentOrdersOf({ orderId: held.orderGid });
    expect(one?.locationId).not.toBe(locationGid);
    expect(moved).toMatchObject({ customerEnc: null, handoffs: [] });
    expect(await shop.openCodes(moved)).toEqual([]);
    await shop.supplier.control.setStock({ variantId: await variantOf("cooker"), stock: 500 });
    // While our location shows nothing, the next order would go to the own one, which holds the goods now.
    await shop.soon("the stock to be shown again", async () => {
      const where = { supplierVariantId: asId<SupplierVariantId>(await variantOf("cooker")) };
      const row = await shop.app.db.listedVariant.findFirstOrThrow({ where });
      return row.stock === 500 && row.stockDueAt === null && (row.pushedQuantity ?? 0) > 0;
    });
  });

  it("is not moved while a sibling of the cancelled parcel is with the supplier, and that is said at the press", async () => {
    const row = await shop.buy({ lines: [shop.line("earbuds", 1000), shop.line("speaker", 2000)] });
    const externalOrderId = row.handoffs[0]?.externalOrderId;
    await shop.supplier.control.moveParcel({ externalOrderId, status: "CANCELLED", part: 1 });
    await shop.until(row.orderGid, ({ holdCode }) => holdCode === "cancelled_by_supplier", "the question");
    const press = { orderId: row.id, by, locationGid: null };
    expect(await moveAway(await shop.context(), press)).toMatchObject({
      ...{ ok: false, reason: expect.stringContaining("still with the supplier") },
    });
  });

  it("stays where it is, and says so, where its parcel was placed again meanwhile", async () => {
    const row = await shop.buy({ lines: [shop.line("earbuds", 1000), shop.line("speaker", 2000)] });
    const moves = { kind: "move_away", by, at: new Date(), shopId: row.shopId, orderId: row.id } as const;
    const params = { locationGid: "gid://shopify/Location/1", location: "Own store" };
    await shop.app.db.orderDecision.create({ data: { ...moves, params } });
    await shop.wake(row.orderGid);
    await shop.soon("the request to be answered", async () =>
      (await shop.timeline(row)).includes("not_moved"),
    );
    expect(await shop.rested(row.orderGid)).toMatchObject({ state: "placed" });
    const where = { orderId: row.id, kind: "move_away" } as const;
    expect(await shop.app.db.orderDecision.findFirst({ where })).toMatchObject({
      handledAt: expect.any(Date),
    });
  });

  it("is not moved once it is with the supplier", async () => {
    const placed = await shop.buy(cooker());
    expect(await moveAway(await shop.context(), { orderId: placed.id, by, locationGid: null })).toMatchObject(
      {
        reason: expect.stringContaining("already with the supplier"),
      },
    );
  });
});

async function variantOf(name: "cooker" | "earbuds" | "speaker"): Promise<string> {
  const variantGid = asId<VariantGid>(shop.line(name, 1).variantId ?? "");
  const row = await shop.app.db.listedVariant.findFirstOrThrow({ where: { variantGid } });
  return row.supplierVariantId;
}

/** A product of one test alone, which may do with it what the others could not sell afterwards. */
async function importAlone(productId: string): Promise<VariantGid> {
  const [variantGid = ""] = await shop.list(productId);
  return asId(variantGid);
}

describe("a variant linked from an order", () => {
  it("is placed from the supplier's product, and refused where its minimum cannot be met", async () => {
    const variantGid = await importAlone("prd_mugs");
    const taken = await shop.app.db.listedVariant.findFirstOrThrow({ where: { variantGid } });
    await shop.app.db.stockedItem.delete({ where: { id: taken.id } });
    const held = await shop.buy({ lines: [{ variantId: variantGid, price: 1000, quantity: 1 }] }, "held");
    expect(held.holdCode).toBe("variant_not_linked");
    const ctx = await shop.context();
    const link = (supplierProductId: string, supplierVariantId: string) =>
      linkVariant(ctx, {
        orderId: held.id,
        by,
        supplierProductId: asId(supplierProductId),
        supplierVariantId: asId(supplierVariantId),
      });
    const sheet = await ctx.supplier?.getProduct(asId("prd_bedsheet"));
    expect(await link("prd_bedsheet", sheet?.variants?.[0]?.id ?? "")).toMatchObject({
      reason: expect.stringContaining("may not be sold below Rs 2,000 each"),
    });
    expect(await link("prd_mugs", taken.supplierVariantId)).toEqual({ ok: true });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ items: [{ variantId: taken.supplierVariantId }] }]);
  });
});

describe("an imported variant linked from an order", () => {
  it("is kept stocked by what it is linked to from then on", async () => {
    const variantGid = await importAlone("prd_lantern");
    await shop.supplier.control.removeProduct({ productId: "prd_lantern" });
    const held = await shop.buy({ lines: [{ variantId: variantGid, price: 2000, quantity: 1 }] }, "held");
    expect(held.holdCode).toBe("variant_not_found");
    const ctx = await shop.context();
    const spoons = {
      supplierProductId: asId<SupplierProductId>("prd_spoons"),
      supplierVariantId: asId<SupplierVariantId>("prd_spoons"),
    };
    expect(await linkVariant(ctx, { orderId: held.id, by, ...spoons })).toEqual({ ok: true });
    await shop.untilState(held.orderGid, "placed");
    await shop.soon("the spoons' stock to be shown", async () => {
      const { products } = shop.shopify.control.state();
      const variant = products.flatMap(({ variants }) => variants).find(({ id }) => id === variantGid);
      const { locationGid } = ctx.shop;
      return variant?.levels.find(({ locationId }) => locationId === locationGid)?.available === 499;
    });
    const where = { shopId: shop.shopId, mode: "live" as const };
    await shop.app.db.stockedItem.updateMany({
      where: { ...where, variantGid, listingId: { not: null } },
      data: { stockDueAt: new Date() },
    });
    await shop.soon("nothing to wait for", async () => !(await hasWaitingStockedItems(shop.app.db, where)));
  });
});

describe("a partly paid order", () => {
  const rest = (gateway: string) => ({ ...cooker(), payment: "partly" as const, paidAmount: 100, gateway });

  it("is collected on delivery once a person says what its pending rest is", async () => {
    const held = await shop.buy(rest("Advance Form"), "held");
    expect(held.holdCode).toBe("partly_paid");
    const ctx = await shop.context();
    expect(
      await answerHold(ctx, { orderId: held.id, by, answer: { kind: "how_paid", answer: "cod" } }),
    ).toEqual({
      ok: true,
    });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ codAmount: 1700 }]);
  });

  it("goes out prepaid once the merchant marks the rest as paid, of the very sum that was shown", async () => {
    const held = await shop.buy(
      { ...cooker(), payment: "partly", paidAmount: 100, restPending: false },
      "held",
    );
    const ctx = await shop.context();
    expect(await markPaidByHand(ctx, { orderId: held.id, by, outstandingPkr: rupees(1) })).toMatchObject({
      reason: expect.stringContaining("it is Rs 1,700 now"),
    });
    expect(await markPaidByHand(ctx, { orderId: held.id, by, outstandingPkr: rupees(1700) })).toEqual({
      ok: true,
    });
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(placed.route).toBe("PREPAID");
    expect(shop.inShopify(held.orderGid)).toMatchObject({ financialStatus: "PAID" });
  });
});
