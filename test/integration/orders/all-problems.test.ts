import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let variantId = "";

beforeAll(async () => {
  shop = await startPlacingShop();
  variantId = (await shop.app.db.listingVariant.findFirstOrThrow()).supplierVariantId;
});
afterAll(() => shop.close());

const address = {
  ...{ firstName: "Ayesha", lastName: "Example", address1: "House 5, Street 2" },
  ...{ countryCode: "PK", phone: "+923001234567" },
};

const buyIn = (city: string) =>
  shop.buy({ lines: [shop.line("cooker", 1600)], shippingAddress: { ...address, city } }, "held");

describe("an order with several problems", () => {
  it("shows what is wrong with the customer and with the goods at once", async () => {
    await shop.supplier.control.setStock({ variantId, stock: 0 });
    const row = await buyIn("Zarqanabad");
    expect(row.holdCode).toBe("city_unknown");
    expect(await shop.openCodes(row)).toEqual(["city_unknown", "out_of_stock"]);
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.holds.map(({ code }) => code)).toEqual(["city_unknown", "out_of_stock"]);

    await shop.supplier.control.setStock({ variantId, stock: 500 });
    await shop.wake(row.orderGid);
    const stocked = await shop.until(
      row.orderGid,
      (found) => found.holdCode === "city_unknown",
      "the stock to be seen",
    );
    expect(await shop.openCodes(stocked)).toEqual(["city_unknown"]);

    await answerHold(await shop.context(), {
      ...{ orderId: row.id, by: "Ali", answer: { kind: "city_chosen", city: "Lahore" } },
    });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.openCodes(placed)).toEqual([]);
    expect(await shop.atService(placed)).toHaveLength(1);
  });

  it("shows a variant that is not linked beside a city nobody knows", async () => {
    await shop.app.db.stockedItem.updateMany({ data: { variantGid: null } });
    const row = await buyIn("Qarnazabad");
    expect(await shop.openCodes(row)).toEqual(["city_unknown", "variant_not_linked"]);
  });
});
