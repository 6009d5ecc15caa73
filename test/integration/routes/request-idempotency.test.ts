import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IDEMPOTENCY_HEADER, LATE_HEADER } from "#app/domain/idempotency/idempotency-headers.ts";
import { expireCommands } from "#app/domain/privacy/retention/expire-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { createOrder, installedShop, OTHER_SHOP, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;
let shopId: ShopId;
let orderId: string;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
  await installedShop(pages, { shop: OTHER_SHOP });
  orderId = (await createOrder(pages, shopId)).id;
}, 60_000);

afterAll(() => pages?.close());

type More = { readonly late?: true; readonly shop?: string };

/** Says on the timeline of an order that nobody answered: what is done twice shows twice. */
const press = (id: string, { late, shop = DEMO_SHOP }: More = {}) =>
  pages.press(
    "orders/order/contact",
    `/orders/${orderId}/contact`,
    { intent: "contacted", how: "call", result: "no_answer" },
    { shop, headers: { [IDEMPOTENCY_HEADER]: id, ...(late ? { [LATE_HEADER]: "1" } : {}) } },
  );
const presses = () => pages.database.prisma.press;
const facts = () =>
  pages.database.prisma.timelineEntry.count({ where: { shopId, code: "customer_contacted" } });

describe("a press that is sent again", () => {
  it("is done once, and answered as done", async () => {
    const before = await facts();
    const id = randomUUID();
    const [first, second] = [await press(id), await press(id)];
    expect(await first.json()).toMatchObject({ ok: true });
    expect(await second.json()).toEqual({ ok: true, done: "Done. Only the answer was lost." });
    expect(await facts()).toBe(before + 1);
    await press(randomUUID());
    expect(await facts()).toBe(before + 2);
  });

  it("is done once when both come at the same moment", async () => {
    const before = await facts();
    const id = randomUUID();
    const answers = await Promise.all([press(id), press(id), press(id)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 425)).toEqual([]);
    expect(await facts()).toBe(before + 1);
  });

  it("leads where its first answer led", async () => {
    const send = (id: string) =>
      pages.press(
        "orders/route",
        "/orders",
        { intent: "bulk", action: "cancel", ids: orderId, address: "" },
        { headers: { [IDEMPOTENCY_HEADER]: id } },
      );
    const id = randomUUID();
    const [first, second] = [await send(id), await send(id)];
    expect(first.headers.get("X-Remix-Redirect")).toMatch(/^\/runs\/orders\//);
    expect(second.headers.get("X-Remix-Redirect")).toBe(first.headers.get("X-Remix-Redirect"));
    expect(await pages.database.prisma.bulkRun.count()).toBe(1);
  });

  it("runs again where the first did nothing", async () => {
    const id = randomUUID();
    const send = () =>
      pages.press(
        "settings/route",
        "/settings",
        { intent: "check", mode: "live" },
        { headers: { [IDEMPOTENCY_HEADER]: id } },
      );
    const [first, second] = [await send(), await send()];
    expect(await second.json()).toEqual(await first.json());
    expect(await presses().findFirst({ where: { id } })).toMatchObject({ outcome: "free" });
  });

  it("is not begun any more when it comes late, also when the first sending comes after it", async () => {
    const before = await facts();
    const id = randomUUID();
    expect(await (await press(id, { late: true })).json()).toMatchObject({
      ok: false,
      reason: "Your press did not arrive.",
    });
    expect(await (await press(id)).json()).toMatchObject({ ok: false });
    expect(await facts()).toBe(before);
  });

  it("says that nobody knows where the first was cut off", async () => {
    const id = randomUUID();
    const row = { shopId, id, outcome: "begun" as const };
    await presses().create({ data: { ...row, createdAt: new Date() } });
    expect((await press(id)).status).toBe(425);
    await presses().updateMany({ where: { id }, data: { createdAt: new Date(Date.now() - 100_000) } });
    expect(await (await press(id)).json()).toMatchObject({
      ok: false,
      reason: "Karwan was interrupted while it did this.",
    });
  });

  it("is another press in another shop, and one without a name is done as it comes", async () => {
    const id = randomUUID();
    await press(id);
    expect(await (await press(id, { shop: OTHER_SHOP })).json()).toMatchObject({ ok: false });
    const before = await facts();
    await press("not a name");
    await press("not a name");
    expect(await facts()).toBe(before + 2);
  });
});

describe("what is kept of presses", () => {
  it("goes after two days", async () => {
    const { prisma } = pages.database;
    const now = new Date();
    const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    await presses().deleteMany();
    for (const hours of [1, 47, 49])
      await presses().create({
        data: { shopId, id: randomUUID(), outcome: "done", createdAt: at(hours) },
      });
    const shop = await prisma.shop.findUniqueOrThrow({ where: { id: shopId } });
    await expireCommands({ shop, db: prisma, clock: { now: () => now } });
    expect(await presses().count()).toBe(2);
  });
});
