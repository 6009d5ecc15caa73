import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { Position } from "#app/domain/sweeps/sweep-run.ts";
import { findLowReserve } from "#app/domain/wallet-page/find-reserve.server.ts";
import { getWalletPage } from "#app/domain/wallet-page/get-wallet-page.server.ts";
import { refreshLedger } from "#app/domain/wallet-page/refresh-ledger.server.ts";
import { asId } from "#test/support/as-id.ts";
import { ledger, startWalletPageShop, type WalletPageShop } from "./wallet-page-shop.ts";

let shop: WalletPageShop;

beforeAll(async () => {
  shop = await startWalletPageShop();
});
beforeEach(() => shop.forget());
afterEach(() => shop.supplier.control.clearFaults());
afterAll(() => shop.close());

const DAY_MS = 24 * 3_600_000;

async function deliver(row: Awaited<ReturnType<typeof shop.buyOne>>): Promise<void> {
  for (const { id } of await shop.atService(row)) {
    for (const status of ["SHIPPED", "DELIVERED"] as const)
      await shop.supplier.control.moveParcel({ id, status });
  }
  await shop.untilState(row.orderGid, "delivered");
}

describe("the wallet's figures", () => {
  it("are the supplier's, and open to the orders behind them", async () => {
    const [open1, delivered] = [await shop.buyOne(), await shop.buyOne()];
    await deliver(delivered);
    await shop.copyLedger();
    const page = await shop.open();
    expect(page.failure).toBeNull();
    const pending = await shop.open({ ...ledger, view: "pending" });
    expect(pending.parcels).toMatchObject([{ orderId: delivered.id, name: delivered.name, amountPkr: 540 }]);
    expect(pending.pending).toEqual({ parcels: 1, sumPkr: page.reading?.pendingPkr, unknown: 0 });
    const held = await shop.open({ ...ledger, view: "held" });
    expect(held.parcels.map(({ orderId }) => orderId)).toContain(open1.id);
    expect(held.held.sumPkr).toBe(page.reading?.heldReservePkr);
    expect(page.reading?.heldPkr).toBe(
      (page.reading?.heldReservePkr ?? 0) + (page.reading?.heldDepositPkr ?? 0),
    );
  });

  it("leave out what another account holds and pays, where the shop was connected to it before", async () => {
    const rows = [await shop.buyOne(), await shop.buyOne()];
    for (const row of rows.slice(1)) await deliver(row);
    const where = { orderId: { in: rows.map(({ id }) => id) } };
    const count = async () => {
      const { pending, held } = await shop.open();
      return [pending.parcels, held.parcels];
    };
    const [pending, held] = await count();
    await shop.app.db.handoff.updateMany({ where, data: { accountId: asId("rsl_other") } });
    expect(await count()).toEqual([Number(pending) - 1, Number(held) - 1]);
    const { accountId } = await shop.wallet();
    await shop.app.db.handoff.updateMany({ where, data: { accountId } });
  });

  it("say how many more COD orders fit, by what orders of the last days hold", async () => {
    await shop.buyOne();
    await shop.copyLedger();
    const { reading, reserve, balance } = await shop.open();
    expect(reserve).toMatchObject({
      reservePkr: 350,
      orders: Math.floor((reading?.availablePkr ?? 0) / 350),
    });
    expect(balance?.at(-1)?.balancePkr).toBe(reading?.availablePkr);
    expect(balance).toHaveLength(30);
  });

  it("keep the balance of the days before, whatever the ledger does not show yet", async () => {
    await shop.copyLedger();
    const { balance: before } = await shop.open();
    await shop.buyOne();
    await shop.app.db.walletReading.updateMany({ data: { askedAt: new Date(0) } });
    const { reading, balance } = await shop.open();
    expect(balance?.slice(0, -1)).toEqual(before?.slice(0, -1));
    expect(balance?.at(-1)?.balancePkr).toBe(reading?.availablePkr);
    expect(reading?.availablePkr).toBe(Number(before?.at(-1)?.balancePkr) - 350);
  });

  it("have no past days from a first copy that began again, until it has come down to the known balance", async () => {
    await shop.supplier.control.addLedgerEntries({ count: 60, days: 60 });
    await shop.supplier.control.setUndefined({ ledgerPage: 7 });
    const { db } = shop.app;
    const ctx = await shop.context();
    const reached = async () => (await shop.copy())?.walkReached?.getTime() ?? Number.POSITIVE_INFINITY;
    let position: Position | null = null;
    const walkTo = async (at: number) => {
      while ((await reached()) > at) position = (await shop.step(ctx, position)).next;
    };
    await shop.open();
    await walkTo(Date.now() - 4 * DAY_MS);
    const known = { availablePkr: rupees(5000), readAt: new Date((await reached()) - 2 * DAY_MS) };
    await db.walletReading.updateMany({ data: known });
    await db.ledgerCopy.updateMany({
      data: { balancePkr: known.availablePkr, balanceAt: known.readAt, walkCursor: "old" },
    });
    expect(await shop.step(ctx, position)).toMatchObject({ tally: { restarted: 1 } });
    await shop.letRest();
    position = null;
    await walkTo(Date.now() - 4 * DAY_MS);
    expect((await shop.open()).balance).toBeNull();
    await walkTo(known.readAt.getTime());
    const some = (await shop.open()).balance ?? [];
    await walkTo(Date.now() - 40 * DAY_MS);
    const whole = (await shop.open()).balance ?? [];
    const drawn = some.flatMap(({ balancePkr }, at) => (balancePkr === null ? [] : [at]));
    expect(drawn.length).toBeGreaterThan(5);
    for (const at of drawn) expect(some[at]).toEqual(whole[at]);
    await shop.supplier.control.setUndefined({ ledgerPage: 100 });
    await shop.supplier.control.addLedgerEntries({ count: 0 });
  });

  it("have no past days that an entry without a date may be of", async () => {
    await shop.supplier.control.topUp({ amount: 500 });
    const [id = ""] = (await shop.shown()).map((entry) => entry.id);
    await shop.supplier.control.setLedgerEntry({ id, shown: "undated" });
    await shop.open();
    await shop.copyLedger();
    expect((await shop.open()).balance).toBeNull();
    await shop.app.db.walletReading.updateMany({ data: { askedAt: new Date(0) } });
    await shop.open();
    await shop.copyLedger();
    await shop.app.db.ledgerEntry.updateMany({
      where: { isDated: false },
      data: { bookedAt: new Date(Date.now() - 5 * DAY_MS) },
    });
    const { balance } = await shop.open();
    const isKnown = balance?.map(({ balancePkr }) => balancePkr !== null);
    expect(isKnown).toEqual([...Array(24).fill(false), ...Array(6).fill(true)]);
    await shop.supplier.control.setLedgerEntry({ id, shown: "whole" });
  });

  it("are said on Home, which asks nobody, once orders are about to wait", async () => {
    await shop.buyOne();
    await shop.copyLedger();
    await shop.open();
    expect(await findLowReserve(await shop.context())).toBeNull();
    await shop.app.db.walletReading.updateMany({ data: { availablePkr: rupees(349) } });
    const before = await shop.countAsked();
    expect(await findLowReserve(await shop.context())).toMatchObject({ orders: 0, emptyInDays: 0 });
    expect(await shop.asked(before)).toEqual([]);
    await shop.app.db.walletReading.updateMany({
      data: { readAt: new Date(Date.now() - 2 * 24 * 3_600_000) },
    });
    expect(await findLowReserve(await shop.context())).toBeNull();
  });

  it("stay as last read while the supplier cannot be reached, with why", async () => {
    const before = (await shop.open()).reading;
    await shop.app.db.walletReading.updateMany({ data: { askedAt: new Date(0) } });
    await shop.supplier.control.armFault({
      kind: "error",
      when: "before",
      method: "GET",
      path: "/wallet",
      times: 20,
    });
    const page = await shop.open();
    expect(page.reading).toEqual(before);
    expect(page.failure).not.toBeNull();
    await shop.app.db.walletReading.deleteMany();
    const never = await shop.open();
    expect(never).toMatchObject({ reading: null, reserve: null, balance: null });
    expect(never.failure).not.toBeNull();
  });

  it("are none where nothing is connected", async () => {
    const other = await shop.app.db.shop.create({ data: { domain: `alone-${Date.now()}.myshopify.com` } });
    const ctx = await createShopContext(shop.app, other.id, "page");
    expect(await getWalletPage(ctx, ledger)).toBeNull();
    expect(await refreshLedger(ctx)).toBe("not_connected");
  });
});
