import type { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { saveNotificationSettings } from "#app/domain/notifications/notification-settings.server.ts";
import {
  planNotificationsPaceMs,
  sweepNotifications,
} from "#app/domain/notifications/sweep-notifications.server.ts";
import { openAutoPayStop } from "#app/domain/wallet/funds/sync-auto-pay-issue.server.ts";
import type { AccountId, ShopId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { asId } from "#test/support/as-id.ts";
import { createListing } from "#test/support/create-listing.ts";
import { insertConnection } from "#test/support/deliveries.ts";
import { type MailHarness, startMailHarness } from "./mail-harness.ts";

const ADDRESS = "ali@rang.example";
const ACCOUNT = asId<AccountId>("acc_1");

let harness: MailHarness;
let shopId: ShopId;
let orders = 0;
let parcels = 0;

beforeAll(async () => {
  harness = await startMailHarness();
});
afterAll(() => harness?.close());
beforeEach(async () => {
  // 15:00 in Karachi: the digest of the day is past.
  harness.time.now = new Date("2026-11-26T10:00:00Z");
  shopId = await harness.createShop();
  await harness.addConfirmed(shopId, ADDRESS);
});

const mails = () => harness.to(ADDRESS);
const subjects = () => mails().map(({ subject }) => subject);
const choose = async (
  choices: Parameters<typeof saveNotificationSettings>[1]["choices"],
  more: { readonly digestHour?: number; readonly priceRisePercent?: number } = {},
) => saveNotificationSettings(await harness.context(shopId), { choices, ...more, by: "1" });

/** An order on which a person has to decide something. */
async function hold(code: AttentionCode = "city_unknown", params: object = {}): Promise<string> {
  orders += 1;
  harness.later(0.1);
  const { db, crypto } = harness.app;
  const name = `#${1000 + orders}`;
  const order = await db.order.create({
    data: {
      ...{ shopId, orderGid: asId(`gid://shopify/Order/${orders}`), name, state: "held" },
    },
  });
  const scope = { shopId, now: harness.time.now, crypto };
  await db.$transaction((tx) =>
    openAttention(tx, scope, { code, thing: "order", thingId: order.id, params: { ...params } }),
  );
  return name;
}

/** A parcel of an order that is there. */
async function parcelOf(name: string, over: Partial<Prisma.ParcelUncheckedCreateInput>) {
  const { db } = harness.app;
  const order = await db.order.findFirstOrThrow({ where: { shopId, name } });
  parcels += 1;
  const handoff = await db.handoff.create({
    data: {
      ...{ shopId, orderId: order.id, mode: "live", sequence: parcels, paymentMode: "COD", state: "placed" },
      ...{ externalOrderId: asId(`1-${parcels}`), collectsPkr: rupees(0), shippingPkr: rupees(200) },
      ...{ terms: {}, customerEnc: new Uint8Array(), accountId: ACCOUNT },
    },
  });
  return db.parcel.create({
    data: {
      ...{ shopId, handoffId: handoff.id, mode: "live", supplierOrderId: asId(`ord_${parcels}`) },
      ...{ status: "SHIPPED", ...over },
    },
  });
}

/** The wallet as read so many minutes from now. */
async function readWalletNow(later = 0): Promise<void> {
  const readAt = new Date(harness.time.now.getTime() + later * 60_000);
  const reading = { readAt, askedAt: readAt, availablePkr: rupees(100) };
  const key = { accountKey: accountKeyOf(ACCOUNT), mode: "live" } as const;
  await harness.app.db.walletReading.upsert({
    where: { accountKey_mode: key },
    create: { ...key, ...reading },
    update: reading,
  });
}

/** A connected shop whose cash on delivery orders hold more than the wallet has. */
async function nearlyEmptyWallet(): Promise<void> {
  await insertConnection(harness.app.db, harness.app.crypto, shopId);
  await parcelOf(await hold("city_unknown"), { rtoReservePkr: rupees(350), codPkr: rupees(1800) });
  await release();
  await readWalletNow();
}

async function stopPaying(): Promise<void> {
  const ctx = await harness.context(shopId);
  await ctx.db.$transaction((tx) => openAutoPayStop(tx, ctx, { reason: "not_allowed" }));
}

const release = () =>
  harness.app.db.attention.updateMany({ where: { shopId }, data: { resolvedAt: harness.time.now } });

describe("what came up of a kind that is told at once", () => {
  beforeEach(() => choose({ orders_waiting: "at_once" }));

  it("is one mail for all of it, with names and counts alone", async () => {
    const words = { city: "Pindi Gheb", message: "Ayesha Khan, 0300 1234567" };
    const names = [await hold("city_unknown", words), await hold("how_paid"), await hold()];
    await hold("out_of_stock");
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["3 orders wait for you · Rang & Co"]);
    const text = mails()[0]?.text ?? "";
    expect(text).toContain(names.join(", "));
    expect(text).toContain("/admin/apps/karwan-demo-key/orders");
    expect(text).not.toMatch(/Gheb|Ayesha|1234567/);
  });

  it("is told once, and not again while it stays", async () => {
    const name = await hold();
    await harness.sweep(shopId);
    expect(subjects()).toEqual([`Order ${name} waits for you · Rang & Co`]);
    for (let look = 0; look < 3; look += 1) expect(await harness.sweep(shopId, 60)).toBe(0);
    expect(mails()).toHaveLength(1);
  });

  it("is quiet for half an hour, then told together", async () => {
    await hold();
    await harness.sweep(shopId);
    await hold();
    expect(await harness.sweep(shopId, 10)).toBe(0);
    await hold();
    expect(await harness.sweep(shopId, 10)).toBe(0);
    expect(await harness.sweep(shopId, 11)).toBe(1);
    expect(subjects().at(-1)).toBe("2 orders wait for you · Rang & Co");
  });

  it("is not told where it ended within a minute, or is a minute old at most", async () => {
    await hold();
    expect(await harness.sweep(shopId, 0.5)).toBe(0);
    await release();
    expect(await harness.sweep(shopId)).toBe(0);
    expect(mails()).toEqual([]);
  });

  it("is told with the next mail where it came up in the minute before one", async () => {
    const settled = await hold();
    harness.later(5);
    const fresh = await hold();
    expect(await harness.sweep(shopId, 0.5)).toBe(1);
    expect(await harness.sweep(shopId, 31)).toBe(1);
    expect(subjects()).toEqual([settled, fresh].map((name) => `Order ${name} waits for you · Rang & Co`));
  });

  it("is told again where it ended and came back", async () => {
    await hold();
    await harness.sweep(shopId);
    await release();
    harness.later(60);
    const { db, crypto } = harness.app;
    const row = await db.attention.findFirstOrThrow({ where: { shopId } });
    const scope = { shopId, now: harness.time.now, crypto };
    await db.$transaction((tx) =>
      openAttention(tx, scope, { code: row.code, thing: "order", thingId: row.thingId }),
    );
    expect(await harness.sweep(shopId)).toBe(1);
  });

  it("goes to everybody who confirmed, and to nobody else", async () => {
    await harness.addConfirmed(shopId, "bilal@rang.example");
    await harness.askFor(shopId, "chand@rang.example");
    harness.mail.clear();
    await hold();
    expect(await harness.sweep(shopId)).toBe(2);
    expect(harness.mail.received.flatMap(({ to }) => to).toSorted()).toEqual([ADDRESS, "bilal@rang.example"]);
  });

  it("leaves no mail without its event marked as sent, and no event sent without its mail", async () => {
    await hold();
    harness.later(5);
    const ctx = await harness.context(shopId);
    const step = await sweepNotifications({ ctx });
    const cutOff = ctx.db.$transaction(async (tx) => {
      await step.write?.(tx, async () => undefined);
      throw new Error("cut off");
    });
    await expect(cutOff).rejects.toThrow("cut off");
    expect(await harness.app.db.mail.count({ where: { shopId, kind: "orders_waiting" } })).toBe(0);
    expect(await harness.sweep(shopId)).toBe(1);
  });

  it("is not told of what came up while it was off", async () => {
    await choose({ orders_waiting: "off" });
    await hold();
    expect(await harness.sweep(shopId)).toBe(0);
    await choose({ orders_waiting: "at_once" });
    expect(await harness.sweep(shopId)).toBe(0);
    await hold();
    expect(await harness.sweep(shopId)).toBe(1);
  });
});

describe("the kinds", () => {
  it("name the first deadline of what waits for funds", async () => {
    await hold("awaiting_funds");
    await harness.sweep(shopId);
    expect(subjects()).toEqual(["1 order waits for money in the wallet · Rang & Co"]);
  });

  it("name the first deadline in the shop's own time, and ask to pay before it", async () => {
    await parcelOf(await hold("awaiting_funds"), {
      status: "AWAITING_FUNDS",
      fundsDeadline: new Date("2026-11-28T07:30:00Z"),
    });
    await harness.sweep(shopId);
    expect(mails()[0]?.text).toContain("The first deadline is Sat 28 Nov 2026, 12:30: pay before it.");
  });

  it("name no deadline of a test parcel once the shop is live", async () => {
    const name = await hold("awaiting_funds");
    const fundsDeadline = (day: number) => new Date(Date.UTC(2026, 10, day, 7, 30));
    await parcelOf(name, { status: "AWAITING_FUNDS", mode: "test", fundsDeadline: fundsDeadline(27) });
    await parcelOf(name, { status: "AWAITING_FUNDS", fundsDeadline: fundsDeadline(28) });
    await harness.sweep(shopId);
    expect(mails()[0]?.text).toContain("The first deadline is Sat 28 Nov 2026, 12:30: pay before it.");
  });

  it("tell that paying by itself stopped though no parcel waits, once", async () => {
    harness.later(1);
    await stopPaying();
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["Parcels are not paid by themselves any more · Rang & Co"]);
    expect(await harness.sweep(shopId, 60)).toBe(0);
  });

  it("tell that paying by itself stopped beside what waits for funds", async () => {
    await hold("awaiting_funds");
    await stopPaying();
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["1 order waits for money in the wallet · Rang & Co"]);
    expect(mails()[0]?.text).toContain("Parcels are not paid by themselves any more.");
  });

  it("tell of parcels that stand still by their orders, once until they move", async () => {
    await choose({ parcels_standing: "at_once", orders_waiting: "at_once" });
    const names = [await hold("parcel_stands_still"), await hold("parcel_stands_still")];
    const still = { status: "SHIPPED", stillSince: harness.time.now };
    const first = await parcelOf(names[0] ?? "", still);
    await parcelOf(names[1] ?? "", still);
    await parcelOf(names[1] ?? "", { ...still, part: 2 });
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["3 parcels stand still · Rang & Co"]);
    expect(mails()[0]?.text).toContain(names.join(", "));
    expect(await harness.sweep(shopId, 60)).toBe(0);
    await harness.app.db.parcel.update({ where: { id: first.id }, data: { stillSince: harness.time.now } });
    expect(await harness.sweep(shopId, 60)).toBe(1);
    expect(subjects().at(-1)).toBe(`A parcel of order ${names[0]} stands still · Rang & Co`);
  });

  it("tell that the wallet runs out, from what was read last, and again after three days", async () => {
    await nearlyEmptyWallet();
    expect(await harness.sweep(shopId, 61)).toBe(1);
    expect(subjects()).toEqual(["The wallet carries few more cash on delivery orders · Rang & Co"]);
    expect(mails()[0]?.text).toContain("Orders begin to wait for the wallet today.");
    await readWalletNow();
    expect(await harness.sweep(shopId, 2 * 24 * 60)).toBe(0);
    await readWalletNow(2 * 24 * 60);
    expect(await harness.sweep(shopId, 24 * 60 + 2)).toBe(1);
  });

  it("tell of a lost connection, and of it once", async () => {
    harness.later(1);
    const { db } = harness.app;
    const scope = { shopId, now: harness.time.now };
    const thing = { thing: "connection", thingId: "11111111-1111-4111-8111-111111111111" } as const;
    await db.$transaction((tx) => openAttention(tx, scope, { ...thing, code: "connection_invalid_key" }));
    await harness.sweep(shopId);
    await harness.sweep(shopId, 60);
    expect(subjects()).toEqual(["The connection needs you: orders may not go out · Rang & Co"]);
    await db.$transaction((tx) => resolveAttention(tx, scope, thing, { by: "karwan" }));
  });

  it("tell of products that went, of sides that differ, and of rates that are out of date", async () => {
    await choose({
      products_removed: "at_once",
      settlement_differs: "at_once",
      delivery_moved: "at_once",
    });
    harness.later(1);
    const scope = { shopId, now: harness.time.now };
    const gone = await createListing(harness.app.db, { shopId, number: 1 });
    const listing = { thing: "listing", thingId: gone.id } as const;
    await harness.app.db.$transaction(async (tx) => {
      await openAttention(tx, scope, {
        ...listing,
        code: "variants_gone",
        params: { title: "A secret title" },
      });
      await openAttention(tx, scope, { thing: "shop", thingId: shopId, code: "settlement_differs" });
      await openAttention(tx, scope, { thing: "shop", thingId: shopId, code: "delivery_rates_moved" });
    });
    expect(await harness.sweep(shopId)).toBe(3);
    expect(subjects().toSorted()).toEqual([
      "1 product is not offered any more as it was · Rang & Co",
      "What parcels brought does not agree with the ledger or with Shopify · Rang & Co",
      "What the supplier takes for delivery is not what your rates by weight charge · Rang & Co",
    ]);
    expect(
      mails()
        .map(({ text }) => text)
        .join(),
    ).not.toContain("secret");
  });
});

describe("the daily digest", () => {
  it("comes once a day at the shop's hour, with what came up since the last", async () => {
    const names = [await hold(), await hold()];
    expect(await harness.sweep(shopId, 60)).toBe(0);
    harness.time.now = new Date("2026-11-27T03:50:00Z");
    expect(await harness.sweep(shopId)).toBe(0);
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["Rang & Co: what came up until Fri 27 Nov"]);
    expect(mails()[0]?.text).toContain(names.join(", "));
    expect(await harness.sweep(shopId, 60)).toBe(0);
    const name = await hold();
    harness.time.now = new Date("2026-11-28T04:00:00Z");
    expect(await harness.sweep(shopId)).toBe(1);
    expect(mails().at(-1)?.text).toContain(`Order ${name} waits for you.`);
    expect(mails().at(-1)?.text).not.toContain(names[0]);
  });

  it("is not sent on a day with nothing new, and has no second chance on it", async () => {
    harness.time.now = new Date("2026-11-27T04:00:00Z");
    expect(await harness.sweep(shopId)).toBe(0);
    await hold();
    expect(await harness.sweep(shopId, 60)).toBe(0);
    harness.time.now = new Date("2026-11-28T04:00:00Z");
    expect(await harness.sweep(shopId)).toBe(1);
  });

  it("comes at the hour that was chosen, not twice where the hour moves", async () => {
    await choose({}, { digestHour: 8 });
    await hold();
    harness.time.now = new Date("2026-11-27T03:00:00Z");
    expect(await harness.sweep(shopId)).toBe(1);
    await choose({}, { digestHour: 20 });
    await hold();
    harness.time.now = new Date("2026-11-27T15:30:00Z");
    expect(await harness.sweep(shopId)).toBe(0);
  });

  it("is kept for the first recipient after everybody had left, without what came up between", async () => {
    await harness.app.db.mailRecipient.updateMany({ where: { shopId }, data: { state: "unsubscribed" } });
    await hold();
    harness.time.now = new Date("2026-12-20T10:00:00Z");
    expect(await harness.sweep(shopId)).toBe(0);
    await harness.addConfirmed(shopId, "bilal@rang.example");
    harness.time.now = new Date("2026-12-21T05:00:00Z");
    expect(await harness.sweep(shopId)).toBe(0);
  });
});

it("a shop where nobody is told is looked at now and then", async () => {
  const { db } = harness.app;
  expect(await planNotificationsPaceMs(db, shopId, 300_000)).toBe(300_000);
  expect(await planNotificationsPaceMs(db, await harness.createShop(), 300_000)).toBe(21_600_000);
});
