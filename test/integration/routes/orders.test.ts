import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import type { DecisionKind } from "#app/domain/orders/commands/decisions/decision-kind.ts";
import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { HoldQuestion } from "#app/domain/orders/holds/hold-question.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import {
  answerOf,
  createOrder,
  framed,
  installedShop,
  OTHER_SHOP,
  type PageRequest,
  type Pages,
  STAFF,
  someId,
  startPages,
} from "./pages-harness.ts";

const LIST = "orders/route";
const DETAIL = "orders/order/route";

const list = z.object({
  view: z.string(),
  rows: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string().nullable() })),
  next: z.string().nullable(),
  counts: z.record(z.string(), z.number()),
});

let pages: Pages;
let shopId: ShopId;
let otherShopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
  otherShopId = await installedShop(pages, { shop: OTHER_SHOP });
});

beforeEach(() => pages.database.prisma.order.deleteMany());
afterAll(() => pages?.close());

async function listed(query: string) {
  return list.parse(await (await pages.read(LIST, `/orders${query}`)).json());
}

async function openIssueOn(orderId: string, code: AttentionCode, params: Record<string, string>) {
  const row = { shopId, code, thing: "order" as const, thingId: orderId, params };
  await pages.database.prisma.attention.create({ data: row });
}

async function whoAsked(orderId: string, kind: DecisionKind): Promise<string | undefined> {
  const rows = await pages.database.prisma.orderDecision.findMany({ where: { orderId: asId(orderId) } });
  return findDecision(rows, kind)?.by;
}

describe("the list of orders", () => {
  it("pages through a view without losing or repeating an order of the same second", async () => {
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
    await openIssueOn(order.id, "city_unknown", { city: "Qasba Nowhere" });
    const page = await listed("");
    expect(page.view).toBe("needs_you");
    expect(page.rows.find(({ id }) => id === order.id)?.reason).toContain(
      "City “Qasba Nowhere” is not one we know",
    );
  });

  it("puts what is searched for into the address sealed, unless it is an order's number", async () => {
    const search = async (text: string) => {
      const fields = { intent: "search", text, address: "tab=held&after=1_2&route=COD" };
      const response = await pages.press(LIST, "/orders", fields);
      return response.headers.get("x-remix-redirect") ?? "";
    };
    expect(await search("#1042")).toBe("/orders?tab=held&route=COD&search=%231042");
    const sealed = await search("Ayesha Khan");
    expect(sealed).toMatch(/^\/orders\?tab=held&route=COD&q=[\w-]{40,}$/);
    const read = await pages.read(LIST, sealed);
    expect(await read.json()).toMatchObject({ search: "Ayesha Khan" });
    const elsewhere = await pages.read(LIST, sealed, { shop: OTHER_SHOP });
    expect(await elsewhere.json()).toMatchObject({ search: "" });
  });

  it("shows no order of another shop", async () => {
    const foreign = await createOrder(pages, otherShopId, { name: "#88001" });
    const page = await listed("?tab=all");
    expect(JSON.stringify(page)).not.toContain(foreign.id);
  });

  it.each([
    "?tab=nonsense",
    "?after=1_2",
    "?after=%27%20or%201=1",
    "?search=%25",
    "?q=bent",
    "?from=2026-99-99&to=x&hold=nothing&parcel=GONE&route=CASH&city=%00&sort=dearest",
    `?sort=largest&after=n999999999_${someId()}`,
    `?after=tAAAA_${someId()}`,
  ])("still answers for a bent address %s", async (query) => {
    expect((await pages.read(LIST, `/orders${query}`)).status).toBe(200);
  });

  it("answers a form it does not know with 400 and the field's name", async () => {
    const response = await pages.press(LIST, "/orders", { intent: "bulk", action: "place", ids: "1,2" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("ids");
  });
});

describe("an order held for a lost permission", () => {
  it("leads to the page of Shopify that grants it", async () => {
    const { id } = await createOrder(pages, shopId, { state: "held", holdCode: "missing_scope" });
    await openIssueOn(id, "missing_scope", {});
    const html = await (await pages.open(`/orders/${id}`, framed(pages))).text();
    expect(html).toMatch(
      /href="shopify:\/\/admin\/oauth\/install\?client_id=[^"]+"[^>]*>(<[^>]+>)*Grant it</,
    );
  });
});

describe("one press on many orders", () => {
  async function press(fields: Readonly<Record<string, string>>, asked?: PageRequest) {
    return pages.press(LIST, "/orders", { intent: "bulk", ...fields }, asked);
  }

  it("begins a run whose page names each order, and leaves out what is not this shop's", async () => {
    const mine = await createOrder(pages, shopId);
    const foreign = await createOrder(pages, otherShopId);
    const response = await press({ action: "place", ids: `${mine.id},${foreign.id}` });
    const address = response.headers.get("x-remix-redirect") ?? "";
    const run = await pages.read("runs/route", address);
    expect(await run.json()).toMatchObject({
      run: { action: "place", total: 1, rows: [{ order: { id: mine.id } }] },
    });
    const abroad = await pages.read("runs/route", address, { shop: OTHER_SHOP });
    expect(abroad.status).toBe(404);
  });

  it("says so when none of the orders is here", async () => {
    const foreign = await createOrder(pages, otherShopId);
    expect(await answerOf(await press({ action: "cancel", ids: foreign.id }))).toMatchObject({
      ok: false,
      reason: "None of these orders is here any more.",
    });
  });

  it("takes everything the filters show", async () => {
    for (const name of ["#90001", "#90002", "#90003"])
      await createOrder(pages, shopId, { name, cityKey: "quetta" });
    const response = await press({ action: "place", all: "1", address: "tab=to_place&city=Quetta" });
    const run = await pages.read("runs/route", response.headers.get("x-remix-redirect") ?? "");
    expect(await run.json()).toMatchObject({ run: { total: 3 } });
  });

  it("counts before the press what it fits, and says of each other why not", async () => {
    const ready = await createOrder(pages, shopId, { name: "#91001" });
    const held = await createOrder(pages, shopId, { name: "#91002", state: "held" });
    await openIssueOn(held.id, "city_unknown", { city: "Qasba Nowhere" });
    const foreign = await createOrder(pages, otherShopId, { name: "#91003" });
    const ids = [ready, held, foreign].map(({ id }) => id).join(",");
    const answer = await pages.read("orders/bulk-preview", `/orders/bulk-preview?action=place&ids=${ids}`);
    expect(await answer.json()).toEqual({
      ...{ able: [ready.id], prepaid: 0, payPkr: 0, ruled: null },
      unable: [{ reason: expect.stringContaining("Qasba Nowhere"), count: 1, names: ["#91002"] }],
    });
  });

  it("takes of all that a view shows only those the press fits, as it counted them", async () => {
    for (const state of ["to_place", "delivered", "refused"] as const)
      await createOrder(pages, shopId, { cityKey: "gilgit", state });
    const address = "tab=all&city=Gilgit";
    const preview = `/orders/bulk-preview?${address}&all=1&action=place`;
    const counted = await (await pages.read("orders/bulk-preview", preview)).json();
    expect(counted).toMatchObject({ able: [expect.any(String)], unable: [{ count: 1 }, { count: 1 }] });
    const response = await press({ action: "place", all: "1", address });
    const run = await pages.read("runs/route", response.headers.get("x-remix-redirect") ?? "");
    expect(await run.json()).toMatchObject({ run: { total: 1 } });
  });

  it.each(["action=burn", "ids=1", "action=place&ids=1,2"])("answers a bent preview: %s", async (query) => {
    const { status } = await pages.read("orders/bulk-preview", `/orders/bulk-preview?${query}`);
    expect([200, 404]).toContain(status);
  });

  it("lets only the owner pay", async () => {
    const order = await createOrder(pages, shopId, { state: "awaiting_funds" });
    const response = await press({ action: "pay", ids: order.id }, { userId: STAFF });
    expect(await answerOf(response)).toMatchObject({ reason: "Only the owner of the store can do this." });
  });

  it("begins three presses of one kind at most, and again once one has ended", async () => {
    const order = await createOrder(pages, shopId);
    const again = () => press({ action: "resume", ids: order.id });
    for (let nth = 0; nth < 3; nth += 1) expect((await again()).headers.has("x-remix-redirect")).toBe(true);
    expect(await answerOf(await again())).toMatchObject({
      reason: "Three presses like this are still under way. Press again once one has ended.",
    });
    expect(await pages.database.prisma.bulkRun.count({ where: { shopId, kind: "resume" } })).toBe(3);
    const ended = { shopId, kind: "resume" as const };
    await pages.database.prisma.bulkRun.updateMany({ where: ended, data: { finishedAt: new Date() } });
    expect((await again()).headers.has("x-remix-redirect")).toBe(true);
  });

  it("asks for at least one city", async () => {
    expect(await answerOf(await press({ action: "choose_city", cities: "[]" }))).toMatchObject({
      ok: false,
      reason: "Choose a city for at least one spelling.",
    });
  });
});

describe("the exported list", () => {
  it("names no customer, guards against formulas, and is written down with who took it", async () => {
    await createOrder(pages, shopId, { name: "=1+1", state: "cancelled", city: "@Lahore" });
    const response = await pages.readRaw("/orders/export?tab=cancelled");
    expect(response.headers.get("content-type")).toContain("text/csv");
    const [headings, line] = (await response.text()).split("\r\n");
    expect(headings).toContain('"Order"');
    expect(headings).not.toMatch(/name|phone|address/i);
    expect(line).toContain(`"'=1+1"`);
    expect(line).toContain(`"'@Lahore"`);
    const facts = await pages.database.prisma.timelineEntry.findMany({
      where: { shopId, code: "orders_exported" },
    });
    expect(facts).toMatchObject([{ actor: "person", by: "1" }]);
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
    expect(await answerOf(response)).toEqual({
      ok: true,
      done: "Noted. The supplier is not connected. Connect it in Settings.",
    });
    expect(await whoAsked(order.id, "place")).toBe("2");
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

describe("a customer who was called", () => {
  async function contact(orderId: string, result: string) {
    const fields = { intent: "contacted", how: "whatsapp", result };
    return answerOf(await pages.press("orders/order/contact", `/orders/${orderId}/contact`, fields));
  }
  const factsOf = (thingId: string) =>
    pages.database.prisma.timelineEntry.findMany({ where: { shopId, thingId }, orderBy: { id: "asc" } });

  it("is kept on the timeline with what came of it and who asked", async () => {
    const order = await createOrder(pages, shopId);
    expect(await contact(order.id, "no_answer")).toEqual({ ok: true, done: "Noted on the timeline" });
    expect(await factsOf(order.id)).toMatchObject([
      {
        code: "customer_contacted",
        params: { how: "whatsapp", result: "no_answer" },
        actor: "person",
        by: "1",
      },
    ]);
  });

  it("cancels the order by cancelling it", async () => {
    const order = await createOrder(pages, shopId);
    await contact(order.id, "cancel");
    expect(await whoAsked(order.id, "cancel")).toBe("1");
    expect((await factsOf(order.id)).map(({ code }) => code)).toEqual([
      "customer_contacted",
      "cancel_pressed",
    ]);
  });

  it("who cancels too late is told of, and nothing is cancelled", async () => {
    const order = await createOrder(pages, shopId, { state: "on_the_way" });
    expect(await contact(order.id, "cancel")).toMatchObject({
      ok: false,
      reason: expect.stringContaining("refuse it at the door"),
    });
    expect(await whoAsked(order.id, "cancel")).toBeUndefined();
  });
});

describe("a question answered in place", () => {
  async function heldOrder(city: string) {
    const order = await createOrder(pages, shopId, { state: "held" });
    await openIssueOn(order.id, "city_unknown", { city });
    return order;
  }

  async function answersFor(question: HoldQuestion) {
    return pages.database.prisma.rememberedAnswer.findMany({ where: { shopId, question } });
  }

  it("remembers a city that goes as written", async () => {
    const order = await heldOrder("Chak 42-B");
    const response = await pages.press(DETAIL, `/orders/${order.id}`, { intent: "city_as_written" });
    expect(await answerOf(response)).toMatchObject({ ok: true });
    const [kept, ...others] = await answersFor("city_as_written");
    expect(kept).toMatchObject({ answer: "as_written", by: "1" });
    expect(others).toEqual([]);
    expect(kept?.subject).not.toMatch(/chak/i);
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
    await openIssueOn(order.id, "how_paid", { gateway: "", answerKey: "codform|" });
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
      reason: "There is nothing to fix here any more.",
    });
  });
});
