import type { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import type { CommandName } from "#app/domain/orders/commands/registry.ts";
import { spendsWallet } from "#app/domain/orders/money/spends-wallet.ts";
import type { OrderId, ShopId } from "#app/platform/ids.ts";
import {
  answerOf,
  createOrder,
  installedShop,
  type Pages,
  STAFF,
  someId,
  startPages,
} from "./pages-harness.ts";

const ORDER = "orders/order/route";
const PREPAID_REFUSAL = {
  ok: false,
  reason: "This order is prepaid: having it placed takes money from the wallet, which you may not do.",
  detail: "Ask the owner to press it, or to let you pay from the wallet under Settings, Team.",
};

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());
beforeEach(async () => {
  const { prisma } = pages.database;
  await prisma.staffMember.deleteMany({ where: { shopId } });
  await prisma.shop.update({ where: { id: shopId }, data: { autoPrepaidSince: null, autoPrepaidBy: null } });
});

type OrderRow = Partial<Prisma.OrderUncheckedCreateInput>;

const held: OrderRow = {
  state: "held",
  holdCode: "city_unknown",
  route: "PREPAID",
  outstandingPkr: rupees(0),
};
const placed: OrderRow = { state: "placed", route: "PREPAID", outstandingPkr: rupees(0) };
const paidLater: OrderRow = { ...placed, route: "COD" };

const customer = {
  ...{
    name: "Sana",
    phone: "03001234567",
    secondPhone: "",
    address: "House 7",
    landmark: "",
    city: "Lahore",
  },
  ...{ cityAsWritten: "false", seenEditAt: "" },
};

type Door = {
  readonly intent: string;
  /** Where it is sent, where not to the order's page. */
  readonly to?: "contact";
  readonly row: OrderRow;
  readonly fields?: Readonly<Record<string, string>>;
};

/** Every press on an order's page by which a person can have a prepaid order placed. */
const doors: readonly Door[] = [
  { intent: "place", row: { ...held, state: "to_place" } },
  { intent: "place", row: held },
  { intent: "retry", row: held },
  { intent: "place_again", row: { ...held, state: "placing" } },
  { intent: "replace", row: placed, fields: { shown: "x" } },
  { intent: "replace", row: paidLater, fields: { shown: "x" } },
  { intent: "city_as_written", row: held },
  { intent: "choose_city", row: held, fields: { city: "Lahore" } },
  { intent: "how_paid", row: held, fields: { answer: "cod" } },
  { intent: "edit_customer", row: held, fields: customer },
  { intent: "choose_phone", row: held, fields: { phone: "03001234567" } },
  { intent: "keep_edit", row: held },
  { intent: "undo_edit", row: held },
  { intent: "lower_delivery", row: held, fields: { collects: "1", shippingTo: "1" } },
  {
    intent: "link_variant",
    row: held,
    fields: { supplierProductId: "prd_cooker", supplierVariantId: "prd_cooker" },
  },
  { intent: "say_contents", row: held, fields: { handoffId: someId(), said: "[]" } },
  {
    intent: "mark_as_paid",
    row: { state: "held", outstandingPkr: rupees(1800) },
    fields: { outstandingPkr: "1800" },
  },
  {
    intent: "undo_contact",
    to: "contact",
    row: { ...held, state: "cancelled", holdCode: null },
    fields: { result: "cancel" },
  },
];

const press = (orderId: string, fields: Readonly<Record<string, string>>, userId?: number) =>
  pages.press(ORDER, `/orders/${orderId}`, fields, { userId });
const answerCall = (orderId: string, fields: Readonly<Record<string, string>>, userId?: number) =>
  pages.press("orders/order/contact", `/orders/${orderId}/contact`, fields, { userId });

async function grant(right: "pay" | "routing"): Promise<void> {
  const fields = { intent: "grant", userId: String(STAFF), right, change: "grant" };
  expect(await answerOf(await pages.press("settings/route", "/settings", fields))).toMatchObject({
    ok: true,
  });
}

describe.each(doors)("$intent on a prepaid order, $row.state", ({ intent, to, row, fields = {} }) => {
  const send = to === "contact" ? answerCall : press;

  it("is refused to staff without the right to pay, says who can help, and changes nothing", async () => {
    const order = await createOrder(pages, shopId, row);
    const response = await send(order.id, { intent, ...fields }, STAFF);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual(PREPAID_REFUSAL);
    const after = await pages.database.prisma.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(after).toEqual(order);
    expect(await pages.database.prisma.timelineEntry.count({ where: { thingId: order.id } })).toBe(0);
    const staff = await pages.database.prisma.staffMember.findMany({ where: { shopId } });
    expect(staff).toMatchObject([{ userId: "2", askedFor: "pay" }]);
  });

  it("is the owner's to press, and whom the owner let", async () => {
    const order = await createOrder(pages, shopId, row);
    expect((await send(order.id, { intent, ...fields })).status).not.toBe(403);
    const other = await createOrder(pages, shopId, row);
    await send(other.id, { intent, ...fields }, STAFF);
    await grant("pay");
    expect((await send(other.id, { intent, ...fields }, STAFF)).status).not.toBe(403);
  });
});

describe("a noted call that is taken back", () => {
  const cancelOf = (orderId: OrderId) =>
    pages.database.prisma.orderDecision.findFirst({
      where: { orderId, kind: "cancel" },
      select: { by: true, handledAt: true },
    });
  const undo = { intent: "undo_contact", result: "cancel" };
  const noted = { intent: "contacted", how: "call", result: "cancel" };

  it("takes back no Cancel of anybody else, whoever presses it", async () => {
    const order = await createOrder(pages, shopId, held);
    expect((await press(order.id, { intent: "cancel" })).status).toBe(200);
    const cancel = await cancelOf(order.id);
    expect(cancel).toEqual({ by: "1", handledAt: null });
    expect((await answerCall(order.id, undo, STAFF)).status).toBe(403);
    expect(await answerOf(await answerCall(order.id, undo))).toMatchObject({ ok: false });
    expect(await cancelOf(order.id)).toEqual(cancel);
  });

  it("takes back the Cancel that it made", async () => {
    const order = await createOrder(pages, shopId, held);
    expect(await answerOf(await answerCall(order.id, noted, STAFF))).toMatchObject({ ok: true });
    expect((await answerCall(order.id, undo, STAFF)).status).toBe(403);
    expect(await cancelOf(order.id)).toEqual({ by: "2", handledAt: null });
    await grant("pay");
    expect(await answerOf(await answerCall(order.id, undo, STAFF))).toMatchObject({ ok: true });
    expect(await cancelOf(order.id)).toMatchObject({ handledAt: expect.any(Date) });
    expect((await press(order.id, { intent: "cancel" })).status).toBe(200);
    expect(await answerOf(await answerCall(order.id, undo))).toMatchObject({ ok: false });
    expect(await cancelOf(order.id)).toEqual({ by: "1", handledAt: null });
  });

  it("needs no right to pay for a cash order, nor for what cancelled nothing", async () => {
    const cash = await createOrder(pages, shopId, { ...held, route: "COD", outstandingPkr: rupees(1800) });
    await answerCall(cash.id, noted, STAFF);
    expect(await answerOf(await answerCall(cash.id, undo, STAFF))).toMatchObject({ ok: true });
    const staff = await pages.database.prisma.staffMember.findMany({ where: { shopId } });
    expect(staff).toMatchObject([{ userId: "2", askedFor: null }]);
    const prepaid = await createOrder(pages, shopId, held);
    const unanswered = { intent: "undo_contact", result: "no_answer" };
    expect((await answerCall(prepaid.id, unanswered, STAFF)).status).toBe(200);
  });
});

describe("somebody who sends the owner's session token along", () => {
  const requests = [
    ["beside their own, without its word", (own: string) => own],
    ["beside their own, with another word", (own: string) => `bearer ${own}`],
  ] as const;

  it.each(requests)("is let through no guard by it: %s", async (_, header) => {
    const order = await createOrder(pages, shopId, { ...held, state: "to_place" });
    const staffs = pages.token({ userId: STAFF });
    const path = `/orders/${order.id}?id_token=${pages.token()}`;
    const asked = { headers: { Authorization: header(staffs) } };
    expect((await pages.press(ORDER, path, { intent: "place" }, asked)).ok).toBe(false);
    const after = await pages.database.prisma.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(after).toEqual(order);
  });

  it("acts as the person of the header", async () => {
    const order = await createOrder(pages, shopId, { ...held, state: "to_place" });
    const path = `/orders/${order.id}?id_token=${pages.token()}`;
    const refused = await pages.press(ORDER, path, { intent: "place" }, { userId: STAFF });
    expect(await refused.json()).toEqual(PREPAID_REFUSAL);
  });
});

describe("staff without the right to pay", () => {
  it.each(["place", "retry", "choose_city"])(
    "may press %s on a cash order, and are remembered",
    async (intent) => {
      const order = await createOrder(pages, shopId, {
        state: "held",
        route: "COD",
        outstandingPkr: rupees(1800),
      });
      expect((await press(order.id, { intent, city: "Lahore" }, STAFF)).status).toBe(200);
      const staff = await pages.database.prisma.staffMember.findMany({ where: { shopId } });
      expect(staff).toMatchObject([{ userId: "2", askedFor: null, rights: [] }]);
    },
  );

  const off = { autoPrepaid: "false", autoCod: "false" };
  const preferences = {
    ...{ paused: "false", codGateways: "Cash", senderName: "", shippingShare: "none" },
    ...{ markPaidOnDelivery: "true", notifyCustomers: "true", whenRefused: "leave", holdLooksTwice: "true" },
  };

  it.each([
    ["set_up_routing", { ...preferences, whenCostChanges: "rule", courierApps: "no" }],
    ["save", preferences],
  ])("do not switch prepaid placing on by %s, whatever else they may switch", async (intent, more) => {
    await pages.press("settings/route", "/settings", { ...off, intent: "save" }, { userId: STAFF });
    await grant("routing");
    const on = { intent, ...more, autoPrepaid: "true", autoCod: "true" };
    const refused = await pages.press("settings/route", "/settings", on, { userId: STAFF });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      reason: expect.stringMatching(/takes money from the wallet/),
    });
    const row = () => pages.database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } });
    expect(await row()).toMatchObject({ autoPrepaidSince: null, autoPrepaidBy: null });
    await grant("pay");
    await pages.press("settings/route", "/settings", on, { userId: STAFF });
    expect(await row()).toMatchObject({ autoPrepaidSince: expect.any(Date), autoPrepaidBy: "2" });
  });

  it("see why on the page of a prepaid order, and no button to pay", async () => {
    const order = await createOrder(pages, shopId, held);
    const shown = async (userId?: number) => {
      const response = await pages.read(ORDER, `/orders/${order.id}`, { userId });
      return (await response.json()).walletRefusal;
    };
    expect(await shown()).toBeNull();
    await press(order.id, { intent: "place" }, STAFF);
    const { ok: _, ...refusal } = PREPAID_REFUSAL;
    expect(await shown(STAFF)).toEqual(refusal);
    expect(await shown()).toBeNull();
  });
});

describe("the bulk form, pressed by staff without the right to pay", () => {
  const bulk = (fields: Readonly<Record<string, string>>) =>
    pages.press("orders/route", "/orders", { intent: "bulk", ...fields }, { userId: STAFF });
  const cities = (...spellings: string[]) =>
    JSON.stringify(spellings.map((spelling) => ({ spelling, city: "Lahore" })));
  const answers = () => pages.database.prisma.rememberedAnswer.findMany({ where: { shopId } });

  async function asking(spelling: string, row: OrderRow) {
    const order = await createOrder(pages, shopId, row);
    const params = { city: spelling, suggestions: [] };
    await pages.database.prisma.attention.create({
      data: { shopId, thing: "order", thingId: order.id, code: "city_unknown", params, openedAt: new Date() },
    });
    return order;
  }

  beforeEach(() => pages.database.prisma.rememberedAnswer.deleteMany({ where: { shopId } }));

  it("keeps no answer to a hold of a prepaid order", async () => {
    await asking("Chak One", held);
    const refused = await bulk({ action: "choose_city", cities: cities("Chak One", "Chak Two") });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ reason: expect.stringMatching(/prepaid.*wallet/) });
    expect(await answers()).toEqual([]);
  });

  it("keeps answers to those of cash orders", async () => {
    await asking("Chak Three", { ...held, route: "COD", outstandingPkr: rupees(1800) });
    await bulk({ action: "choose_city", cities: cities("Chak Three") });
    expect(await answers()).toMatchObject([{ question: "city_chosen", answer: "Lahore", by: "2" }]);
  });

  it("keeps no city with any other press", async () => {
    const order = await asking("Chak Four", held);
    await bulk({ action: "cancel", ids: order.id, cities: cities("Chak Four") });
    await bulk({ action: "retry", ids: order.id, cities: cities("Chak Four") });
    expect(await answers()).toEqual([]);
  });
});

describe("what spends the wallet", () => {
  const spends = (command: CommandName, order: Parameters<typeof spendsWallet>[1]) => {
    const { right } = servedCommands[command];
    if (typeof right === "string") throw new Error(`${command} does not spend by what the order costs`);
    return spendsWallet(right.spends, order);
  };

  it("is no answer to an order that is placed already, and nothing on a cash order", () => {
    const prepaid = { state: "placed", route: "PREPAID", outstandingPkr: rupees(0) } as const;
    expect(spends("say_contents", prepaid)).toBe(false);
    expect(spends("mark_as_paid", { ...prepaid, outstandingPkr: rupees(1800) })).toBe(false);
    expect(spends("place", { state: "to_place", route: null, outstandingPkr: null })).toBe(false);
  });
});

describe("letting Karwan pay by itself", () => {
  it("needs the right to pay and keeps who gave it; anybody may have it stopped", async () => {
    const { prisma } = pages.database;
    const press = (intent: string, userId?: number) =>
      pages.press("wallet/funds/route", "/wallet/funds", { intent, dailyPkr: "5000" }, { userId });
    const refused = await press("auto_pay_on", STAFF);
    expect([refused.status, await prisma.autoPay.count()]).toEqual([403, 0]);
    expect(await answerOf(await press("auto_pay_on"))).toMatchObject({ ok: true });
    expect(await prisma.autoPay.findFirst()).toMatchObject({
      by: "1",
      dailyPkr: 5000,
      since: expect.any(Date),
    });
    expect((await press("auto_pay_on", STAFF)).status).toBe(403);
    expect(await answerOf(await press("auto_pay_off", STAFF))).toMatchObject({ ok: true });
    expect(await prisma.autoPay.findFirst()).toMatchObject({ by: null, since: null });
    const facts = await prisma.timelineEntry.findMany({
      where: { shopId, code: { startsWith: "auto_pay" } },
      orderBy: { id: "asc" },
    });
    expect(facts.map(({ code, by, params }) => [code, by, params])).toEqual([
      ["auto_pay_on", "1", { amount: 5000 }],
      ["auto_pay_off", "2", {}],
    ]);
  });
});
