import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "#app/domain/orders/commands/run-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { blockQuery } from "#app/domain/orders/refusals/find-block.server.ts";
import {
  customerHistoryQuery,
  findCustomerHistory,
} from "#app/domain/orders/refusals/find-customer-history.server.ts";
import { eraseOrder } from "#app/domain/privacy/erase-order.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop?.close());

let quantity = 0;

/** Another number of pieces each time: the same again within a day is asked about. */
const bought = (phone: string) => {
  quantity += 1;
  return {
    customer: { firstName: "Ayesha", lastName: "Example", phone },
    lines: [shop.line("cooker", 1600, quantity)],
  };
};

async function end(row: OrderRow, ...statuses: readonly ("SHIPPED" | "DELIVERED" | "RETURNED")[]) {
  const [handoff] = row.handoffs;
  for (const status of statuses)
    await shop.supplier.control.moveParcel({ externalOrderId: handoff?.externalOrderId, status });
  await shop.untilState(row.orderGid, statuses.at(-1) === "DELIVERED" ? "delivered" : "refused");
}

async function historyOf({ id }: { readonly id: OrderId }) {
  const page = await findOrderPage(await shop.context(), id);
  return page?.history ?? null;
}

async function erase(row: Pick<OrderRow, "id" | "orderGid">): Promise<void> {
  const ctx = await shop.context();
  await ctx.db.$transaction((tx) => eraseOrder(ctx, tx, row));
}

const blockAll = (count: number) => shop.supplier.control.setTerms({ blacklistRefusals: count });

/** The service refuses whoever orders, and then nobody any more. */
async function blocked(phone: string): Promise<OrderRow> {
  await blockAll(0);
  const row = await shop.buy(bought(phone), "held");
  expect(row.holdCode).toBe("customer_blocked");
  await blockAll(1000);
  return row;
}

const press = async ({ id }: OrderRow, intent: "place" | "forget_block") =>
  runCommand({ ctx: await shop.context(), by: "Ali" }, id, { intent });

/** What became of an order that was held without asking the service. */
const attempts = ({ handoffs }: OrderRow) => handoffs.flatMap((handoff) => handoff.attempts);

describe("the orders of a customer", () => {
  it("are known by the phone however it is written, with what came of them", async () => {
    const delivered = await shop.buy(bought("0300 7100001"));
    await end(delivered, "SHIPPED", "DELIVERED");
    const refused = await shop.buy(bought("+92 300 7100001"));
    await end(refused, "SHIPPED", "RETURNED");
    const returned = await shop.buy(bought("00923007100001"));
    await end(returned, "SHIPPED", "DELIVERED");
    await end(returned, "RETURNED");
    await shop.buy(bought("03007100002"));
    const now = await shop.buy(bought("۰۳۰۰۷۱۰۰۰۰۱"));
    const history = await historyOf(now);
    expect(history).toMatchObject({ orders: 3, delivered: 2, refused: 1, blockedAt: null });
    expect(history?.others.map(({ name, refusedAt }) => [name, refusedAt !== null])).toEqual([
      [returned.name, false],
      [refused.name, true],
      [delivered.name, false],
    ]);
  });

  it("count those that were cancelled no more", async () => {
    await shop.settings({ paused: true });
    const cancelled = await shop.buy(bought("03007100003"), "waiting");
    await shop.settings({ paused: false });
    shop.shopify.control.cancelOrder({ orderId: cancelled.orderGid });
    await shop.untilState(cancelled.orderGid, "cancelled");
    const now = await shop.buy(bought("03007100003"));
    expect(await historyOf(now)).toMatchObject({ orders: 0, others: [{ name: cancelled.name }] });
  });

  it("of another shop are not theirs", async () => {
    const row = await shop.buy(bought("03007100004"));
    const { db } = shop.app;
    const { phoneHash } = await db.order.findUniqueOrThrow({ where: { id: row.id } });
    const other = await db.shop.create({ data: { domain: `other-${randomUUID()}.myshopify.com` } });
    const order = {
      shopId: other.id,
      orderGid: asId<OrderRow["orderGid"]>("gid://shopify/Order/1"),
      phoneHash,
    };
    await db.order.create({ data: order });
    expect(await historyOf(row)).toMatchObject({ orders: 0, others: [] });
  });

  it("go with the customer who is erased", async () => {
    const [erased, kept] = [await shop.buy(bought("03007100005")), await shop.buy(bought("03007100005"))];
    await erase(erased);
    expect(await historyOf(kept)).toMatchObject({ orders: 0, others: [] });
    expect(await historyOf(erased)).toBeNull();
    await shop.wake(erased.orderGid);
    await shop.rested(erased.orderGid);
    expect(await historyOf(kept)).toMatchObject({ orders: 0, others: [] });
  });

  it("are those of the phone as a person corrected it", async () => {
    const first = await shop.buy(bought("03007100006"));
    const wrong = await shop.buy(bought("0923001234567"), "held");
    await runCommand({ ctx: await shop.context(), by: "Ali" }, wrong.id, {
      ...{ intent: "edit_customer", name: "Ayesha Example", phone: "03007100006", secondPhone: "" },
      ...{
        address: "House 7, Street 9, Block C",
        landmark: "",
        city: "Lahore",
        cityAsWritten: false,
        seenEditAt: "",
      },
    });
    await shop.untilState(wrong.orderGid, "placed");
    expect(await historyOf(first)).toMatchObject({ orders: 1, others: [{ name: wrong.name }] });
  });
});

describe("a new order of a customer who refused before", () => {
  it("is tagged in Shopify where the shop wants that, and no other order", async () => {
    const refused = await shop.buy(bought("03007300001"));
    await end(refused, "SHIPPED", "RETURNED");
    const before = await shop.buy(bought("03007300001"));
    await shop.settings({ tagRefusedBefore: true });
    const tagged = await shop.buy(bought("03007300001"));
    const other = await shop.buy(bought("03007300002"));
    await shop.settings({ tagRefusedBefore: false });
    const tagsOf = ({ orderGid }: OrderRow) => shop.inShopify(orderGid).tags;
    expect(tagsOf(tagged)).toEqual(["Refused before"]);
    expect(tagsOf(refused)).toEqual(["Refused"]);
    expect([tagsOf(before), tagsOf(other)]).toEqual([[], []]);
  });
});

describe("a phone the service refuses", () => {
  it("is remembered: its next order waits and nothing is sent, until a person has it asked again", async () => {
    const first = await blocked("03007200001");
    const second = await shop.buy(bought("+923007200001"), "held");
    expect(second.holdCode).toBe("customer_blocked");
    expect(attempts(second)).toEqual([]);
    const page = await findOrderPage(await shop.context(), second.id);
    expect(page?.holds).toMatchObject([
      {
        code: "customer_blocked",
        sentence: `The supplier did not ship to this phone number at ${first.name}: too many parcels were refused. It was not asked again.`,
        resolutions: ["move_away", "cancel", "ask_supplier_again", "forget_block", "open_in_shopify"],
      },
    ]);
    expect(page?.history?.blockedAt).not.toBeNull();
    expect(await press(second, "place")).toMatchObject({ ok: true });
    await shop.untilState(second.orderGid, "placed");
    // It took one since.
    const third = await shop.buy(bought("03007200001"));
    expect(await historyOf(third)).toMatchObject({ blockedAt: null });
  });

  it("waits again where the service still refuses it", async () => {
    await blocked("03007200002");
    const second = await shop.buy(bought("03007200002"), "held");
    await blockAll(0);
    await press(second, "place");
    const refused = await shop.until(second.orderGid, (row) => attempts(row).length > 0, "an attempt");
    expect(refused).toMatchObject({ state: "held", holdCode: "customer_blocked" });
    await blockAll(1000);
  });

  it("is forgotten on a press: all that waits for it goes, once", async () => {
    const first = await blocked("03007200003");
    const waiting = [
      await shop.buy(bought("03007200003"), "held"),
      await shop.buy(bought("03007200003"), "held"),
    ] as const;
    expect(await press(waiting[0], "forget_block")).toMatchObject({ ok: true });
    for (const { orderGid } of waiting) await shop.untilState(orderGid, "placed");
    expect(await press(waiting[0], "forget_block")).toMatchObject({ ok: false, gone: true });
    // The order it refused is asked for by a press of its own.
    expect(await shop.findOrder(first.orderGid)).toMatchObject({
      state: "held",
      holdCode: "customer_blocked",
    });
    const lines = (await findOrderPage(await shop.context(), waiting[0].id))?.timeline;
    expect(lines?.map(({ sentence }) => sentence)).toContain(
      "The supplier's refusal of this phone was forgotten",
    );
  });

  it("keeps back no other phone, no other shop's, and none of another mode", async () => {
    const row = await blocked("03007200004");
    await shop.buy(bought("03007200005"));
    const { db } = shop.app;
    const { phoneHash } = await db.order.findUniqueOrThrow({ where: { id: row.id } });
    const other = await db.shop.create({ data: { domain: `other-${randomUUID()}.myshopify.com` } });
    const ctx = await shop.context();
    const query = { phoneHash: phoneHash ?? "", exceptOrderId: null };
    const elsewhere = await findCustomerHistory({ ...ctx, shop: other }, query);
    expect(elsewhere).toMatchObject({ orders: 0, blockedAt: null });
    expect((await findCustomerHistory(ctx, query)).blockedAt).not.toBeNull();
    const connection = ctx.connection && { ...ctx.connection, mode: "test" as const };
    expect((await findCustomerHistory({ ...ctx, connection }, query)).blockedAt).toBeNull();
  });

  it("is forgotten with the customer who is erased", async () => {
    const row = await blocked("03007200006");
    await erase(row);
    await shop.buy(bought("03007200006"));
  });
});

describe("what is asked about a phone", () => {
  it("reads no table whole", async () => {
    const ctx = await shop.context();
    await writeManyRows(shop.app, [
      Prisma.sql`
        insert into "order" (shop_id, order_gid, phone_hash, updated_at)
        select ${ctx.shop.id}::uuid, 'gid://many/' || n, 'phone ' || n % 1000, now() from generate_series(1, 5000) n`,
      Prisma.sql`
        insert into handoff (shop_id, order_id, mode, sequence, external_order_id, payment_mode, collects_pkr, shipping_pkr,
          terms, customer_enc, updated_at)
        select shop_id, id, 'live', 1, order_gid, 'COD', 1, 1, '{}', '', now() from "order" where order_gid like 'gid://many%'`,
      Prisma.sql`
        insert into handoff_attempt (shop_id, handoff_id, number, idempotency_key, body_enc, body_sha256, blocked_phone_hash)
        select shop_id, id, 1, external_order_id, '', '', case when random() < 0.1 then 'phone ' || random() end
        from handoff where external_order_id like 'gid://many%'`,
      Prisma.sql`
        insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, updated_at)
        select shop_id, id, 'live', external_order_id, 'DELIVERED', now() from handoff where external_order_id like 'gid://many%'`,
      Prisma.sql`analyze "order", handoff, handoff_attempt, parcel`,
    ]);
    const queries = [
      customerHistoryQuery(ctx, { phoneHash: "phone 7", exceptOrderId: null }),
      blockQuery(ctx, "phone 7"),
    ];
    for (const { text, values } of queries) {
      const { rows } = await shop.app.pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toMatch(/Seq Scan on "?(order|handoff|handoff_attempt|parcel)\b/);
    }
  });
});
