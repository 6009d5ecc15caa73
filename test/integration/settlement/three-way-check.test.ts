import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { putDifferenceAside, readDifferenceAgain } from "#app/domain/settlement/answer-difference.server.ts";
import { exportDifferences } from "#app/domain/settlement/export-differences.server.ts";
import { getSettlementPage } from "#app/domain/settlement/get-settlement-page.server.ts";
import type { ExportedView } from "#app/domain/settlement/list-differences.server.ts";
import { NAMED_OTHERWISE } from "#app/domain/wallet/ledger/plan-walk.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type SweepingShop, startSweepingShop } from "../sweeps/sweeping-shop.ts";
import { bookLedger } from "./book-ledger.ts";

let shop: SweepingShop;
let delivered: OrderRow;
let refused: OrderRow;

const HOUR_MS = 60 * 60_000;

beforeAll(async () => {
  shop = await startSweepingShop();
  delivered = await end("DELIVERED");
  refused = await end("RETURNED");
  await end("CANCELLED");
});
beforeEach(async () => {
  await shop.app.db.settlementDifference.deleteMany();
  await bookLedger(shop);
});
afterAll(() => shop?.close());

async function end(status: "DELIVERED" | "RETURNED" | "CANCELLED"): Promise<OrderRow> {
  const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
  await shop.supplier.control.moveParcel({
    externalOrderId: row.handoffs[0]?.externalOrderId,
    status,
  });
  return shop.until(
    row.orderGid,
    ({ handoffs }) => handoffs.every(({ parcels }) => parcels.every((parcel) => parcel.status === status)),
    `its parcel to be ${status}`,
  );
}

const page = async (view: "open" | "put_aside" = "open") =>
  getSettlementPage(await shop.context(), { view, after: null });

const homeRow = () =>
  shop.app.db.attention.findFirst({ where: { code: "settlement_differs", resolvedAt: null } });

const entriesOf = (row: OrderRow) => shop.app.db.ledgerEntry.findMany({ where: { ownerOrderId: row.id } });

/** An entry of the refused parcel goes away. */
async function loseCharge(): Promise<void> {
  const [charge] = (await entriesOf(refused)).filter(({ type }) => type === "rto_charge");
  await shop.app.db.ledgerEntry.delete({ where: { id: charge?.id ?? "" } });
}

describe("the three-way check", () => {
  it("agrees with all that ended, and says nothing on Home", async () => {
    expect(await shop.sweep("settlement")).toEqual({ seen: 3, agree: 3, differs: 0, unknown: 0, not_yet: 0 });
    expect(await page()).toMatchObject({ rows: [], counts: { open: 0, putAside: 0 } });
    expect(await homeRow()).toBeNull();
  });

  it("finds an entry that is missing, tells it on Home, and forgets it when it is there", async () => {
    await loseCharge();
    expect(await shop.sweep("settlement")).toMatchObject({ seen: 3, agree: 2, differs: 1 });
    const { rows } = await page();
    expect(rows).toMatchObject([
      { orderId: refused.id, side: "ledger", kind: "missing", expectedPkr: -350, foundPkr: 0 },
    ]);
    expect(rows[0]?.sentence).toContain("lacks an entry of −Rs 350");
    expect(rows[0]?.question).toContain(shop.parcels(refused)[0]?.supplierOrderId);
    expect(await homeRow()).toMatchObject({ params: { count: 1 } });
    await bookLedger(shop);
    await shop.sweep("settlement");
    expect((await page()).rows).toEqual([]);
    expect(await homeRow()).toBeNull();
  });

  it("pairs an entry that was booked to the wrong order with the order that lacks it", async () => {
    const [charge] = (await entriesOf(refused)).filter(({ type }) => type === "rto_charge");
    await shop.app.db.ledgerEntry.update({
      where: { id: charge?.id ?? "" },
      data: { ownerOrderId: delivered.id, ownerParcelId: shop.parcels(delivered)[0]?.id ?? null },
    });
    await shop.sweep("settlement");
    const { rows } = await page();
    expect(rows.map(({ orderId, kind }) => [orderId, kind]).toSorted()).toEqual(
      [
        [delivered.id, "other_order"],
        [refused.id, "other_order"],
      ].toSorted(),
    );
    expect(rows.find(({ orderId }) => orderId === refused.id)?.sentence).toContain(delivered.name);
  });

  it("keeps what is put aside away from Home until its sums change", async () => {
    await loseCharge();
    await shop.sweep("settlement");
    const [row] = (await page()).rows;
    const ctx = await shop.context();
    const put = { id: row?.id ?? "", by: "42", reason: "asked_supplier" } as const;
    expect(await putDifferenceAside(ctx, put)).toEqual({ kind: "done" });
    expect(await homeRow()).toBeNull();
    await shop.sweep("settlement");
    expect(await page()).toMatchObject({ rows: [], counts: { open: 0, putAside: 1 } });
    expect((await page("put_aside")).rows).toMatchObject([
      { putAsideBy: "42", putAsideReason: "asked_supplier" },
    ]);
    await shop.app.db.ledgerCopy.updateMany({ data: { copiedAt: null } });
    expect(await shop.sweep("settlement")).toMatchObject({ unknown: 3, differs: 0 });
    await shop.app.db.ledgerCopy.updateMany({ data: { copiedAt: new Date() } });
    await shop.sweep("settlement");
    expect(await page()).toMatchObject({ rows: [], counts: { open: 0, putAside: 1 } });
    await shop.app.db.ledgerEntry.updateMany({
      where: { ownerOrderId: refused.id, type: "reserve_held" },
      data: { amountPkr: rupees(-300) },
    });
    await shop.sweep("settlement");
    expect((await page()).rows).toMatchObject([{ kind: "other_sum", foundPkr: 50, putAsideAt: null }]);
    expect(await putDifferenceAside(ctx, { ...put, id: shop.shopId })).toEqual({ kind: "gone" });
  });

  it("writes what is put aside to a file, alone or with what is open", async () => {
    await loseCharge();
    const where = { ownerOrderId: delivered.id, type: "reserve_held" };
    await shop.app.db.ledgerEntry.deleteMany({ where });
    await shop.sweep("settlement");
    const ctx = await shop.context();
    const found = (await page()).rows.find(({ orderId }) => orderId === refused.id);
    await putDifferenceAside(ctx, { id: found?.id ?? "", by: "42", reason: "asked_supplier" });
    const namesIn = async (view: ExportedView) => {
      let file = "";
      for await (const lines of exportDifferences(ctx, view)) file += lines;
      return [delivered, refused].filter(({ name }) => file.includes(`"${name}"`)).map(({ name }) => name);
    };
    expect(await namesIn("open")).toEqual([delivered.name]);
    expect(await namesIn("put_aside")).toEqual([refused.name]);
    expect(await namesIn("all")).toEqual([delivered.name, refused.name]);
  });

  it("reads a parcel anew before it tells of a difference, and looks again soon", async () => {
    await loseCharge();
    const [parcel] = shop.parcels(refused);
    const old = new Date(Date.now() - 30 * HOUR_MS);
    await shop.app.db.parcel.updateMany({ where: { id: parcel?.id }, data: { readAt: old } });
    expect(await shop.sweep("settlement")).toMatchObject({ agree: 2, not_yet: 1, differs: 0 });
    expect((await shop.row("settlement"))?.nextRunAt.getTime()).toBeLessThan(Date.now() + 21 * 60_000);
    await shop.soon("the parcel to be read", async () => {
      const row = await shop.app.db.parcel.findFirstOrThrow({ where: { id: parcel?.id } });
      return row.readAt && row.readAt > old ? row : null;
    });
    await bookLedger(shop);
    await loseCharge();
    expect(await shop.sweep("settlement")).toMatchObject({ differs: 1, not_yet: 0 });
    const [row] = (await page()).rows;
    expect(await readDifferenceAgain(await shop.context(), row?.id ?? "")).toEqual({ kind: "done" });
    await shop.rested(refused.orderGid);
  });

  it("claims nothing of parcels whose account is not connected any more, or whose ledger is not copied", async () => {
    await loseCharge();
    const handoff = refused.handoffs[0]?.id;
    await shop.app.db.handoff.updateMany({ where: { id: handoff }, data: { accountId: asId("rsl_other") } });
    const ofOther = {
      accountKey: accountKeyOf(asId("rsl_other")),
      mode: "live" as const,
      copiedAt: new Date(),
    };
    await shop.app.db.ledgerCopy.create({ data: ofOther });
    expect(await shop.sweep("settlement")).toMatchObject({ differs: 0, unknown: 1 });
    await shop.app.db.handoff.updateMany({ where: { id: handoff }, data: { accountId: null } });
    await shop.app.db.ledgerCopy.updateMany({ data: { copiedAt: null } });
    expect(await shop.sweep("settlement")).toMatchObject({ differs: 0, unknown: 3 });
    await bookLedger(shop);
    expect(await shop.sweep("settlement")).toMatchObject({ agree: 3 });
  });

  it("tells no entry as missing that may be among those nobody could read", async () => {
    await loseCharge();
    await shop.app.db.ledgerCopy.updateMany({ data: { unreadable: 1 } });
    expect(await shop.sweep("settlement")).toMatchObject({ agree: 2, differs: 0, unknown: 1 });
    await shop.app.db.ledgerCopy.updateMany({ data: { unreadable: 0 } });
    expect(await shop.sweep("settlement")).toMatchObject({ differs: 1, unknown: 0 });
    await shop.app.db.ledgerEntry.updateMany({
      where: { ownerOrderId: delivered.id, type: "reserve_held" },
      data: { supplierOrderId: NAMED_OTHERWISE },
    });
    expect(await shop.sweep("settlement")).toMatchObject({ agree: 2, differs: 0, unknown: 1 });
  });

  it("claims nothing of an order any more that is open again", async () => {
    const where = { id: delivered.id };
    const { outstandingPkr, state } = await shop.app.db.order.findFirstOrThrow({ where });
    await shop.app.db.order.updateMany({ where, data: { outstandingPkr: rupees(-500) } });
    expect(await shop.sweep("settlement")).toMatchObject({ differs: 1 });
    await shop.app.db.order.updateMany({ where, data: { outstandingPkr: rupees(0), state: "held" } });
    await shop.sweep("settlement");
    expect((await page()).rows).toEqual([]);
    await shop.app.db.order.updateMany({ where, data: { outstandingPkr, state } });
  });

  it("tells of cash that Shopify does not show as paid, and of an order too old to be read with its day", async () => {
    const readAt = new Date(Date.now() - 70 * 24 * HOUR_MS);
    const where = { id: delivered.id };
    const kept = await shop.app.db.order.findFirstOrThrow({ where });
    await shop.app.db.order.updateMany({
      where,
      data: { outstandingPkr: rupees(1800), netPaymentPkr: rupees(0), readAt, shopifyCreatedAt: readAt },
    });
    await shop.app.db.parcel.updateMany({
      where: { handoff: { orderId: delivered.id } },
      data: { deliveredAt: readAt },
    });
    expect(await shop.sweep("settlement")).toMatchObject({ differs: 1 });
    expect((await page()).rows).toMatchObject([
      { side: "shopify", kind: "unpaid", expectedPkr: 1800, foundPkr: 1800, keptStateAt: readAt },
    ]);
    const lines: string[] = [];
    for await (const line of exportDifferences(await shop.context(), "open")) lines.push(line);
    expect(lines.join("")).toContain(`"${delivered.name}","Shopify","Couriers collected Rs 1,800`);
    const { outstandingPkr, netPaymentPkr, readAt: before, shopifyCreatedAt } = kept;
    await shop.app.db.order.updateMany({
      where,
      data: { outstandingPkr, netPaymentPkr, readAt: before, shopifyCreatedAt },
    });
  });
});
