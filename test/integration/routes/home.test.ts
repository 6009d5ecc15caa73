import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AttentionCode, attentionCodes } from "#app/domain/messages/attention/attention-sentence.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { DEMO_ACCOUNT_ID, DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";
import { addParcels } from "../payouts/payouts-harness.ts";
import {
  createListing,
  createOrder,
  framed,
  installedShop,
  type Pages,
  STAFF,
  startPages,
} from "./pages-harness.ts";

const HOME = "home/route";

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());

async function held(code: AttentionCode, order: Parameters<typeof createOrder>[2] = {}) {
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

describe("the list of what needs somebody", () => {
  it("says of what kind the needs are that have no place there", async () => {
    const { prisma } = pages.database;
    const shown = z.object({
      attention: z.object({ issues: z.array(z.unknown()), leftOut: z.array(z.string()) }),
    });
    const onHome = async () => shown.parse(await (await pages.read(HOME, "/?index")).json()).attention;
    expect((await onHome()).leftOut).toEqual([]);
    const listing = await createListing(pages, shopId);
    await prisma.attention.createMany({
      data: attentionCodes
        .slice(0, 60)
        .map((code) => ({ shopId, code, thing: "listing" as const, thingId: listing.id })),
    });
    const { issues, leftOut } = await onHome();
    expect(issues).toHaveLength(50);
    expect(leftOut).toEqual(["listing"]);
  });
});

describe("the card of the wallet's reserve", () => {
  const [keyId = "", secret = ""] = DEMO_LIVE_KEY.split(":");
  const setWallet = async (available: number) => {
    const now = new Date();
    const reading = { availablePkr: rupees(available), askedAt: now, readAt: now, failure: null };
    const key = { accountKey: accountKeyOf(asId(DEMO_ACCOUNT_ID)), mode: "live" as const };
    await pages.database.prisma.walletReading.upsert({
      where: { accountKey_mode: key },
      create: { ...key, ...reading },
      update: reading,
    });
  };
  const shown = async () => (await pages.open("/", framed(pages))).text();

  it("says before COD orders begin to wait how many fit, and leads to the wallet", async () => {
    await pages.press("settings/route", "/settings", { intent: "connect", keyId, secret });
    const db = pages.database.prisma;
    const parcel = { status: "SHIPPED", rtoReservePkr: rupees(350), marginStatus: null, deliveredAt: null };
    await addParcels(createShopHarness({ db, serviceBaseUrl: "http://localhost:1" }), shopId, [parcel]);
    await setWallet(50_000);
    expect(await shown()).not.toContain("fit your wallet");
    await setWallet(349);
    const html = await shown();
    expect(html).toContain("No more COD orders fit your wallet");
    expect(html).toContain(
      "A COD order of yours holds Rs 350 on average until it is delivered. New ones wait until you top up.",
    );
    expect(html).toMatch(/<a[^>]*href="\/wallet"[^>]*>.*?See the wallet/);
  });
});
