import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

/** An order that waits while placing is paused, with its work at rest. */
async function placePaused(): Promise<OrderRow> {
  await shop.settings({ paused: true });
  const waiting = await shop.buy({ lines: [shop.line("cooker", 1600)] }, "waiting");
  await shop.settings({ paused: false });
  return waiting;
}

async function sentencesOf({ id }: OrderRow): Promise<string[]> {
  const page = await findOrderPage(await shop.context(), id);
  return page?.holds.map(({ sentence }) => sentence) ?? [];
}

const held = (row: OrderRow, code: string) =>
  shop.soon(`the order to be ${code}`, async () => {
    const found = await shop.findOrder(row.orderGid);
    return found?.holdCode === code ? found : null;
  });

describe("an order whose work was given up", () => {
  it("work_deadly: says so after five processes died under it, and is placed once by Retry", async () => {
    const row = await placePaused();
    await shop.app.db.work.updateMany({
      where: { kind: "order.reconcile", subject: row.orderGid },
      data: { unfinishedRuns: 5, requestedGeneration: { increment: 1 }, nextRunAt: new Date() },
    });
    const dead = await held(row, "work_deadly");
    expect(await sentencesOf(dead)).toEqual([
      expect.stringMatching(
        /our system stopped five times while it was looked at\. Nothing was placed twice/,
      ),
    ]);
    await retryPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.openCodes(placed)).toEqual([]);
    expect(await shop.atService(placed)).toHaveLength(1);
  });

  it("work_stopped: says so after five failures of one kind, and is placed once by Retry", async () => {
    const row = await placePaused();
    // The correction of its customer cannot be opened: no pass gets past it.
    const torn = { shopId: shop.shopId, orderId: row.id, kind: "customer", by: "Ali" } as const;
    await shop.app.db.orderDecision.create({ data: { ...torn, detailEnc: Buffer.from("torn") } });
    const dead = await shop.soon("the order to be given up", async () => {
      const found = await shop.findOrder(row.orderGid);
      if (found?.holdCode === "work_stopped") return found;
      return shop.wake(row.orderGid).then(() => null);
    });
    await shop.app.db.orderDecision.deleteMany({ where: { orderId: row.id } });
    expect(await sentencesOf(dead)).toEqual([expect.stringMatching(/five times in the same way/)]);
    await retryPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.openCodes(placed)).toEqual([]);
    expect(await shop.atService(placed)).toHaveLength(1);
  });
});
