import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportLedger } from "#app/domain/wallet-page/export-ledger.server.ts";
import { findLowReserve } from "#app/domain/wallet-page/find-reserve.server.ts";
import { getWalletPage } from "#app/domain/wallet-page/get-wallet-page.server.ts";
import type { LedgerFilter } from "#app/domain/wallet-page/ledger-filter.ts";
import { behindQueries, sumQuery } from "#app/domain/wallet-page/list-behind.server.ts";
import { ledgerQuery, listLedger } from "#app/domain/wallet-page/list-ledger.server.ts";
import { refreshLedger } from "#app/domain/wallet-page/refresh-ledger.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { accountKey, type LedgerShop } from "./ledger-harness.ts";
import { all, ledger, startWalletPageShop, type WalletPageShop } from "./wallet-page-shop.ts";

let shop: WalletPageShop;

beforeAll(async () => {
  shop = await startWalletPageShop();
});
beforeEach(async () => {
  await shop.forget();
  const { shopId, app, supplier } = shop;
  await app.db.supplierConnection.deleteMany({ where: { shopId: { not: shopId } } });
  await app.db.supplierConnection.updateMany({ where: { shopId }, data: { pausedAt: null, health: "ok" } });
  await supplier.control.setUndefined({ ledgerOrder: "full" });
  await supplier.control.addLedgerEntries({ count: 0 });
});
afterEach(() => shop.supplier.control.clearFaults());
afterAll(() => shop.close());

const DAY_MS = 24 * 3_600_000;

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

describe("the ledger of a shop", () => {
  it("shows its orders' entries and the account's movements, and of other sales a sum alone", async () => {
    const row = await shop.buyOne();
    await shop.copyLedger();
    const before = await shop.open();
    const elsewhere = await sellElsewhere();
    await shop.copyLedger();
    const page = await shop.open();
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
    const row = await shop.buyOne();
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
    const row = await shop.buyOne();
    await shop.copyLedger();
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
    const before = await shop.open();
    await db.supplierConnection.updateMany({ where, data: refused });
    expect((await shop.open()).lines).toMatchObject(before.lines.map(({ id }) => ({ id })));
    expect((await shop.open()).others).toEqual({ ...before.others, since: expect.any(Date) });
    await db.ledgerEntry.updateMany({ data: { firstSeenAt: new Date(Date.now() + 60_000) } });
    await db.walletReading.updateMany({ data: { readAt: new Date(Date.now() + 60_000) } });
    const after = await shop.open();
    expect(after.lines.filter(({ order }) => order === null)).toEqual([]);
    expect(after).toMatchObject({ reading: null, failure: "invalid_key", others: { entries: 0 } });
    expect(await findLowReserve(await shop.context())).toBeNull();
  });

  it("draws no day that came after its key was refused, whoever of the account copies on", async () => {
    await shop.open();
    await shop.copyLedger();
    const { db } = shop.app;
    const where = { shopId: shop.shopId };
    const pausedAt = new Date(Date.now() - 3 * DAY_MS);
    await db.walletReading.updateMany({ data: { readAt: pausedAt } });
    await db.ledgerCopy.updateMany({ data: { balanceAt: pausedAt } });
    await db.supplierConnection.updateMany({ where, data: { pausedAt, health: "invalid_key" } });
    const { reading, balance } = await shop.open();
    expect(balance?.slice(0, -3).every(({ balancePkr }) => balancePkr !== null)).toBe(true);
    expect(balance?.at(-4)?.balancePkr).toBe(reading?.availablePkr);
    expect(balance?.slice(-3).map(({ balancePkr }) => balancePkr)).toEqual([null, null, null]);
    await db.ledgerCopy.updateMany({ data: { balanceAt: new Date() } });
    expect((await shop.open()).balance).toBeNull();
  });

  it("is filtered by type, status, days and an order's number", async () => {
    const row = await shop.buyOne();
    await shop.supplier.control.withdraw({ amount: 700 });
    await shop.copyLedger();
    const page = await shop.open();
    expect(page.types).toEqual(expect.arrayContaining(["RESERVE_HELD", "WITHDRAWAL"]));
    expect(page.statuses).toEqual(expect.arrayContaining(["completed", "pending"]));
    const find = async (filter: Partial<LedgerFilter>) =>
      (await shop.open({ ...ledger, filter: { ...all, ...filter } })).lines;
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
      const page = await shop.open({ ...ledger, after: next === null ? null : parsePageCursor(next) });
      seen.push(...page.lines.map(({ id }) => id));
      next = page.next;
    } while (next !== null);
    const mine = await listLedger(await shop.context(), await shop.wallet(), {
      filter: all,
      after: null,
      limit: 1000,
    });
    expect(seen).toEqual(mine.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(70);
  });

  it("is exported as it is filtered, names nobody, and the export is told", async () => {
    const row = await shop.buyOne();
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
    await shop.app.db.ledgerCopy.updateMany({ data: { copiedAt: null } });
    expect(await refreshLedger(await shop.context())).toBe("copying");
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
    await writeManyRows(shop.app, [
      Prisma.sql`
        insert into ledger_entry (account_key, mode, entry_id, amount_pkr, type, status, booked_at, seen_at,
          supplier_order_id, owner_shop_id)
        select ${accountKey}, 'live', 'many_' || n, (n % 700) - 350, 'T' || n % 9, case when n % 50 = 0 then 'pending' else 'completed' end,
          now() - n * interval '5 minutes', now(), case when n % 20 = 0 then null else 'ord_' || n end,
          case when n % 20 = 0 or n % 3 = 0 then null else ${shop.shopId}::uuid end
        from generate_series(1, 30000) as n`,
      Prisma.sql`analyze ledger_entry`,
    ]);
  }

  async function planOf(query: Prisma.Sql): Promise<string> {
    const rows = await shop.app.db.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
      `explain ${query.text}`,
      ...query.values,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  }

  it("reads no table whole, whatever is asked of it", async () => {
    await fill();
    const asked = [
      { what: "the first page", filter: all, after: null },
      { what: "a page far behind", filter: all, after: cursor },
      { what: "a type", filter: { ...all, type: "T3" }, after: null },
      { what: "a status", filter: { ...all, status: "pending" }, after: cursor },
      { what: "some days", filter: { ...all, from: "2026-09-01", to: "2026-09-30" }, after: null },
    ] as const;
    for (const { what, filter, after } of asked) {
      const query = ledgerQuery(await shop.context(), await shop.wallet(), { filter, after, limit: 26 });
      expect(await planOf(query), what).not.toMatch(/Seq Scan/);
    }
  });

  it("reads no table whole for what is behind a figure", async () => {
    const mine = await shop.wallet();
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
