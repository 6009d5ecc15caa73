import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import type { DifferenceSide } from "#app/domain/settlement/difference-kinds.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type SweepingShop, startSweepingShop } from "../sweeps/sweeping-shop.ts";

type Status = "DELIVERED" | "RETURNED" | "CANCELLED";

/** What becomes of an order's parcels, by their part; a return after the delivery has its own word. */
type Life = {
  readonly name: string;
  readonly payment: "cod" | "paid";
  readonly products: readonly ("cooker" | "earbuds" | "speaker")[];
  readonly fates: readonly (Status | "RETURNED_LATER")[];
  /** What Shopify is behind with: nothing where it is not named. */
  readonly shopify?: string;
};

const lives: readonly Life[] = [
  { name: "kept", payment: "cod", products: ["cooker"], fates: ["DELIVERED"] },
  { name: "refused", payment: "cod", products: ["cooker"], fates: ["RETURNED"] },
  { name: "cancelled", payment: "cod", products: ["cooker"], fates: ["CANCELLED"] },
  {
    ...{ name: "split, one refused", payment: "cod", products: ["earbuds", "speaker"] },
    ...{ fates: ["DELIVERED", "RETURNED"], shopify: "items_left" },
  },
  {
    ...{ name: "returned", payment: "cod", products: ["cooker"], fates: ["RETURNED_LATER"] },
    shopify: "refund_due",
  },
  { name: "prepaid, kept", payment: "paid", products: ["cooker"], fates: ["DELIVERED"] },
  {
    ...{ name: "prepaid, refused", payment: "paid", products: ["cooker"], fates: ["RETURNED"] },
    shopify: "refund_due",
  },
];

describe.each(["plain", "sparse", "contrary"] as const)("a shop whose service is %s", (preset) => {
  let shop: SweepingShop;
  const orders = new Map<string, OrderRow>();

  beforeAll(async () => {
    const products = ["cooker", "earbuds", "speaker"] as const;
    shop = await startSweepingShop({ supplier: { preset }, products });
    for (const life of lives) orders.set(life.name, await live(life));
    await shop.supplier.control.clock.advance({ days: 21 });
    await shop.sweep("parcels_delivered");
    for (const { orderGid } of orders.values()) await shop.rested(orderGid);
    // Of a delivery of the last hour nobody is told that it is not marked as paid.
    const deliveredAt = new Date(Date.now() - 3 * 60 * 60_000);
    await shop.app.db.parcel.updateMany({ where: { deliveredAt: { not: null } }, data: { deliveredAt } });
  }, 180_000);
  afterAll(() => shop?.close());

  async function live({ payment, products, fates }: Life): Promise<OrderRow> {
    const lines = products.map((product) => shop.line(product, 3200));
    const row = await shop.buy({ payment, lines });
    const parcels = await shop.atService(row);
    for (const [index, { id }] of parcels.entries()) {
      const fate = fates[index] ?? "DELIVERED";
      if (fate !== "RETURNED_LATER") await shop.supplier.control.moveParcel({ id, status: fate });
      else
        for (const status of ["DELIVERED", "RETURNED"] as const) {
          await shop.supplier.control.moveParcel({ id, status });
          await shop.until(row.orderGid, isAll(status), `its parcel to be ${status}`);
        }
    }
    const isOver = (found: OrderRow) =>
      shop.parcels(found).every(({ status }) => ["DELIVERED", "RETURNED", "CANCELLED"].includes(status));
    return shop.until(row.orderGid, isOver, "its parcels to have ended");
  }

  const isAll = (status: string) => (found: OrderRow) =>
    shop.parcels(found).every((parcel) => parcel.status === status);

  const differences = async (side: DifferenceSide) => {
    const rows = await shop.app.db.settlementDifference.findMany({ where: { side } });
    const nameOf = (orderId: string) => [...orders].find(([, { id }]) => id === orderId)?.[0] ?? orderId;
    return Object.fromEntries(rows.map(({ orderId, kind }) => [nameOf(orderId), kind]));
  };

  /** Until nothing is doubted any more: what is, is read again by its order, and the ledger is copied after that. */
  async function check(): Promise<Readonly<Record<string, number>>> {
    for (let times = 0; times < 4; times += 1) {
      const result = await shop.sweep("settlement");
      if (result.not_yet === 0) return result;
      for (const { orderGid } of orders.values()) await shop.rested(orderGid);
      await shop.app.db.ledgerCopy.updateMany({ data: { copiedAt: new Date() } });
    }
    throw new Error("It is doubted for ever");
  }

  it("agrees with the ledger it copied, Rs 0 off, and tells what Shopify is behind with", async () => {
    // A page that was taken less than three seconds ago would be another process's.
    await shop.app.db.ledgerCopy.updateMany({ data: { steppedAt: new Date(Date.now() - 60_000) } });
    await shop.sweep("ledger");
    expect(await check()).toMatchObject({ seen: 8, unknown: 0, not_yet: 0 });
    expect(await differences("ledger")).toEqual({});
    const behind = lives.flatMap(({ name, shopify }) => (shopify ? [[name, shopify]] : []));
    expect(await differences("shopify")).toEqual(Object.fromEntries(behind));
  });

  it("finds what is falsified in the ledger, and nothing else", async () => {
    const { db } = shop.app;
    const entriesOf = (name: string) =>
      db.ledgerEntry.findMany({
        where: { ownerOrderId: asId(orders.get(name)?.id ?? "") },
        // By what differs between lives: what is too much in one and lacks in another would be told as misplaced.
        orderBy: { amountPkr: "asc" },
      });
    const [gone] = await entriesOf("kept");
    const [changed] = await entriesOf("split, one refused");
    // Another sum than what is gone: what one order lacks and another has too much is taken for one entry of the wrong order.
    const twice = (await entriesOf("prepaid, kept")).find(
      ({ amountPkr }) => Math.abs(amountPkr) !== Math.abs(gone?.amountPkr ?? 0),
    );
    await db.ledgerEntry.delete({ where: { id: gone?.id ?? "" } });
    await db.ledgerEntry.update({
      where: { id: changed?.id ?? "" },
      data: { amountPkr: rupees((changed?.amountPkr ?? 0) + 37) },
    });
    const { id: _, rawEnc: __, ...again } = twice ?? (await db.ledgerEntry.findFirstOrThrow());
    await db.ledgerEntry.create({ data: { ...again, entryId: asId(`${again.entryId}_again`) } });
    await check();
    expect(await differences("ledger")).toEqual({
      ...{ kept: "missing", "split, one refused": "other_sum", "prepaid, kept": "doubled" },
    });
  });
});
