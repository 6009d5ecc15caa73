import { randomUUID } from "node:crypto";
import type { Order } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IDEMPOTENCY_HEADER } from "#app/domain/idempotency/idempotency-headers.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { projectMargin } from "#app/domain/orders/money/project-margin.ts";
import { numericPart, type ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderBlock } from "../../../extensions/order-block/src/order-block.ts";
import {
  answerOf,
  createOrder,
  installedShop,
  OWNER,
  type Pages,
  STAFF,
  startPages,
} from "./pages-harness.ts";

const EXTENSIONS = "https://extensions.shopifycdn.com";

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages({ EXTENSION_ORIGIN: "" });
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());

const pathOf = ({ orderGid }: Order) => `/extensions/orders/${numericPart(orderGid)}`;

/** As Shopify sends an extension's request. */
const fromExtension = { headers: { Origin: EXTENSIONS } };

async function blockOf(order: Order, userId = OWNER): Promise<OrderBlock> {
  const response = await pages.read("extensions/order", pathOf(order), { userId, ...fromExtension });
  expect(response.status).toBe(200);
  return response.json();
}

const press = (order: Order, intent: string, { userId = OWNER, id = randomUUID() } = {}) =>
  pages.press(
    "extensions/order",
    pathOf(order),
    { intent },
    {
      userId,
      headers: { Origin: EXTENSIONS, [IDEMPOTENCY_HEADER]: id },
    },
  );

const held = { state: "held", holdCode: "validation_error" } as const;

async function hold(order: Order, code: "validation_error" | "comes_back" = "validation_error") {
  await pages.database.prisma.attention.create({
    data: { shopId, code, thing: "order", thingId: order.id, params: {} },
  });
}

async function createPlacedOrder(): Promise<Order> {
  const { prisma } = pages.database;
  const paid = { outstandingPkr: rupees(1800), netPaymentPkr: rupees(0), refundedPkr: rupees(0) };
  const order = await createOrder(pages, shopId, {
    ...{ state: "on_the_way", route: "COD", ...paid, manualPaidPkr: rupees(0) },
  });
  const handoff = await prisma.handoff.create({
    data: {
      ...{ shopId, orderId: order.id, mode: "live", sequence: 1, externalOrderId: asId(order.name) },
      ...{ paymentMode: "COD", collectsPkr: rupees(1800), shippingPkr: rupees(200), terms: {} },
      customerEnc: Buffer.from("sealed"),
    },
  });
  const money = {
    ...{ codPkr: rupees(900), wholesalePkr: rupees(500), shippingCostPkr: rupees(100) },
    ...{ platformFeePkr: rupees(20), expectedMarginPkr: rupees(300), rtoReservePkr: rupees(150) },
  };
  for (const part of [1, 2]) {
    await prisma.parcel.create({
      data: {
        ...{ shopId, handoffId: handoff.id, mode: "live", supplierOrderId: asId(randomUUID()), part, of: 2 },
        ...{ status: part === 1 ? "SHIPPED" : "PROCESSING", readAt: new Date(), receivedAt: new Date() },
        ...(part === 1
          ? { courier: "TCS", trackingNumber: "TCS-1", trackingUrl: "https://www.tcsexpress.com/track/TCS-1" }
          : {}),
        ...money,
      },
    });
  }
  return order;
}

describe("the block of an order", () => {
  it("has its parcels and the very figures of the order's page", async () => {
    const order = await createPlacedOrder();
    const block = await blockOf(order);
    expect(block).toMatchObject({
      orderId: order.id,
      status: { label: "On the way", tone: "info" },
      isTest: false,
      holds: [],
      refusal: null,
      parcels: [
        {
          part: 1,
          of: 2,
          status: { label: "On the way" },
          courier: "TCS",
          trackingNumber: "TCS-1",
          trackingUrl: "https://www.tcsexpress.com/track/TCS-1",
        },
        { part: 2, of: 2, status: { label: "Being packed" }, courier: null, trackingUrl: null },
      ],
    });
    const row = await pages.database.prisma.order.findUniqueOrThrow({
      where: { id: order.id },
      include: { handoffs: { include: { parcels: true } } },
    });
    const money = projectMargin(row);
    expect(money?.netPkr).toBeGreaterThan(0);
    expect(block.money).toEqual({
      settled: false,
      netPkr: money?.netPkr,
      ifRefusedPkr: money?.ifRefusedPkr,
      heldPkr: money?.wallet.heldPkr,
    });
  });

  it("has no money and no parcels before anything is placed, and says what it waits for", async () => {
    const order = await createOrder(pages, shopId, { state: "to_place", holdCode: "automatic_off" });
    const { parcels, money, holds } = await blockOf(order);
    expect([parcels, money]).toEqual([[], null]);
    expect(holds).toMatchObject([
      {
        sentence: "Orders paid this way are not placed automatically. Press Place to send it.",
        asksPerson: false,
        buttons: [{ fields: { intent: "place" } }],
        hasMore: false,
      },
    ]);
  });

  it("has a hold's commands of one press, and says that its page has others", async () => {
    const order = await createOrder(pages, shopId, held);
    await hold(order);
    const { holds } = await blockOf(order);
    expect(holds).toHaveLength(1);
    expect(holds[0]).toMatchObject({ asksPerson: true, hasMore: true });
    expect(holds[0]?.buttons.map(({ fields }) => fields.intent)).toEqual(["retry", "move_away"]);
  });

  it("names nobody, and opens no customer for it", async () => {
    const words = ["Ayesha", "03001234567", "House 7"];
    const order = await createPlacedOrder();
    const customerEnc = Buffer.from("not to be opened: it would fail");
    await pages.database.prisma.order.update({
      where: { id: order.id },
      data: { customerEnc, city: "Lahore" },
    });
    const text = JSON.stringify(await blockOf(order));
    for (const word of [...words, "Lahore"]) expect(text).not.toContain(word);
    expect(await pages.database.prisma.customerAccess.count({ where: { shopId } })).toBe(0);
  });

  it.each(["0", "01", "x", "1e3", "184467440737095516150", "4501%00"])(
    "is not found under %s",
    async (number) => {
      const response = await pages.readRaw(`/extensions/orders/${number}`);
      expect([response.status, await response.text()]).toEqual([404, "null"]);
    },
  );
});

describe("a button of the block", () => {
  it("gives the command of the order's page, in the name of who pressed", async () => {
    const order = await createOrder(pages, shopId, held);
    expect(await answerOf(await press(order, "retry"))).toEqual({ ok: true, done: "Looking at it again" });
    const facts = await pages.database.prisma.timelineEntry.findMany({ where: { thingId: order.id } });
    expect(facts).toMatchObject([{ code: "retry_pressed", actor: "person", by: String(OWNER) }]);
  });

  it("gives it once, however often the press is sent", async () => {
    const order = await createOrder(pages, shopId, held);
    const id = randomUUID();
    expect(await answerOf(await press(order, "retry", { id }))).toMatchObject({ ok: true });
    const again = await press(order, "retry", { id });
    expect(again.headers.get("access-control-allow-origin")).toBe(EXTENSIONS);
    expect(await answerOf(again)).toEqual({ ok: true, done: "Done. Only the answer was lost." });
    expect(await pages.database.prisma.timelineEntry.count({ where: { thingId: order.id } })).toBe(1);
  });

  it("is refused to staff where it spends the wallet, and is not offered once that is known", async () => {
    const order = await createOrder(pages, shopId, { ...held, route: "PREPAID", outstandingPkr: rupees(0) });
    await hold(order, "comes_back");
    const response = await press(order, "place", { userId: STAFF });
    expect(response.status).toBe(403);
    expect(await answerOf(response)).toMatchObject({ ok: false });
    expect(await pages.database.prisma.timelineEntry.count({ where: { thingId: order.id } })).toBe(0);
    const { holds, refusal } = await blockOf(order, STAFF);
    expect(holds[0]?.buttons.find(({ fields }) => fields.intent === "place")?.isDisabled).toBe(true);
    expect(refusal?.reason).toContain("prepaid");
    expect((await blockOf(order, OWNER)).refusal).toBeNull();
  });

  it("that the app does not know does nothing", async () => {
    const order = await createOrder(pages, shopId, held);
    expect((await press(order, "nothing")).status).toBe(400);
  });
});

describe("who may ask", () => {
  const ask = (method: string, headers: Readonly<Record<string, string>>) =>
    fetch(new URL("/extensions/orders/1", pages.world.app.url), {
      method,
      headers: { "User-Agent": "Mozilla/5.0 Chrome/153.0", ...headers },
      redirect: "manual",
    });
  const preflight = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization",
  };

  it("is Shopify's origin of extensions, with its token and a press's name", async () => {
    const { status, headers } = await ask("OPTIONS", { Origin: EXTENSIONS, ...preflight });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(EXTENSIONS);
    expect(headers.get("access-control-allow-methods")).toBe("GET, POST");
    expect(headers.get("access-control-allow-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["authorization", IDEMPOTENCY_HEADER]),
    );
    expect(headers.get("vary")?.toLowerCase()).toContain("origin");
  });

  it.each(["https://evil.example", "https://admin.shopify.com", "null"])("is not %s", async (origin) => {
    const before = await ask("OPTIONS", { Origin: origin, ...preflight });
    const read = await ask("GET", { Origin: origin, Authorization: `Bearer ${pages.token()}` });
    const refused = await ask("GET", { Origin: origin, Authorization: "Bearer nothing" });
    for (const { headers } of [before, read, refused])
      expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(before.status).toBe(403);
  });

  it("reads a refusal too, and nobody else does", async () => {
    const refused = await ask("GET", { Origin: EXTENSIONS, Authorization: "Bearer nothing" });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, EXTENSIONS]);
  });

  it("is nobody with a token in the address, or without one", async () => {
    const url = new URL("/extensions/orders/1", pages.world.app.url);
    url.searchParams.set("id_token", pages.token());
    const inAddress = await fetch(url, {
      headers: { "User-Agent": "Mozilla/5.0 Chrome/153.0" },
      redirect: "manual",
    });
    const without = await ask("GET", { Origin: EXTENSIONS });
    expect([inAddress.status, without.status]).toEqual([401, 401]);
  });

  it("changes nothing for the app's pages", async () => {
    const response = await fetch(new URL("/orders", pages.world.app.url), {
      method: "OPTIONS",
      headers: { Origin: EXTENSIONS, ...preflight, "User-Agent": "Mozilla/5.0 Chrome/153.0" },
    });
    expect(response.headers.get("access-control-allow-origin")).not.toBe(EXTENSIONS);
  });
});
