import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { Position } from "#app/domain/sweeps/sweep-run.ts";
import { exportLedger } from "#app/domain/wallet-page/export-ledger.server.ts";
import { findLowReserve } from "#app/domain/wallet-page/find-reserve.server.ts";
import { getWalletPage } from "#app/domain/wallet-page/get-wallet-page.server.ts";
import type { LedgerFilter, WalletQuery } from "#app/domain/wallet-page/ledger-filter.ts";
import { behindQueries, sumQuery } from "#app/domain/wallet-page/list-behind.server.ts";
import { ledgerQuery, listLedger } from "#app/domain/wallet-page/list-ledger.server.ts";
import { refreshLedger } from "#app/domain/wallet-page/refresh-ledger.server.ts";
import { walletOf } from "#app/domain/wallet-page/shop-wallet.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { asId } from "#test/support/as-id.ts";
import { accountKey, type LedgerShop, startLedgerShop } from "./ledger-harness.ts";

let shop: LedgerShop;

beforeAll(async () => {
  shop = await startLedgerShop({ products: ["cooker", "earbuds"] });
});
beforeEach(async () => {
  await shop.forget();
  await shop.forgetLimits();
  await shop.app.db.walletReading.deleteMany();
});
afterEach(() => shop.supplier.control.clearFaults());
afterAll(() => shop.close());

const DAY_MS = 24 * 3_600_000;
const all: LedgerFilter = { type: "", status: "", from: null, to: null, order: "" };
const ledger: WalletQuery = { view: "ledger", filter: all, after: null };

const buyOne = () => shop.buy({ lines: [shop.line("cooker", 1600)] });

async function deliver(row: Awaited<ReturnType<typeof buyOne>>): Promise<void> {
  for (const { id } of await shop.atService(row)) {
    for (const status of ["SHIPPED", "DELIVERED"] as const)
      await shop.supplier.control.moveParcel({ id, status });
  }
  await shop.untilState(row.orderGid, "delivered");
}

async function open(query: WalletQuery = ledger) {
  const page = await getWalletPage(await shop.context(), query);
  if (page === null) throw new Error("The shop is connected");
  return page;
}

async function wallet() {
  const found = walletOf(await shop.context());
  if (!found) throw new Error("The shop is connected");
  return found;
}

/** An order at the service that another shop of the account has placed. */
async function sellElsewhere(): Promise<string> {
  const client = (await shop.context()).supplier;
  const body = JSON.stringify({
    ...{ externalOrderId: `elsewhere-${randomUUID()}`, externalOrderName: "#Zqother", paymentMode: "COD" },
    customer: { name: "Zq Other", phone: "+923331234567", address: "Street 1", city: "Lahore" },
    items: [{ variantId: "prd_cooker", quantity: 1, resalePrice: 1600 }],
    shippingCharged: 200,
  });
  const order = await client?.createOrder({ bodyBytes: body, idempotencyKey: randomUUID() });
  return order?.id ?? "";
}

describe("the wallet's figures", () => {
  it("are the supplier's, and open to the orders behind them", async () => {
    const [open1, delivered] = [await buyOne(), await buyOne()];
    await deliver(delivered);
    await shop.copyLedger();
    const page = await open();
    expect(page.failure).toBeNull();
    const pending = await open({ ...ledger, view: "pending" });
    expect(pending.parcels).toMatchObject([{ orderId: delivered.id, name: delivered.name, amountPkr: 540 }]);
    expect(pending.pending).toEqual({ parcels: 1, sumPkr: page.reading?.pendingPkr, unknown: 0 });
    const held = await open({ ...ledger, view: "held" });
    expect(held.parcels.map(({ orderId }) => orderId)).toContain(open1.id);
    expect(held.held.sumPkr).toBe(page.reading?.heldReservePkr);
    expect(page.reading?.heldPkr).toBe(
      (page.reading?.heldReservePkr ?? 0) + (page.reading?.heldDepositPkr ?? 0),
    );
  });

  it("leave out what another account holds and pays, where the shop was connected to it before", async () => {
    const rows = [await buyOne(), await buyOne()];
    for (const row of rows.slice(1)) await deliver(row);
    const where = { orderId: { in: rows.map(({ id }) => id) } };
    const count = async () => {
      const { pending, held } = await open();
      return [pending.parcels, held.parcels];
    };
    const [pending, held] = await count();
    await shop.app.db.handoff.updateMany({ where, data: { accountId: asId("rsl_other") } });
    expect(await count()).toEqual([Number(pending) - 1, Number(held) - 1]);
    const { accountId } = await wallet();
    await shop.app.db.handoff.updateMany({ where, data: { accountId } });
  });

  it("say how many more COD orders fit, by what orders of the last days hold", async () => {
    await buyOne();
    await shop.copyLedger();
    const { reading, reserve, balance } = await open();
    expect(reserve).toMatchObject({
      reservePkr: 350,
      orders: Math.floor((reading?.availablePkr ?? 0) / 350),
    });
    expect(balance?.at(-1)?.balancePkr).toBe(reading?.availablePkr);
    expect(balance).toHaveLength(30);
  });

  it("keep the balance of the days before, whatever the ledger does not show yet", async () => {
    await shop.copyLedger();
    const { balance: before } = await open();
    await buyOne();
    await shop.app.db.walletReading.updateMany({ data: { askedAt: new Date(0) } });
    const { reading, balance } = await open();
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
    await open();
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
    expect((await open()).balance).toBeNull();
    await walkTo(known.readAt.getTime());
    const some = (await open()).balance ?? [];
    await walkTo(Date.now() - 40 * DAY_MS);
    const whole = (await open()).balance ?? [];
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
    await open();
    await shop.copyLedger();
    expect((await open()).balance).toBeNull();
    await shop.app.db.walletReading.updateMany({ data: { askedAt: new Date(0) } });
    await open();
    await shop.copyLedger();
    await shop.app.db.ledgerEntry.updateMany({
      where: { isDated: false },
      data: { bookedAt: new Date(Date.now() - 5 * DAY_MS) },
    });
    const { balance } = await open();
    const isKnown = balance?.map(({ balancePkr }) => balancePkr !== null);
    expect(isKnown).toEqual([...Array(24).fill(false), ...Array(6).fill(true)]);
    await shop.supplier.control.setLedgerEntry({ id, shown: "whole" });
  });

  it("are said on Home, which asks nobody, once orders are about to wait", async () => {
    await buyOne();
    await shop.copyLedger();
    await open();
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
    const before = (await open()).reading;
    await shop.app.db.walletReading.updateMany({ data: { askedAt: new Date(0) } });
    await shop.supplier.control.armFault({
      kind: "error",
      when: "before",
      method: "GET",
      path: "/wallet",
      times: 20,
    });
    const page = await open();
    expect(page.reading).toEqual(before);
    expect(page.failure).not.toBeNull();
    await shop.app.db.walletReading.deleteMany();
    const never = await open();
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

describe("the ledger of a shop", () => {
  it("shows its orders' entries and the account's movements, and of other sales a sum alone", async () => {
    const row = await buyOne();
    const before = await open();
    const elsewhere = await sellElsewhere();
    await shop.copyLedger();
    const page = await open();
    const named = page.lines.filter(({ order }) => order !== null);
    expect(named.find(({ order }) => order?.id === row.id)).toMatchObject({
      amountPkr: -350,
      order: { name: row.name },
      description: null,
    });
    expect(page.lines.some(({ order, description }) => order === null && description === "Top-up")).toBe(
      true,
    );
    expect(page.others).toMatchObject({ entries: 1 + (before.others?.entries ?? 0) });
    expect(page.others?.sumPkr).toBeLessThan(0);
    const shown = JSON.stringify(page);
    for (const word of [elsewhere, "elsewhere-", "Zqother", "Zq Other"]) expect(shown).not.toContain(word);
  });

  it("never shows one shop what another shop of its account sold", async () => {
    const row = await buyOne();
    await shop.copyLedger();
    const other = await shop.addShop(`second-${Date.now()}.myshopify.com`);
    const page = await getWalletPage(other, ledger);
    expect(page?.lines.every(({ order }) => order === null)).toBe(true);
    expect(page?.lines.map(({ type }) => type)).not.toContain("RESERVE_HELD");
    expect(page?.lines.filter(({ description }) => description !== null)).toEqual([]);
    expect(await readAll(other, { ...all, type: "RESERVE_HELD" })).not.toContain("RESERVE_HELD");
    expect(page?.others?.entries).toBeGreaterThan(0);
    expect(page).toMatchObject({ pending: { parcels: 0 }, held: { parcels: 0 } });
    const shown = JSON.stringify([page, await readAll(other, all)]);
    const [parcel] = shop.parcels(row);
    for (const word of [
      row.id,
      row.name,
      parcel?.supplierOrderId,
      parcel?.id,
      row.handoffs[0]?.externalOrderId,
    ])
      expect(shown).not.toContain(word);
    const byName = await getWalletPage(other, { ...ledger, filter: { ...all, order: row.name } });
    expect(byName?.lines).toEqual([]);
  });

  it("shows nobody else's sale as a movement of the account where entries name orders by their number", async () => {
    await shop.supplier.control.setUndefined({ ledgerOrder: "number_only" });
    const row = await buyOne();
    await shop.copyLedger();
    await shop.supplier.control.setUndefined({ ledgerOrder: "full" });
    const other = await shop.addShop(`third-${Date.now()}.myshopify.com`);
    for (const ctx of [other, await shop.context()]) {
      const page = await getWalletPage(ctx, ledger);
      expect(page?.lines.map(({ type }) => type)).not.toContain("RESERVE_HELD");
      expect(page?.others?.entries).toBeGreaterThan(0);
      const [parcel] = shop.parcels(row);
      expect(JSON.stringify([page, await readAll(ctx, all)])).not.toContain(parcel?.orderNumber ?? row.id);
    }
  });

  it("shows nothing of the account that came after its key was refused", async () => {
    await shop.supplier.control.withdraw({ amount: 500 });
    await shop.copyLedger();
    const { db } = shop.app;
    const where = { shopId: shop.shopId };
    const refused = { pausedAt: new Date(), health: "invalid_key" };
    await db.ledgerEntry.updateMany({ data: { firstSeenAt: new Date(Date.now() - 60_000) } });
    const before = await open();
    await db.supplierConnection.updateMany({ where, data: refused });
    expect((await open()).lines).toMatchObject(before.lines.map(({ id }) => ({ id })));
    expect((await open()).others).toEqual({ ...before.others, since: expect.any(Date) });
    await db.ledgerEntry.updateMany({ data: { firstSeenAt: new Date(Date.now() + 60_000) } });
    await db.walletReading.updateMany({ data: { readAt: new Date(Date.now() + 60_000) } });
    const after = await open();
    expect(after.lines.filter(({ order }) => order === null)).toEqual([]);
    expect(after).toMatchObject({ reading: null, failure: "invalid_key", others: { entries: 0 } });
    expect(await findLowReserve(await shop.context())).toBeNull();
    await db.supplierConnection.updateMany({ where, data: { pausedAt: null, health: "ok" } });
  });

  it("draws no day that came after its key was refused, whoever of the account copies on", async () => {
    await open();
    await shop.copyLedger();
    const { db } = shop.app;
    const where = { shopId: shop.shopId };
    const pausedAt = new Date(Date.now() - 3 * DAY_MS);
    await db.walletReading.updateMany({ data: { readAt: pausedAt } });
    await db.ledgerCopy.updateMany({ data: { balanceAt: pausedAt } });
    await db.supplierConnection.updateMany({ where, data: { pausedAt, health: "invalid_key" } });
    const { reading, balance } = await open();
    expect(balance?.slice(0, -3).every(({ balancePkr }) => balancePkr !== null)).toBe(true);
    expect(balance?.at(-4)?.balancePkr).toBe(reading?.availablePkr);
    expect(balance?.slice(-3).map(({ balancePkr }) => balancePkr)).toEqual([null, null, null]);
    await db.ledgerCopy.updateMany({ data: { balanceAt: new Date() } });
    expect((await open()).balance).toBeNull();
    await db.supplierConnection.updateMany({ where, data: { pausedAt: null, health: "ok" } });
  });

  it("is filtered by type, status, days and an order's number", async () => {
    const row = await buyOne();
    await shop.supplier.control.withdraw({ amount: 700 });
    await shop.copyLedger();
    const page = await open();
    expect(page.types).toEqual(expect.arrayContaining(["RESERVE_HELD", "WITHDRAWAL"]));
    expect(page.statuses).toEqual(expect.arrayContaining(["completed", "pending"]));
    const find = async (filter: Partial<LedgerFilter>) =>
      (await open({ ...ledger, filter: { ...all, ...filter } })).lines;
    expect((await find({ type: "WITHDRAWAL" })).map(({ type }) => type)).toContain("WITHDRAWAL");
    expect(new Set((await find({ type: "RESERVE_HELD" })).map(({ type }) => type))).toEqual(
      new Set(["RESERVE_HELD"]),
    );
    expect(new Set((await find({ status: "pending" })).map(({ status }) => status))).toEqual(
      new Set(["pending"]),
    );
    expect((await find({ order: row.name })).map(({ order }) => order?.id)).toEqual([row.id]);
    expect(await find({ order: "#99999999" })).toEqual([]);
    expect(await find({ from: "2030-01-01" })).toEqual([]);
    expect((await find({ to: "2030-01-01" })).length).toBeGreaterThan(0);
    expect(await find({ type: "none" })).toEqual([]);
  });

  it("turns its pages without a line twice or left out, though many are of one moment", async () => {
    await shop.supplier.control.addLedgerEntries({ count: 70 });
    await shop.copyLedger();
    await shop.app.db.ledgerEntry.updateMany({
      where: { type: "TOP_UP" },
      data: { bookedAt: new Date(Date.now() - 3_600_000) },
    });
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page = await open({ ...ledger, after: next === null ? null : parsePageCursor(next) });
      seen.push(...page.lines.map(({ id }) => id));
      next = page.next;
    } while (next !== null);
    const mine = await listLedger(await shop.context(), await wallet(), {
      filter: all,
      after: null,
      limit: 1000,
    });
    expect(seen).toEqual(mine.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(70);
    await shop.supplier.control.addLedgerEntries({ count: 0 });
  });

  it("is exported as it is filtered, names nobody, and the export is told", async () => {
    const row = await buyOne();
    await sellElsewhere();
    await shop.copyLedger();
    const where = { shopId: shop.shopId, code: "ledger_exported" } as const;
    const recorded = await shop.app.db.timelineEntry.count({ where });
    const whole = await readAll(await shop.context(), all);
    expect(whole).toContain(`"${row.name}"`);
    expect(whole).toContain("Other sales of this account, the last 30 days");
    expect(whole).not.toContain("Zq");
    expect((await readAll(await shop.context(), { ...all, type: "none" })).trim().split("\n")).toHaveLength(
      1,
    );
    expect(await shop.app.db.timelineEntry.count({ where })).toBe(recorded + 2);
  });

  it("is read again on a press, and half a minute after the last look at the earliest", async () => {
    await shop.copyLedger();
    const nextInMs = async () => ((await shop.row("ledger"))?.nextRunAt.getTime() ?? 0) - Date.now();
    expect(await nextInMs()).toBeGreaterThan(300_000);
    expect(await refreshLedger(await shop.context())).toBe("soon");
    expect(await nextInMs()).toBeLessThanOrEqual(30_000);
    await shop.letRest();
    const before = await shop.countAsked();
    expect(await refreshLedger(await shop.context())).toBe("asked");
    await shop.sweepWork("ledger");
    expect(await shop.asked(before)).toContain("GET /wallet/transactions");
  });

  it("promises no time for new entries while its first copy goes on", async () => {
    await shop.copyLedger();
    const where = { accountKey, mode: "live" as const };
    const { copiedAt } = await shop.app.db.ledgerCopy.findFirstOrThrow({ where });
    await shop.app.db.ledgerCopy.updateMany({ where, data: { copiedAt: null } });
    expect(await refreshLedger(await shop.context())).toBe("copying");
    await shop.app.db.ledgerCopy.updateMany({ where, data: { copiedAt } });
  });
});

async function readAll(
  ctx: Awaited<ReturnType<LedgerShop["context"]>>,
  filter: LedgerFilter,
): Promise<string> {
  let text = "";
  for await (const lines of exportLedger(ctx, { filter, by: "Test" })) text += lines;
  return text;
}

describe("with a large ledger and many orders", () => {
  const cursor = { key: new Date(Date.now() - 40 * 24 * 3_600_000), id: randomUUID() };

  async function fill() {
    await shop.app.db.$executeRaw`
      insert into ledger_entry (account_key, mode, entry_id, amount_pkr, type, status, booked_at, seen_at,
        supplier_order_id, owner_shop_id)
      select ${accountKey}, 'live', 'many_' || n, (n % 700) - 350, 'T' || n % 9, case when n % 50 = 0 then 'pending' else 'completed' end,
        now() - n * interval '5 minutes', now(), case when n % 20 = 0 then null else 'ord_' || n end,
        case when n % 20 = 0 or n % 3 = 0 then null else ${shop.shopId}::uuid end
      from generate_series(1, 30000) as n`;
    await shop.app.db.$executeRaw`analyze ledger_entry`;
  }

  async function planOf(query: Prisma.Sql): Promise<string> {
    const rows = await shop.app.db.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
      `explain ${query.text}`,
      ...query.values,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  }

  it.each([
    ["the first page", all, null],
    ["a page far behind", all, cursor],
    ["a type", { ...all, type: "T3" }, null],
    ["a status", { ...all, status: "pending" }, cursor],
    ["some days", { ...all, from: "2026-09-01", to: "2026-09-30" }, null],
  ] as const)("reads no table whole for %s", async (_what, filter, after) => {
    await fill();
    const query = ledgerQuery(await shop.context(), await wallet(), { filter, after, limit: 26 });
    expect(await planOf(query)).not.toMatch(/Seq Scan/);
  });

  it("reads no table whole for what is behind a figure", async () => {
    const mine = await wallet();
    const queries = (["pending", "held"] as const).flatMap((figure) => [
      sumQuery(mine, figure),
      ...behindQueries(mine, { figure, after: null, limit: 26 }),
      ...behindQueries(mine, { figure, after: cursor, limit: 26 }),
    ]);
    // Of a handful of parcels the planner reads all; what matters is that an index would do.
    const plans = await shop.app.db.$transaction(async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`;
      const found: string[] = [];
      for (const query of queries) {
        const rows = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
          `explain ${query.text}`,
          ...query.values,
        );
        found.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
      }
      return found;
    });
    for (const plan of plans)
      expect(plan).toMatch(/parcel_(open|pending_payout|payout)_idx|Index.* on parcel/);
  });
});
