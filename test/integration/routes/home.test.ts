import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { createOrder, framed, installedShop, type Pages, STAFF, startPages } from "./pages-harness.ts";

const HOME = "home/route";

let pages: Pages;
let shopId: string;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());

async function held(code: string, order: Parameters<typeof createOrder>[2] = {}) {
  const { id } = await createOrder(pages, shopId, { state: "held", holdCode: code, ...order });
  await pages.database.prisma.attention.create({ data: { shopId, code, thing: "order", thingId: id } });
  return id;
}

const home = z.object({
  attention: z.object({
    issues: z.array(z.object({ thingId: z.string(), act: z.looseObject({ kind: z.string() }).nullable() })),
  }),
});

async function actOf(id: string, asked: Parameters<Pages["read"]>[2] = {}) {
  const { attention } = home.parse(await (await pages.read(HOME, "/", asked)).json());
  return attention.issues.find(({ thingId }) => thingId === id)?.act;
}

describe("a row of Home", () => {
  it("has its order's main button, done by the order's own page", async () => {
    const id = await held("work_stopped");
    expect(await actOf(id)).toEqual({ kind: "press", way: "retry" });
    const html = await (await pages.open("/", framed(pages))).text();
    expect(html).toContain("Try again now");
    const answer = await pages.press("orders/order/route", `/orders/${id}`, { intent: "retry" });
    expect(await answer.json()).toMatchObject({ ok: true });
  });

  it("says since when, and that the order asks more", async () => {
    const id = await held("city_unknown");
    const openedAt = new Date("2026-11-20T07:30:00Z");
    const where = { shopId, thingId: id };
    await pages.database.prisma.attention.updateMany({ where, data: { openedAt } });
    await pages.database.prisma.attention.create({
      data: { shopId, code: "phone_invalid", thing: "order", thingId: id, openedAt },
    });
    const html = await (await pages.open("/", framed(pages))).text();
    expect(html).toMatch(/since (?:<[^>]*>)*[^<]*20 Nov/);
    expect(html).toContain("1 more question on its page");
  });

  it("leads to the page where something is chosen", async () => {
    expect(await actOf(await held("city_unknown"))).toBeNull();
  });

  it("asks before a prepaid order is placed, and leaves that to who may spend the wallet", async () => {
    const id = await held("comes_back", { route: "PREPAID", outstandingPkr: rupees(0) });
    expect(await actOf(id)).toEqual({ kind: "ask", way: "place", isPrepaid: true });
    await pages.database.prisma.staffMember.create({
      data: { shopId, userId: String(STAFF), rights: [], seenAt: new Date() },
    });
    expect(await actOf(id, { userId: STAFF })).toBeNull();
    await pages.database.prisma.staffMember.deleteMany({ where: { shopId } });
  });
});
