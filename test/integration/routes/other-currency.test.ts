import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOrder, framed, installedShop, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;
let orderId: string;

beforeAll(async () => {
  pages = await startPages();
  const shopId = await installedShop(pages);
  // As it was read of a shop that sells in dollars.
  const order = { name: "#4999", totalPkr: null, readAt: new Date("2026-11-20T10:00:00Z") };
  orderId = (await createOrder(pages, shopId, order)).id;
});
afterAll(() => pages?.close());

/** What a person reads of a page. */
async function read(path: string): Promise<string> {
  const html = await (await pages.open(path, framed(pages))).text();
  return html.replaceAll(/<script.*?<\/script>/gs, "").replaceAll(/<!--.*?-->|<[^>]+>/gs, "");
}

describe("an order that is not in rupees", () => {
  it("is said to be so in the list", async () => {
    const text = await read("/orders");
    expect(text).toContain("#4999");
    expect(text).toContain("not in rupees");
  });

  it("is said to be so on its page", async () => {
    const text = await read(`/orders/${orderId}`);
    expect(text).toContain("This order is not in rupees, so its sums are not shown.");
  });
});

describe("the page of profit", () => {
  it("says that an advance and a refund are not in it", async () => {
    expect(await read("/payouts/profit")).toContain("An advance and a refund are not in it");
  });
});
