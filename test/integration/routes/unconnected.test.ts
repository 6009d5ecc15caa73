import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { answerOf, framed, installedShop, type Pages, someId, startPages } from "./pages-harness.ts";

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());

describe("the pages of a shop that nothing is connected to", () => {
  it("says why there is no catalog while nothing is connected", async () => {
    const response = await pages.read("products/route", "/products");
    expect(await response.json()).toMatchObject({
      page: null,
      trouble: { title: "Connect the supplier first" },
    });
  });

  it("does not import without a connection", async () => {
    const fields = { intent: "try_again", supplierProductId: "prd_kurta" };
    const answer = await answerOf(await pages.press("products/route", "/products", fields));
    expect(answer).toMatchObject({ ok: false, reason: "The supplier is not connected." });
  });

  it("knows no progress of a listing that is not the shop's", async () => {
    const response = await pages.read("listing-progress", `/listings/${someId()}/progress`);
    expect(response.status).toBe(404);
  });

  it("shows words of others as text, never as markup", async () => {
    const evil = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";
    await pages.database.prisma.order.create({
      data: { shopId, orderGid: asId("gid://shopify/Order/666"), name: evil, state: "to_place" },
    });
    const html = await (await pages.open("/orders?tab=all", framed(pages))).text();
    expect(html).toContain("&lt;img src=x");
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("<script>alert(2)");
  });

  it.each(["/listings", "/activity", "/settings", "/products", "/orders"])(
    "serves %s as a document",
    async (path) => {
      const response = await pages.open(path, framed(pages));
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("<h1");
    },
  );
});
