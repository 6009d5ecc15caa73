import { afterEach, describe, expect, it } from "vitest";
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
    const order = await client.getOrder("ord_1");
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
    expect(await client.getProduct("p1")).toMatchObject({ images: [], tags: [], weightKg: null });
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
