import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  answerOf,
  createOrder,
  installedShop,
  OTHER_SHOP,
  type Pages,
  STAFF,
  someId,
  startPages,
} from "./pages-harness.ts";

const LIST = "orders/route";
const DETAIL = "order/route";

const list = z.object({
  tab: z.string(),
  rows: z.array(z.object({ id: z.string(), name: z.string(), need: z.string().nullable() })),
  next: z.string().nullable(),
  counts: z.record(z.string(), z.number()),
});

let pages: Pages;
let shopId: string;
let otherShopId: string;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
  otherShopId = await installedShop(pages, { shop: OTHER_SHOP });
});

afterAll(() => pages?.close());

async function listed(query: string) {
  return list.parse(await (await pages.read(LIST, `/orders${query}`)).json());
}

async function needing(orderId: string, code: string, params: Record<string, string>) {
  const row = { shopId, code, thing: "order", thingId: orderId, params };
  await pages.database.prisma.attention.create({ data: row });
}

describe("the list of orders", () => {
  it("pages through a tab without losing or repeating an order of the same second", async () => {
    for (let made = 0; made < 30; made += 1) await createOrder(pages, shopId, { state: "delivered" });
    const first = await listed("?tab=done");
    const second = await listed(`?tab=done&after=${first.next}`);
    const names = [...first.rows, ...second.rows].map(({ name }) => name);
    expect(first.rows).toHaveLength(25);
    expect(second.next).toBeNull();
    expect(new Set(names).size).toBe(30);
  });

  it("shows what needs the merchant first, with its sentence", async () => {
    const order = await createOrder(pages, shopId, { state: "held" });
    await needing(order.id, "city_unknown", { city: "Qasba Nowhere" });
    const page = await listed("");
    expect(page.tab).toBe("needs_you");
    expect(page.rows.find(({ id }) => id === order.id)?.need).toContain(
      "City “Qasba Nowhere” is not one we know",
    );
  });

  it("finds an order by a part of its number", async () => {
    const order = await createOrder(pages, shopId, { name: "#77123" });
    const page = await listed("?tab=all&search=7712");
    expect(page.rows.map(({ id }) => id)).toEqual([order.id]);
  });

  it("shows no order of another shop", async () => {
    const foreign = await createOrder(pages, otherShopId, { name: "#88001" });
    const page = await listed("?tab=all&search=88001");
    expect(page.rows).toEqual([]);
    expect(JSON.stringify(page)).not.toContain(foreign.id);
  });

  it.each(["?tab=nonsense", "?after=1_2", "?after=%27%20or%201=1", "?search=%25"])(
    "still answers for a bent address %s",
    async (query) => {
      expect((await pages.read(LIST, `/orders${query}`)).status).toBe(200);
    },
  );

  it("places a selection, and leaves out what is not this shop's", async () => {
    const mine = await createOrder(pages, shopId);
    const foreign = await createOrder(pages, otherShopId);
    const response = await pages.press(LIST, "/orders", { intent: "place", ids: `${mine.id},${foreign.id}` });
    expect(await answerOf(response)).toEqual({ ok: true, done: "1 order is being placed" });
    const untouched = await pages.database.prisma.order.findUniqueOrThrow({ where: { id: foreign.id } });
    expect(untouched.placeRequestedAt).toBeNull();
  });

  it("answers a form it does not know with 400 and the field's name", async () => {
    const response = await pages.press(LIST, "/orders", { intent: "place", ids: "1,2" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("ids");
  });
});

describe("the page of an order", () => {
  it.each(["not-an-id", "../settings", "0"])("is not found under %s", async (id) => {
    const response = await pages.read(DETAIL, `/orders/${encodeURIComponent(id)}`);
    expect(response.status).toBe(404);
  });

  it("is not found for an order of another shop, nor for one that never was", async () => {
    const foreign = await createOrder(pages, otherShopId);
    expect((await pages.read(DETAIL, `/orders/${foreign.id}`)).status).toBe(404);
    expect((await pages.read(DETAIL, `/orders/${someId()}`)).status).toBe(404);
  });

  it("marks the order for placing, in the name of the person who pressed", async () => {
    const order = await createOrder(pages, shopId);
    const response = await pages.press(DETAIL, `/orders/${order.id}`, { intent: "place" }, { userId: STAFF });
    expect(await answerOf(response)).toEqual({ ok: true, done: "The order is being placed" });
    const row = await pages.database.prisma.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(row.placeRequestedBy).toBe("2");
    const work = await pages.database.prisma.work.findMany({ where: { shopId, subject: order.orderGid } });
    expect(work).toHaveLength(1);
  });

  it("says so when a button's order is another shop's", async () => {
    const foreign = await createOrder(pages, otherShopId);
    const response = await pages.press(DETAIL, `/orders/${foreign.id}`, { intent: "cancel" });
    expect(await answerOf(response)).toMatchObject({ ok: false, reason: "This order is not here any more." });
  });

  it("lets only the owner pay", async () => {
    const order = await createOrder(pages, shopId);
    const fields = { intent: "pay", parcelId: someId() };
    const staff = await pages.press(DETAIL, `/orders/${order.id}`, fields, { userId: STAFF });
    expect(await answerOf(staff)).toMatchObject({
      ok: false,
      reason: "Only the owner of the store can do this.",
    });
    const owner = await pages.press(DETAIL, `/orders/${order.id}`, fields);
    expect(await answerOf(owner)).toMatchObject({ ok: false, reason: "This parcel is not here any more." });
  });

  it("answers an unknown button with 400", async () => {
    const order = await createOrder(pages, shopId);
    const response = await pages.press(DETAIL, `/orders/${order.id}`, { intent: "explode" });
    expect(response.status).toBe(400);
  });
});

describe("a question answered in place", () => {
  async function heldOrder(city: string) {
    const order = await createOrder(pages, shopId, { state: "held" });
    await needing(order.id, "city_unknown", { city });
    return order;
  }

  async function answersFor(question: string) {
    return pages.database.prisma.rememberedAnswer.findMany({ where: { shopId, question } });
  }

  it("remembers a city that goes as written", async () => {
    const order = await heldOrder("Chak 42-B");
    const response = await pages.press(DETAIL, `/orders/${order.id}`, { intent: "city_as_written" });
    expect(await answerOf(response)).toMatchObject({ ok: true });
    expect(await answersFor("city_as_written")).toMatchObject([{ answer: "Chak 42-B", by: "1" }]);
  });

  it("takes a chosen city only from the list", async () => {
    const order = await heldOrder("Pindi Somewhere");
    const wrong = { intent: "choose_city", city: "Atlantis" };
    expect(await answerOf(await pages.press(DETAIL, `/orders/${order.id}`, wrong))).toMatchObject({
      ok: false,
    });
    const right = { intent: "choose_city", city: "Rawalpindi" };
    expect(await answerOf(await pages.press(DETAIL, `/orders/${order.id}`, right))).toMatchObject({
      ok: true,
    });
    expect(await answersFor("city_chosen")).toMatchObject([{ answer: "Rawalpindi" }]);
  });

  it("remembers how a sales app and payment method are paid", async () => {
    const order = await createOrder(pages, shopId, { state: "held" });
    await needing(order.id, "how_paid", { gateway: "", answerKey: "codform|" });
    const fields = { intent: "how_paid", answer: "cod" };
    expect(await answerOf(await pages.press(DETAIL, `/orders/${order.id}`, fields))).toMatchObject({
      ok: true,
    });
    expect(await answersFor("gateway_route")).toMatchObject([{ subject: "codform|", answer: "cod" }]);
  });

  it("says so when nothing is asked any more", async () => {
    const order = await createOrder(pages, shopId);
    const response = await pages.press(DETAIL, `/orders/${order.id}`, { intent: "city_as_written" });
    expect(await answerOf(response)).toMatchObject({
      ok: false,
      reason: "This question is answered already.",
    });
  });
});
