import { afterEach, describe, expect, it } from "vitest";
import { statesAllVariants } from "#app/supplier/catalog.ts";
import { asId } from "#test/support/as-id.ts";
import { answerJson, buildClient, startLocalService } from "./local-service.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function answerWith(status: number, body: unknown) {
  const service = await startLocalService(answerJson(status, body));
  closers.push(service.close);
  return buildClient(service.baseUrl).client;
}

describe("an answer with less, more or other than the document shows", () => {
  it("is an order as long as it has an id", async () => {
    const client = await answerWith(200, {
      id: "ord_1",
      status: "TELEPORTED",
      codAmount: "1800",
      margin: null,
      parcel: "1 of 1",
      items: [{ variantId: "v1", quantity: 2, colour: "red" }],
      customer: { name: "A" },
      brandNew: true,
    });
    const order = await client.getOrder(asId("ord_1"));
    expect(order).toMatchObject({ status: "TELEPORTED", margin: null, items: [{ colour: "red" }] });
    expect(order.codAmount).toBeUndefined();
    expect(order.raw).toMatchObject({ codAmount: "1800", parcel: "1 of 1", brandNew: true });
  });

  it("is a placed order without parcels", async () => {
    const client = await answerWith(201, { id: "ord_1" });
    const placed = await client.createOrder({ idempotencyKey: "k", bodyBytes: "{}" });
    expect(placed).toMatchObject({ id: "ord_1", parcels: [], replayed: false });
  });

  it("is a product without variants, shipping and images", async () => {
    const client = await answerWith(200, { id: "p1", title: "Cup", shipping: null, weightKg: null });
    expect(await client.getProduct(asId("p1"))).toMatchObject({ images: [], tags: [], weightKg: null });
  });

  it("is no product where its id is none that can be kept", async () => {
    const ids = ["p\u0000", "p".repeat(3000), "\ud800", "", "p1"];
    const client = await answerWith(200, { data: ids.map((id) => ({ id })) });
    expect(await client.listProducts()).toMatchObject({ data: [{ id: "p1" }], unreadable: 4 });
  });

  it("is goods without a price where what is said can be none", async () => {
    const goods = { id: "p1", wholesalePrice: 0, suggestedPrice: 3_000_000_000 };
    const product = await (await answerWith(200, goods)).getProduct(asId("p1"));
    expect([product.wholesalePrice, product.suggestedPrice]).toEqual([undefined, undefined]);
    const bounds = { id: "p1", wholesalePrice: 1, suggestedPrice: 10_000_000 };
    expect(await (await answerWith(200, bounds)).getProduct(asId("p1"))).toMatchObject(bounds);
    const item = { variantId: "v1", available: true, stock: 1, wholesalePrice: -5 };
    const [read] = await (await answerWith(200, { data: [item] })).getInventory([asId("v1")]);
    expect(read).toMatchObject({ variantId: "v1", stock: 1 });
    expect(read?.wholesalePrice).toBeUndefined();
  });

  it("is stock within what can be counted, whatever number is said", async () => {
    const said = [3_000_000_000, -4, 7, "many"];
    const data = said.map((stock, index) => ({ variantId: `v${index}`, available: true, stock }));
    const items = await (await answerWith(200, { data })).getInventory([asId("v0")]);
    expect(items.map(({ stock }) => stock)).toEqual([1_000_000_000, 0, 7, 0]);
    const product = await (await answerWith(200, { id: "p1", stock: 3_000_000_000 })).getProduct(asId("p1"));
    expect(product.stock).toBe(1_000_000_000);
  });

  it("is a product with the variants that can be read, and none where not one can", async () => {
    const odd = { id: "v2", wholesalePrice: "1500" };
    const some = await answerWith(200, { id: "p1", variants: [{ id: "v1", wholesalePrice: 100 }, odd] });
    const product = await some.getProduct(asId("p1"));
    expect(product.variants).toMatchObject([{ id: "v1" }]);
    expect(statesAllVariants(product)).toBe(false);
    const none = await answerWith(200, {
      data: [
        { id: "p1", variants: [odd] },
        { id: "p2", variants: [] },
      ],
    });
    expect(await none.listProducts()).toMatchObject({ data: [{ id: "p2" }], unreadable: 1 });
  });

  it("is no reading of stock from the future", async () => {
    const body = { data: [{ variantId: "v1", available: true, stock: 1 }] };
    const date = "Thu, 01 Jan 2099 00:00:00 GMT";
    const service = await startLocalService(answerJson(200, body, { date }));
    closers.push(service.close);
    const { asOf } = await buildClient(service.baseUrl).client.readInventory([asId("v1")]);
    expect(asOf.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("is a page that counts the entries it cannot read", async () => {
    const client = await answerWith(200, { data: [{ id: "p1" }, { title: "no id" }, null, { id: "p2" }] });
    const page = await client.listProducts();
    expect(page).toMatchObject({ nextCursor: null, unreadable: 2 });
    expect(page.data.map((product) => product.id)).toEqual(["p1", "p2"]);
  });

  it("is the last page when the cursor is empty", async () => {
    const client = await answerWith(200, { data: [], nextCursor: "" });
    expect((await client.listOrders()).nextCursor).toBeNull();
  });

  it("is an account without a name and an integration without an id", async () => {
    const client = await answerWith(200, { reseller: { id: "acc_1" }, mode: "test", integration: {} });
    expect(await client.getMe()).toMatchObject({ mode: "test", reseller: { id: "acc_1" } });
  });

  it("is a finished call whatever its object holds", async () => {
    const client = await answerWith(200, "");
    await expect(client.deleteImport("imp_1")).resolves.toBeUndefined();
    await expect(client.testWebhooks()).resolves.toBeUndefined();
    await expect(client.disconnect()).resolves.toBeUndefined();
    await expect(client.reportSyncResult("imp_1", { status: "ok" })).resolves.toBeUndefined();
  });

  it("is not a wallet without the amount that matters", async () => {
    const client = await answerWith(200, { pending: 10 });
    await expect(client.getWallet()).rejects.toMatchObject({ code: "unexpected_response" });
  });
});
