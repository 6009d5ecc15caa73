import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { eraseOrder } from "#app/domain/privacy/erase-order.server.ts";
import { eraseShop } from "#app/domain/privacy/erase-shop.server.ts";
import type { Position } from "#app/domain/sweeps/sweep-run.ts";
import { findLedgerCopy } from "#app/domain/wallet/ledger/find-copy.server.ts";
import { ledgerRawPlace } from "#app/domain/wallet/ledger/save-page.server.ts";
import type { AccountId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { accountKey, type LedgerShop, startLedgerShop } from "./ledger-harness.ts";

const place = { accountKey, mode: "live" as const };
const plan = (quotaLimit: number) => ({ accountId: asId<AccountId>(DEMO_ACCOUNT_ID), quotaLimit });

let shop: LedgerShop;

beforeAll(async () => {
  shop = await startLedgerShop({ products: ["cooker", "earbuds"] });
});
beforeEach(async () => {
  await shop.forget();
  await shop.forgetLimits();
  await shop.supplier.control.setUndefined({ preset: "plain" });
  await shop.supplier.control.addLedgerEntries({ count: 0 });
});
afterEach(async () => {
  armFailpoints(undefined);
  await shop.supplier.control.clearFaults();
});
afterAll(() => shop.close());

const kept = async () =>
  (await shop.rows())
    .map(({ entryId, amountPkr, type, status, bookedAt }) => ({
      ...{ entryId, amountPkr, type, status, at: bookedAt.getTime() },
    }))
    .toSorted((a, b) => a.entryId.localeCompare(b.entryId));

const shown = async () =>
  (await shop.shown())
    .map(({ id, amount, type, status, createdAt }) => ({
      ...{ entryId: id, amountPkr: amount, type, status, at: Date.parse(createdAt ?? "") },
    }))
    .toSorted((a, b) => a.entryId.localeCompare(b.entryId));

/** Takes pages until the walk is over; `between` runs after each page. */
async function walk(ctx: ShopContext, between?: (page: number) => Promise<void>): Promise<number> {
  let position: Position | null = null;
  for (let page = 1; page < 2000; page += 1) {
    const step = await shop.step(ctx, position);
    if (step.next === null) return page;
    position = step.next;
    await between?.(page);
  }
  throw new Error("The walk does not end");
}

const buyOne = () => shop.buy({ lines: [shop.line("cooker", 1600)] });

describe("the copy of a ledger", () => {
  it.each([
    ["plain", 100],
    ["plain", 7],
    ["plain", 1],
    ["sparse", 7],
    ["contrary", 7],
    ["contrary", 100],
  ] as const)("holds what a service that is %s shows, %i on a page", async (preset, ledgerPage) => {
    await buyOne();
    await shop.supplier.control.withdraw({ amount: 700 });
    await shop.supplier.control.setUndefined({ preset, ledgerPage });
    await shop.copyLedger();
    const before = await shown();
    expect(await kept()).toEqual(before);
    await shop.supplier.control.topUp({ amount: 123 });
    await shop.copyLedger();
    expect(await kept()).toEqual(await shown());
    expect(await kept()).toHaveLength(before.length + 1);
    expect(await shop.copy()).toMatchObject({ walk: null, entries: before.length + 1, unreadable: 0 });
  });

  it("reads new entries with one call, and says as of when", async () => {
    await shop.copyLedger();
    await shop.supplier.control.topUp({ amount: 50 });
    const before = await shop.countAsked();
    expect(await shop.copyLedger()).toMatchObject({ added: 1 });
    expect(await shop.asked(before)).toEqual(["GET /wallet/transactions"]);
    const view = await findLedgerCopy(shop.app.db, place, plan(5000));
    expect(view).toMatchObject({ callsADay: 500, daysLeft: null, pace: null, reachedAt: null });
    expect(view?.asOf?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it("takes what is booked while the first copy goes on", async () => {
    await shop.supplier.control.addLedgerEntries({ count: 60 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const ctx = await shop.context();
    let booked = 0;
    await walk(ctx, async () => {
      if (booked < 3) await shop.supplier.control.topUp({ amount: 100 + booked });
      booked += 1;
    });
    expect(await kept()).toEqual(await shown());
  });

  it("tells while the first copy goes on how far it is, and how long it takes", async () => {
    await buyOne();
    await shop.supplier.control.addLedgerEntries({ count: 60, days: 60 });
    await shop.app.db.handoff.updateMany({ data: { createdAt: new Date(Date.now() - 40 * 24 * 3_600_000) } });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const ctx = await shop.context();
    let position: Position | null = null;
    const look = () => findLedgerCopy(shop.app.db, place, plan(50));
    const tenDaysAgo = Date.now() - 10 * 24 * 3_600_000;
    do position = (await shop.step(ctx, position)).next;
    while (position !== null && ((await look())?.reachedAt?.getTime() ?? 0) > tenDaysAgo);
    const view = await look();
    expect(view).toMatchObject({ asOf: null, callsADay: 5 });
    expect(view?.reachedAt?.getTime()).toBeLessThan(tenDaysAgo);
    expect(view?.daysLeft).toBeGreaterThan(0);
    const stepped = (view?.entries ?? 0) / 7;
    expect(view?.pace?.entriesADay).toBeCloseTo((5 * (view?.entries ?? 0)) / Math.ceil(stepped), 5);
  });

  it("tells past the first order here how fast it goes on to the beginning", async () => {
    await shop.supplier.control.addLedgerEntries({ count: 60, days: 60 });
    await shop.app.db.handoff.updateMany({ data: { createdAt: new Date() } });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const ctx = await shop.context();
    let position: Position | null = null;
    for (let page = 0; page < 4; page += 1) position = (await shop.step(ctx, position)).next;
    const view = await findLedgerCopy(shop.app.db, place, plan(50));
    expect(view).toMatchObject({ asOf: null, daysLeft: 0, entries: 28, pace: { entriesADay: 35 } });
    const copy = await shop.copy();
    const coveredMs = (copy?.walkHeadAt?.getTime() ?? 0) - (copy?.walkReached?.getTime() ?? 0);
    expect(coveredMs).toBeGreaterThan(0);
    expect(view?.pace?.daysADay).toBeCloseTo((coveredMs * 5) / 4 / (24 * 3_600_000), 5);
  });

  it("reads the wallet first where nobody has for thirty days, and goes on where that fails", async () => {
    const { db } = shop.app;
    const ctx = await shop.context();
    /** A walk, and how often it asked for the wallet. */
    const walkAnew = async () => {
      await shop.letRest();
      const since = await shop.countAsked();
      await walk(ctx);
      return (await shop.asked(since)).filter((call) => call === "GET /wallet").length;
    };
    await db.walletReading.deleteMany();
    await shop.supplier.control.armFault({ kind: "error", when: "before", path: "/wallet", times: 9 });
    expect(await walkAnew()).toBeGreaterThan(0);
    expect(await shop.copy()).toMatchObject({ walk: null, copiedAt: expect.any(Date), balanceAt: null });
    await shop.supplier.control.clearFaults();
    expect(await walkAnew()).toBe(1);
    expect(await shop.copy()).toMatchObject({ balancePkr: expect.any(Number), balanceAt: expect.any(Date) });
    expect(await walkAnew()).toBe(0);
    const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
    await db.walletReading.updateMany({ data: { readAt: longAgo } });
    await db.ledgerCopy.updateMany({ data: { balanceAt: longAgo } });
    expect(await walkAnew()).toBe(1);
    const { balanceAt } = (await shop.copy()) ?? {};
    expect(balanceAt?.getTime()).toBeGreaterThan(longAgo.getTime());
  });

  it("counts every call it makes, and makes none where another shop has just taken a page", async () => {
    const other = await shop.addShop(`calls-${Date.now()}.myshopify.com`);
    const ctx = await shop.context();
    await shop.app.db.walletReading.deleteMany();
    await shop.supplier.control.armFault({ kind: "error", when: "before", path: "/wallet", times: 9 });
    const countOf = async (by: ShopContext) => {
      const since = await shop.countAsked();
      const { calls } = await shop.step(by, null);
      const asked = (await shop.asked(since)).filter((call) => call.startsWith("GET /wallet"));
      return { calls, asked };
    };
    const first = await countOf(ctx);
    expect(first.asked.filter((call) => call === "GET /wallet").length).toBeGreaterThan(1);
    expect(first.calls).toBe(first.asked.length);
    expect(await countOf(other)).toEqual({ calls: 0, asked: [] });
  });

  it.each(["R1", "R2"])("goes on where it stood when its process dies at %s", async (point) => {
    await shop.supplier.control.addLedgerEntries({ count: 30 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    armFailpoints(`${point}:throw`);
    await shop.copyLedger();
    expect(await kept()).toEqual(await shown());
  });

  it("is whole in one run, also after two thousand pages", async () => {
    await shop.copyLedger();
    await shop.forget();
    await shop.supplier.control.addLedgerEntries({ count: 40 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    await shop.app.db.schedule.updateMany({
      where: { shopId: shop.shopId, kind: "ledger" },
      data: {
        progress: { position: null, tally: {}, steps: 2500, watermark: null },
        startedAt: new Date(),
      },
    });
    await shop.copyLedger();
    expect(await shop.copy()).toMatchObject({ walk: null });
    expect(await kept()).toEqual(await shown());
  });

  it("is the same when shops and processes of one account copy it at once", async () => {
    const other = await shop.addShop(`other-${Date.now()}.myshopify.com`);
    await shop.supplier.control.addLedgerEntries({ count: 100 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const ctx = await shop.context();
    const before = await shop.countAsked();
    const pages = await Promise.all([walk(ctx), walk(other), walk(ctx), walk(other)]);
    const reads = (await shop.asked(before)).filter((call) => call === "GET /wallet/transactions");
    const all = await shown();
    expect(await kept()).toEqual(all);
    expect(await shop.copy()).toMatchObject({ walk: null, entries: all.length });
    // Who loses a page leaves the walk to who took it; the look at what is new adds one.
    expect(Math.min(...pages)).toBeLessThan(4);
    expect(reads.length).toBeLessThan(all.length / 7 + 10);
  });

  it("is taken up by another shop where the first one stopped", async () => {
    const other = await shop.addShop(`heir-${Date.now()}.myshopify.com`);
    await shop.supplier.control.addLedgerEntries({ count: 40 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const first = await shop.step(await shop.context(), null);
    expect((await shop.step(other, null)).calls).toBe(0);
    await shop.letRest();
    await walk(other);
    // Whoever comes back finds the walk over, and begins none of its own at once.
    expect((await shop.step(await shop.context(), first.next)).next).toBeNull();
    expect(await kept()).toEqual(await shown());
  });

  it("begins again where the service does not take its cursor any more", async () => {
    await shop.supplier.control.addLedgerEntries({ count: 30 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const ctx = await shop.context();
    const { next } = await shop.step(ctx, null);
    await shop.app.db.ledgerCopy.updateMany({ data: { walkCursor: "old" } });
    const refused = await shop.step(ctx, next);
    expect(refused).toMatchObject({ next: null, tally: { restarted: 1 } });
    await shop.letRest();
    await walk(ctx);
    expect(await kept()).toEqual(await shown());
  });

  it("rests until tomorrow when its share of the day is used up, and goes on then", async () => {
    await shop.supplier.control.addLedgerEntries({ count: 40 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const where = { shopId: shop.shopId, mode: "live" as const };
    await shop.ask("ledger");
    await shop.sweepWork("ledger");
    await shop.forget();
    const today = new Date(new Date().toISOString().slice(0, 10));
    await shop.app.db.schedule.updateMany({
      where: { shopId: shop.shopId, kind: "ledger" },
      data: { calls: 29_998, callsDay: today },
    });
    await shop.ask("ledger");
    await shop.sweepWork("ledger");
    const resting = await shop.row("ledger");
    expect(resting).toMatchObject({ lastError: "share_of_quota_used" });
    expect(resting?.nextRunAt.getTime()).toBeGreaterThan(today.getTime() + 24 * 3_600_000 - 1);
    expect(await shop.copy()).toMatchObject({ walk: "first", walkPages: 2 });
    await shop.app.db.schedule.updateMany({ where: { ...where, kind: "ledger" }, data: { calls: 0 } });
    await shop.copyLedger();
    expect(await kept()).toEqual(await shown());
  });

  it("counts an entry it cannot read, keeps the rest, and takes it once it is readable", async () => {
    await buyOne();
    const [first] = await shop.shown();
    await shop.supplier.control.setLedgerEntry({ id: first?.id ?? "", shown: "garbled" });
    await shop.copyLedger();
    expect(await shop.copy()).toMatchObject({ unreadable: 1 });
    expect(await kept()).toEqual(await shown());
    await shop.supplier.control.setLedgerEntry({ id: first?.id ?? "", shown: "whole" });
    await shop.forgetNight();
    await shop.copyLedger();
    expect(await shop.copy()).toMatchObject({ unreadable: 0 });
    expect(await kept()).toEqual(await shown());
  });
});

describe("the nightly look at thirty days", () => {
  it("finds an entry that is gone, and one that came back", async () => {
    await buyOne();
    const [first] = await shop.shown();
    const id = first?.id ?? "";
    await shop.copyLedger();
    await shop.supplier.control.setLedgerEntry({ id, shown: "hidden" });
    await shop.copyLedger();
    const find = async () => (await shop.rows()).find(({ entryId }) => entryId === id);
    expect(await find()).toMatchObject({ missingSince: null });
    await shop.forgetNight();
    expect(await shop.copyLedger()).toMatchObject({ missing: 1 });
    expect((await find())?.missingSince).toBeInstanceOf(Date);
    await shop.supplier.control.setLedgerEntry({ id, shown: "whole" });
    await shop.forgetNight();
    await shop.copyLedger();
    expect(await find()).toMatchObject({ missingSince: null });
  });

  it("calls nothing missing that is older, has no date, or may be the entry it could not read", async () => {
    await shop.supplier.control.addLedgerEntries({ count: 20, days: 100 });
    await shop.copyLedger();
    const rows = await shop.rows();
    const [newest, oldest] = [rows.at(0), rows.at(-1)];
    await shop.supplier.control.setLedgerEntry({ id: oldest?.entryId ?? "", shown: "hidden" });
    await shop.forgetNight();
    expect(await shop.copyLedger()).toMatchObject({ missing: 0 });
    await shop.supplier.control.setLedgerEntry({ id: newest?.entryId ?? "", shown: "garbled" });
    await shop.forgetNight();
    expect(await shop.copyLedger()).toMatchObject({ missing: 0, unreadable: 1 });
    await shop.supplier.control.setLedgerEntry({ id: newest?.entryId ?? "", shown: "hidden" });
    await shop.app.db.ledgerEntry.updateMany({ data: { isDated: false } });
    await shop.forgetNight();
    expect(await shop.copyLedger()).toMatchObject({ missing: 0 });
    await shop.supplier.control.setLedgerEntry({ id: newest?.entryId ?? "", shown: "whole" });
  });

  it("takes what changed, and what was booked late", async () => {
    await shop.supplier.control.withdraw({ amount: 900 });
    await buyOne();
    const entries = await shop.shown();
    const late = entries[1]?.id ?? "";
    await shop.supplier.control.setLedgerEntry({ id: late, shown: "hidden" });
    await shop.copyLedger();
    await shop.supplier.control.setLedgerEntry({ id: late, shown: "whole" });
    await shop.supplier.control.settleWithdrawals({});
    await shop.forgetNight();
    await shop.copyLedger();
    expect(await kept()).toEqual(await shown());
  });
});

describe("whose order an entry names", () => {
  it.each(["full", "id_only", "external_only"] as const)(
    "is known where the service names it %s",
    async (ledgerOrder) => {
      await shop.supplier.control.setUndefined({ ledgerOrder });
      const one = await buyOne();
      const two = await shop.buy({ lines: [shop.line("cooker", 1600), shop.line("earbuds", 3000)] });
      expect(shop.parcels(two)).toHaveLength(2);
      await shop.copyLedger();
      const rows = await shop.rows();
      const ofOne = rows.filter(({ ownerOrderId }) => ownerOrderId === one.id);
      expect(ofOne.map(({ ownerParcelId }) => ownerParcelId)).toEqual([shop.parcels(one)[0]?.id]);
      const ofTwo = rows.filter(({ ownerOrderId }) => ownerOrderId === two.id);
      expect(ofTwo).toHaveLength(2);
      const parcels = ledgerOrder === "external_only" ? [null, null] : shop.parcels(two).map(({ id }) => id);
      expect(ofTwo.map(({ ownerParcelId }) => ownerParcelId).toSorted()).toEqual(parcels.toSorted());
      expect(ofTwo.every(({ ownerShopId }) => ownerShopId === shop.shopId)).toBe(true);
      const others = rows.filter(({ type }) => type === "TOP_UP" || type === "DEPOSIT");
      expect(others.every(({ ownerShopId }) => ownerShopId === null)).toBe(true);
    },
  );

  it("is found once the order is known, and forgotten where the entry names another", async () => {
    const one = await buyOne();
    const other = await buyOne();
    const [parcel] = shop.parcels(one);
    const where = { shopId: shop.shopId, id: parcel?.id ?? "" };
    await shop.app.db.parcel.update({
      where: { shopId_id: where },
      data: { supplierOrderId: asId("not_yet") },
    });
    await shop.app.db.handoff.updateMany({
      where: { orderId: one.id },
      data: { externalOrderId: asId("not-yet") },
    });
    await shop.copyLedger();
    const find = async () =>
      (await shop.rows()).find(({ supplierOrderId }) => supplierOrderId === parcel?.supplierOrderId);
    expect(await find()).toMatchObject({ ownerOrderId: null, rawEnc: null });
    const data = { supplierOrderId: parcel?.supplierOrderId };
    await shop.app.db.parcel.update({ where: { shopId_id: where }, data });
    await shop.copyLedger();
    const found = await find();
    expect(found).toMatchObject({ ownerOrderId: one.id, ownerParcelId: parcel?.id });
    const orderId = shop.parcels(other)[0]?.supplierOrderId ?? "";
    await shop.supplier.control.setLedgerEntry({ id: found?.entryId ?? "", orderId });
    await shop.forgetNight();
    await shop.copyLedger();
    const moved = (await shop.rows()).find(({ entryId }) => entryId === found?.entryId);
    expect(moved).toMatchObject({ ownerOrderId: other.id, supplierOrderId: orderId });
  });

  it("keeps what was received sealed to its row, also when it is read again", async () => {
    await buyOne();
    await shop.copyLedger();
    await shop.forgetNight();
    await shop.copyLedger();
    const rows = (await shop.rows()).filter(({ rawEnc }) => rawEnc !== null);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id, entryId, rawEnc } of rows) {
      const raw: unknown = JSON.parse(
        shop.app.crypto.openText(rawEnc ?? new Uint8Array(), ledgerRawPlace(id)),
      );
      expect(raw).toMatchObject({ id: entryId });
    }
  });
});

describe("what is erased", () => {
  it("of an order are the words of its entries, for good; their sums stay", async () => {
    const row = await buyOne();
    await shop.copyLedger();
    const find = async () => (await shop.rows()).filter(({ ownerOrderId }) => ownerOrderId === row.id);
    expect(await find()).toMatchObject([{ rawEnc: expect.anything(), amountPkr: -350 }]);
    const ctx = await shop.context();
    const erased = await shop.app.db.$transaction((tx) => eraseOrder(ctx, tx, row));
    expect(erased).toMatchObject({ ledger_entry: 1 });
    await shop.forgetNight();
    await shop.copyLedger();
    expect(await find()).toMatchObject([{ rawEnc: null, amountPkr: -350 }]);
  });

  it("of a shop is whose orders they were; with the last shop of an account its whole copy goes", async () => {
    const { db } = shop.app;
    const other = await shop.addShop(`last-${Date.now()}.myshopify.com`);
    await buyOne();
    await shop.copyLedger();
    const owned = () => db.ledgerEntry.count({ where: { ownerShopId: { not: null } } });
    const all = await db.ledgerEntry.count();
    expect(await owned()).toBeGreaterThan(0);
    await eraseShop(await shop.context());
    expect(await owned()).toBe(0);
    expect(await db.ledgerEntry.count()).toBe(all);
    await shop.forgetNight();
    await shop.letRest();
    await walk(other);
    expect(await owned()).toBe(0);
    expect(
      await db.ledgerEntry.count({ where: { rawEnc: { not: null }, externalOrderId: { not: null } } }),
    ).toBe(0);
    await db.supplierConnection.deleteMany({ where: { shopId: { not: other.shop.id } } });
    await eraseShop(other);
    expect([await db.ledgerEntry.count(), await db.ledgerCopy.count()]).toEqual([0, 0]);
  });
});
