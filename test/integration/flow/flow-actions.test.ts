import { randomUUID } from "node:crypto";
import type { Order } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FlowAction } from "#app/domain/flow/flow-names.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
import { numericPart, type ShopId } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import type { AppProcess } from "#test/support/app-process.ts";
import {
  answerOf,
  createOrder,
  installedShop,
  OTHER_SHOP,
  OWNER,
  type Pages,
  STAFF,
  startPages,
} from "../routes/pages-harness.ts";
import { type FlowRequest, flowBody, sendToFlow } from "./flow-request.ts";

let pages: Pages;
let shopId: ShopId;
let otherId: ShopId;
let second: AppProcess;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
  otherId = await installedShop(pages, { shop: OTHER_SHOP });
  second = await pages.world.startSecondApp();
});
beforeEach(async () => {
  const db = pages.database.prisma;
  await db.shop.update({ where: { id: shopId }, data: { state: "installed" } });
  await db.flowSwitch.deleteMany();
  await letStaff([]);
  await allow({ place: "true", hold: "true", cancel: "true", retry: "true" });
});
afterAll(() => pages?.close());

const save = (fields: Readonly<Record<string, string>>, userId = OWNER) =>
  pages.press("settings/flow/route", "/settings/flow", { intent: "save", ...fields }, { userId });

async function allow(fields: Readonly<Record<string, string>>, userId = OWNER) {
  expect(await answerOf(await save(fields, userId))).toEqual({ ok: true, done: "Saved" });
}

async function letStaff(rights: StaffRight[]) {
  const who = { shopId, userId: String(STAFF) };
  await pages.database.prisma.staffMember.upsert({
    where: { shopId_userId: who },
    create: { ...who, rights, seenAt: new Date() },
    update: { rights },
  });
}

const shopNumberOf = (shop: string) => numericPart(pages.world.shopify.control.state({ shop }).id);

const bodyOf = (order: Order, action: FlowAction, more: Partial<FlowRequest> = {}) =>
  flowBody({ action, order: numericPart(order.orderGid), shopNumber: shopNumberOf(DEMO_SHOP), ...more });

const send = (body: unknown, how?: Parameters<typeof sendToFlow>[2]) =>
  sendToFlow(pages.world.app.url, body, how);

const run = async (order: Order, action: FlowAction, more?: Partial<FlowRequest>) =>
  send(bodyOf(order, action, more));

const factsOf = async ({ id }: Pick<Order, "id">) =>
  (
    await pages.database.prisma.timelineEntry.findMany({ where: { thingId: id }, orderBy: { id: "asc" } })
  ).map(({ code, by, actor, params }) => ({ code, by, actor, params }));

const toPlace = { state: "to_place", holdCode: "automatic_off", route: "COD" } as const;
const held = { state: "held", holdCode: "validation_error", route: "COD" } as const;

const everyAction = [
  ["place", toPlace],
  ["hold", toPlace],
  ["cancel", toPlace],
  ["retry", held],
] as const;

describe("an action of Flow", () => {
  it.each(everyAction)("gives the command %s, in the name of who allowed it", async (action, state) => {
    const order = await createOrder(pages, shopId, state);
    expect((await run(order, action)).status).toBe(200);
    expect(await factsOf(order)).toEqual([
      { code: `${action}_pressed`, by: String(OWNER), actor: "person", params: {} },
      { code: "flow_asked", by: String(OWNER), actor: "person", params: { action } },
    ]);
    const decision = { shopId, orderId: order.id, kind: action, by: String(OWNER), handledAt: null };
    expect(await pages.database.prisma.orderDecision.count({ where: decision })).toBe(1);
  });

  it("is done once, however often its run is sent", async () => {
    const order = await createOrder(pages, shopId, toPlace);
    const body = bodyOf(order, "place");
    const answers = await Promise.all([send(body), send(body), send(body)]);
    // What comes while the first is under way is answered to come again.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 202]).toContain(status);
    expect((await send(body)).status).toBe(200);
    expect(await factsOf(order)).toHaveLength(2);
    // The same order in another run is another request.
    expect((await run(order, "cancel")).status).toBe(200);
  });

  it.each(everyAction)(
    "%s is done once by two processes that are sent its run at once",
    async (action, state) => {
      const order = await createOrder(pages, shopId, state);
      const body = bodyOf(order, action);
      const urls = [pages.world.app.url, second.url];
      const atBoth = () => Promise.all([...urls, ...urls].map((url) => sendToFlow(url, body)));
      const statuses = (await atBoth()).map(({ status }) => status);
      expect(statuses).toContain(200);
      for (const status of statuses) expect([200, 202]).toContain(status);
      for (const { status } of await atBoth()) expect(status).toBe(200);
      expect(await factsOf(order)).toHaveLength(2);
    },
  );

  it("says once more that it does not fit, under the same run, as long as that is so", async () => {
    const order = await createOrder(pages, shopId, { state: "delivered", route: "COD" });
    const body = bodyOf(order, "place");
    for (const response of [await send(body), await send(body)]) {
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({ message: "It is delivered already." });
    }
    expect((await run(order, "hold")).status).toBe(422);
    expect(await factsOf(order)).toEqual([]);
  });

  it("goes on where its order was cut off with nobody knowing how far it came: it is not done again", async () => {
    const order = await createOrder(pages, shopId, toPlace);
    const body = bodyOf(order, "place");
    expect((await send(body)).status).toBe(200);
    const begun = new Date(Date.now() - 10 * 60_000);
    await pages.database.prisma.press.updateMany({
      where: { shopId },
      data: { outcome: "begun", createdAt: begun },
    });
    expect((await send(body)).status).toBe(422);
    expect(await factsOf(order)).toHaveLength(2);
  });

  it("comes again for an order nobody has looked at yet, which is then looked at", async () => {
    const body = flowBody({ action: "place", order: "987654321", shopNumber: shopNumberOf(DEMO_SHOP) });
    expect((await send(body)).status).toBe(202);
    const subject = "gid://shopify/Order/987654321";
    const work = { shopId, kind: "order.reconcile", subject };
    expect(await pages.database.prisma.work.count({ where: work })).toBe(1);
  });

  it("takes the order's gid as well as its number", async () => {
    const order = await createOrder(pages, shopId, toPlace);
    expect((await run(order, "hold", { order: order.orderGid })).status).toBe(200);
  });
});

describe("what is refused", () => {
  it.each([
    ["with another secret", { secret: "somebody-else" }],
    ["with the signature of another body", { signature: Buffer.alloc(32).toString("base64") }],
    ["with no signature to speak of", { signature: "nothing" }],
  ])("%s", async (_, how) => {
    const order = await createOrder(pages, shopId, toPlace);
    expect((await send(bodyOf(order, "place"), how)).status).toBe(401);
    expect(await factsOf(order)).toEqual([]);
  });

  it("what is signed and says something else: malformed, unknown, or of two shops", async () => {
    const order = await createOrder(pages, shopId, toPlace);
    const body = bodyOf(order, "place");
    const statuses = async (bodies: readonly unknown[]) =>
      Promise.all(bodies.map(async (each) => (await send(each)).status));
    expect(
      await statuses([
        "not json",
        { ...body, properties: {} },
        { ...body, properties: { order_id: "x" } },
        { ...body, properties: { order_id: "gid://shopify/Product/1" } },
        { ...body, action_run_id: "" },
        { ...body, handle: "pay-order" },
      ]),
    ).toEqual([400, 400, 400, 400, 400, 400]);
    expect(
      await statuses([
        { ...body, shopify_domain: "nobody.myshopify.com" },
        { ...body, shop_id: shopNumberOf(OTHER_SHOP) },
      ]),
    ).toEqual([404, 404]);
    expect((await send("x".repeat(20_000))).status).toBe(413);
    const asked = await fetch(new URL("/webhooks/shopify/flow", pages.world.app.url));
    expect(asked.status).toBe(405);
    expect(await factsOf(order)).toEqual([]);
  });

  it("fields nobody named change nothing", async () => {
    const order = await createOrder(pages, shopId, toPlace);
    const body = bodyOf(order, "hold");
    const more = { ...body, by: String(STAFF), properties: { ...body.properties, intent: "pay" } };
    expect((await send(more)).status).toBe(200);
    expect((await factsOf(order)).map(({ by }) => by)).toEqual([String(OWNER), String(OWNER)]);
  });

  it("an order of another shop is one that is not there", async () => {
    const order = await createOrder(pages, otherId, toPlace);
    expect((await run(order, "place")).status).toBe(202);
    // The shop whose order it is allowed nothing.
    const number = shopNumberOf(OTHER_SHOP);
    const refused = await run(order, "place", { shop: OTHER_SHOP, shopNumber: number });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { message: "This action is off in Karwan, under Settings, Flow." },
    ]);
    expect(await factsOf(order)).toEqual([]);
  });

  it("what comes for a shop that has left", async () => {
    const order = await createOrder(pages, shopId, toPlace);
    await pages.database.prisma.shop.update({ where: { id: shopId }, data: { state: "uninstalled" } });
    expect((await run(order, "place")).status).toBe(404);
    expect(await factsOf(order)).toEqual([]);
  });

  it("what was switched off", async () => {
    const order = await createOrder(pages, shopId, toPlace);
    await allow({ place: "false" });
    expect((await run(order, "place")).status).toBe(403);
    expect(await factsOf(order)).toEqual([]);
  });
});

describe("the right of who switched it on", () => {
  it("has to stand still when a workflow asks", async () => {
    const refused = await save({ retry: "false" }, STAFF);
    expect(refused.status).toBe(403);
    await letStaff(["routing"]);
    await allow({ retry: "false" });
    await allow({ retry: "true" }, STAFF);
    const order = await createOrder(pages, shopId, held);
    expect((await run(order, "retry")).status).toBe(200);
    expect((await factsOf(order))[0]).toMatchObject({ by: String(STAFF) });
    await letStaff([]);
    const after = await run(order, "retry");
    expect([after.status, await after.json()]).toEqual([
      403,
      { message: "Whoever switched this action on may not decide what is placed any more." },
    ]);
    expect(await factsOf(order)).toHaveLength(2);
    const { switches } = await (await pages.read("settings/flow/route", "/settings/flow")).json();
    expect(switches.find(({ name }: { name: string }) => name === "retry")).toMatchObject({
      enabled: true,
      changedBy: String(STAFF),
      failure: "not_allowed",
    });
  });

  it("must be that to pay, where an order is prepaid", async () => {
    await letStaff(["routing"]);
    await allow({ place: "false" });
    await allow({ place: "true" }, STAFF);
    const prepaid = { ...toPlace, route: "PREPAID", outstandingPkr: rupees(0) } as const;
    const order = await createOrder(pages, shopId, prepaid);
    const refused = await run(order, "place");
    expect(refused.status).toBe(422);
    expect((await refused.json()).message).toContain("prepaid");
    expect(await factsOf(order)).toEqual([]);
    const cod = await createOrder(pages, shopId, toPlace);
    expect((await run(cod, "place")).status).toBe(200);
    await letStaff(["routing", "pay"]);
    expect((await run(order, "place", { runId: randomUUID() })).status).toBe(200);
  });
});

describe("a shop that left and is installed again", () => {
  it("finds every action off, whoever had switched it on, and switches it on in its own name", async () => {
    const db = pages.database.prisma;
    await letStaff(["routing", "pay"]);
    await allow({ place: "false" });
    await allow({ place: "true" }, STAFF);
    await db.shop.update({ where: { id: shopId }, data: { state: "uninstalled" } });
    await installedShop(pages);
    const { state, installNumber } = await db.shop.findUniqueOrThrow({ where: { id: shopId } });
    expect({ state, installNumber }).toEqual({ state: "installed", installNumber: 2 });
    const prepaid = { ...toPlace, route: "PREPAID", outstandingPkr: rupees(0) } as const;
    const order = await createOrder(pages, shopId, prepaid);
    const refused = await run(order, "place");
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { message: "This action is off in Karwan, under Settings, Flow." },
    ]);
    expect(await factsOf(order)).toEqual([]);
    const { switches } = await (await pages.read("settings/flow/route", "/settings/flow")).json();
    for (const each of switches) expect(each).toMatchObject({ enabled: false, changedBy: null });
    await allow({ place: "true", hold: "true", cancel: "true", retry: "true" });
    expect((await run(order, "place")).status).toBe(200);
    expect((await factsOf(order))[0]).toMatchObject({ by: String(OWNER) });
  });
});

describe("the switches", () => {
  it("are off until somebody who may decides, and keep who and when", async () => {
    const read = async (shop?: string) =>
      (await (await pages.read("settings/flow/route", "/settings/flow", { shop })).json()).switches;
    const off = await read(OTHER_SHOP);
    expect(off).toHaveLength(13);
    for (const each of off) expect(each).toMatchObject({ enabled: false, changedBy: null, changedAt: null });
    await allow({ held: "true" });
    const [first] = await read();
    expect(first).toMatchObject({ name: "held", enabled: true, changedBy: String(OWNER) });
    const facts = await pages.database.prisma.timelineEntry.findMany({
      where: { shopId, thing: "shop", code: "flow_switched" },
      orderBy: { id: "desc" },
    });
    expect(facts[0]).toMatchObject({ by: String(OWNER), params: { what: "held", state: "on" } });
    // Saved again it is neither newer nor noted twice.
    await allow({ held: "true" });
    expect((await read())[0].changedAt).toBe(first.changedAt);
  });

  it("take no name they do not know", async () => {
    expect((await save({ everything: "true" })).status).toBe(400);
    expect((await save({ held: "perhaps" })).status).toBe(400);
  });
});
