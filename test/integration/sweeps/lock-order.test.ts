import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOrdersRun } from "#app/domain/orders/bulk/start-orders-run.server.ts";
import { recordDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;
beforeAll(async () => {
  shop = await startSweepingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(() => shop.close());

/** Somebody who marks work or locks it, other than a receipt, waits for a lock another transaction holds. */
async function untilSomebodyWaits(): Promise<void> {
  await waitFor(
    async () => {
      const [row] = await shop.app.db.$queryRaw<{ waiting: bigint }[]>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query ~ 'into work.*from unnest|from work.*for no key update'`;
      return row !== undefined && row.waiting > 0n;
    },
    { what: "somebody to wait for the row of work", everyMs: 20 },
  );
}

const decisionsOf = ({ id }: OrderRow) => ({ shopId: shop.shopId, orderId: id });

/**
 * What the run of an order does: it locks its row of work, and while somebody else is under way it writes rows of the
 * order. Nobody may hold those and wait for the row of work.
 */
async function asRunOf(row: OrderRow, other: () => Promise<unknown>): Promise<void> {
  const { shopId } = shop;
  let under: Promise<unknown> | undefined;
  await shop.app.db.$transaction(async (tx) => {
    await tx.$executeRaw`set local lock_timeout = '300ms'`;
    await tx.$queryRaw`
      select from work where shop_id = ${shopId}::uuid and kind = 'order.reconcile' and subject = ${row.orderGid} for update`;
    under = other();
    await untilSomebodyWaits();
    const { count } = await tx.parcel.updateMany({ where: { shopId }, data: { part: 1 } });
    expect(count).toBeGreaterThan(0);
    await tx.orderDecision.updateMany({ where: decisionsOf(row), data: { handledAt: new Date() } });
    expect(
      await tx.order.updateMany({ where: { shopId, id: row.id }, data: { orderGid: row.orderGid } }),
    ).toEqual({
      count: 1,
    });
  });
  await under;
}

describe("rows of an order are written after its row of work is locked", () => {
  it("by the sweep that compares parcels", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await shop.loseServiceEvents();
    await shop.supplier.control.moveParcel({
      externalOrderId: row.handoffs[0]?.externalOrderId,
      status: "SHIPPED",
    });
    await asRunOf(row, () => shop.sweep("parcels"));
    await shop.untilState(row.orderGid, "on_the_way");
    await shop.receiveEventsAgain();
  });

  it("by the sweep that compares parcels, also where nothing of them is new", async () => {
    const { shopId } = shop;
    const { db } = shop.app;
    const row = await shop.buy({ lines: [shop.line("earbuds", 1000), shop.line("speaker", 2000)] });
    const wheres = shop.parcels(row).map(({ id }) => ({ shopId_id: { shopId, id } }));
    expect(wheres).toHaveLength(2);
    // The run may write its parcels in any order.
    for (const [first, last] of [wheres, wheres.toReversed()]) {
      if (!first || !last) continue;
      let swept: Promise<unknown> | undefined;
      await db.$transaction(async (tx) => {
        await tx.$executeRaw`set local lock_timeout = '300ms'`;
        await tx.$queryRaw`
          select from work where shop_id = ${shopId}::uuid and kind = 'order.reconcile' and subject = ${row.orderGid}
          for update`;
        await tx.parcel.update({ where: first, data: { part: 1 } });
        swept = shop.sweep("parcels");
        await untilSomebodyWaits();
        await tx.parcel.update({ where: last, data: { part: 1 } });
      });
      await swept;
    }
  });

  it("by a press on many orders", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const { db } = shop.app;
    // What the press ends and the run carries out.
    await recordDecision(db, { ...decisionsOf(row), kind: "place", by: "7", at: new Date() });
    const pressed = { action: "cancel", orderIds: [row.id], by: "7" } as const;
    await asRunOf(row, async () => startOrdersRun(await shop.context(), pressed));
    await shop.untilState(row.orderGid, "cancelled");
  });

  it("by a person who notes that the customer cancels", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const noted = { orderId: row.id, how: "call", result: "cancel", by: "Test" } as const;
    await asRunOf(row, async () => recordContact(await shop.context(), noted));
    await shop.untilState(row.orderGid, "cancelled");
  });
});
