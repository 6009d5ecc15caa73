import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findOrdersRun } from "#app/domain/orders/bulk/find-orders-run.server.ts";
import { startOrdersRun } from "#app/domain/orders/bulk/start-orders-run.server.ts";
import { moveAway } from "#app/domain/orders/commands/decisions/move-away.server.ts";
import {
  requestPlacement,
  retryPlacement,
} from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { payParcel } from "#app/domain/orders/commands/payment/pay-parcel.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { saveSettings } from "#app/domain/shops/save-settings.server.ts";
import { checkStaffRight, recordPerson } from "#app/domain/shops/staff.server.ts";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
import type { LocationGid } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

const STAFF = "2";
const OWNER = "1";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
  await shop.settings({ autoCod: false, autoPrepaid: false });
  const { db } = shop.app;
  await db.staffMember.create({
    data: { shopId: shop.shopId, userId: STAFF, rights: ["routing"], seenAt: new Date() },
  });
});
afterAll(() => shop?.close());
afterEach(async () => {
  armFailpoints(undefined);
  await shop.supplier.control.clearFaults();
  await setRights(["routing"]);
});

const prepaid = () => ({ lines: [shop.line("cooker", 1600)], payment: "paid" }) as const;
const cash = () => ({ lines: [shop.line("cooker", 1600)] });

const setRights = (rights: StaffRight[]) =>
  shop.app.db.staffMember.updateMany({ where: { userId: STAFF }, data: { rights } });

const place = async (row: OrderRow, by: string) =>
  requestPlacement(await shop.context(), { orderId: row.id, by });

describe("a prepaid order", () => {
  it("is not placed by somebody who may not pay, and is by somebody who may", async () => {
    const row = await shop.buy(prepaid(), "to_place");
    await place(row, STAFF);
    await shop.rested(row.orderGid);
    expect(await shop.findOrder(row.orderGid)).toMatchObject({ state: "to_place", handoffs: [] });
    expect(await shop.timeline(row)).toContain("command_withdrawn");
    const page = await findOrderPage(await shop.context(), row.id, OWNER);
    expect(page).toMatchObject({ state: "to_place", actions: { place: true } });
    await place(row, OWNER);
    await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(row)).toHaveLength(0);
    expect(await shop.atService((await shop.findOrder(row.orderGid)) ?? row)).toMatchObject([
      { walletPaid: 1200 },
    ]);
  });

  it("is not placed by somebody nobody knows, nor by who was the owner before", async () => {
    const row = await shop.buy(prepaid(), "to_place");
    await place(row, "99");
    expect(await shop.rested(row.orderGid)).toMatchObject({ state: "to_place", handoffs: [] });
    const person = (userId: string) => ({ userId, accountOwner: true, collaborator: false, name: "" });
    const ctx = await shop.context();
    await recordPerson(ctx, person("98"));
    await recordPerson(ctx, person(OWNER));
    await place(row, "98");
    expect(await shop.rested(row.orderGid)).toMatchObject({ state: "to_place", handoffs: [] });
    await place(row, OWNER);
    await shop.untilState(row.orderGid, "placed");
  });

  it("that was refused is not tried again by who asked to move it away", async () => {
    const row = await shop.buy(prepaid(), "to_place");
    const fault = { kind: "refused", code: "validation_error", message: "Too short" } as const;
    await shop.supplier.control.armFault({ ...fault, method: "POST", path: "/orders", times: 1 });
    await place(row, OWNER);
    await shop.untilState(row.orderGid, "held");
    const asked = { orderId: row.id, by: OWNER, locationGid: asId<LocationGid>(shop.merchantLocation()) };
    expect(await moveAway(await shop.context(), asked)).toMatchObject({ ok: true });
    const moved = await shop.rested(row.orderGid);
    expect(requestedAt(moved.decisions, "retry")).toBeNull();
  });

  it("is placed once the right is granted, and no more once it is taken", async () => {
    await setRights(["pay"]);
    const granted = await shop.buy(prepaid(), "to_place");
    await place(granted, STAFF);
    await shop.untilState(granted.orderGid, "placed");
    const taken = await shop.buy(prepaid(), "to_place");
    await shop.settings({ paused: true });
    await place(taken, STAFF);
    await shop.rested(taken.orderGid);
    await setRights([]);
    await shop.settings({ paused: false });
    await shop.wake(taken.orderGid);
    const after = await shop.untilState(taken.orderGid, "to_place");
    expect(after.handoffs).toEqual([]);
  });

  it("that was refused is not tried again by a Retry of somebody who may not pay", async () => {
    const row = await shop.buy(prepaid(), "to_place");
    const fault = { kind: "refused", code: "validation_error", message: "Too short" } as const;
    await shop.supplier.control.armFault({ ...fault, method: "POST", path: "/orders", times: 1 });
    await place(row, OWNER);
    const refused = await shop.untilState(row.orderGid, "held");
    await retryPlacement(await shop.context(), { orderId: row.id, by: STAFF });
    const still = await shop.rested(row.orderGid);
    expect(still.state).toBe("held");
    expect(await shop.posts(refused.handoffs[0]?.externalOrderId ?? "")).toHaveLength(1);
    await retryPlacement(await shop.context(), { orderId: row.id, by: OWNER });
    await shop.untilState(row.orderGid, "placed");
  });

  it("is left out of a selection, with the reason and who can help", async () => {
    const rows = [await shop.buy(prepaid(), "to_place"), await shop.buy(cash(), "to_place")];
    const orderIds = rows.map(({ id }) => id);
    const started = await startOrdersRun(await shop.context(), { action: "place", orderIds, by: STAFF });
    if (!started.ok) throw new Error(started.reason);
    const run = await shop.soon("the run to end", async () => {
      const found = await findOrdersRun(await shop.context(), {
        runId: started.runId,
        after: -1,
        onlyRefused: false,
      });
      return found?.isFinished && found.rows.every(({ state }) => state !== "working") ? found : null;
    });
    expect(run.rows).toMatchObject([
      { state: "refused", reason: expect.stringMatching(/prepaid.*Settings, Team/) },
      { state: "done" },
    ]);
  });

  it("is placed by the shop's switch in the name of whoever switched it on, whoever works here", async () => {
    await shop.settings({ autoPrepaid: true });
    await shop.buy(prepaid(), "placed");
    await shop.settings({ autoPrepaid: false });
  });
});

describe("the switch of prepaid orders", () => {
  it("is not turned on by a press that was made while it was on, once somebody turned it off", async () => {
    const change = { autoPrepaid: true, autoCod: true, by: STAFF, maySwitchPrepaidOn: false };
    expect(await saveSettings(await shop.context(), change)).toBe("not_granted");
    const row = await shop.app.db.shop.findUniqueOrThrow({ where: { id: shop.shopId } });
    expect(row).toMatchObject({ autoPrepaidSince: null, autoPrepaidBy: null, autoCodSince: null });
  });
});

describe("somebody who was staff before the store became theirs", () => {
  it("has prepaid orders placed as any owner, from the first press Shopify named them owner at", async () => {
    const row = await shop.buy(prepaid(), "to_place");
    const person = { userId: STAFF, accountOwner: true, collaborator: false, name: "Sana" };
    expect(await checkStaffRight(await shop.context(), person, "pay")).toBe("allowed");
    await place(row, STAFF);
    await shop.untilState(row.orderGid, "placed");
    await recordPerson(await shop.context(), { ...person, userId: OWNER });
    await setRights(["routing"]);
  });
});

describe("a payment by somebody whose right to pay was taken since the press", () => {
  async function oneWaiting(): Promise<OrderRow> {
    const { wallets } = await shop.supplier.control.audit();
    const amount = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
    await shop.supplier.control.withdraw({ amount });
    await shop.settings({ autoPrepaid: true });
    const row = await shop.buy(prepaid(), "awaiting_funds");
    await shop.settings({ autoPrepaid: false });
    await shop.supplier.control.topUp({ amount: 1_000_000 });
    return row;
  }

  async function timesPaid(row: OrderRow): Promise<number> {
    const ids = shop.parcels(row).map(({ supplierOrderId }) => supplierOrderId);
    const { wallets } = await shop.supplier.control.audit();
    const ledger = wallets.flatMap((wallet) => wallet.ledger);
    return ledger.filter(({ orderId, amount }) => ids.includes(asId(orderId ?? "")) && amount < 0).length;
  }

  beforeAll(() => shop.supplier.control.setUndefined({ preset: "plain", topUpPaysWaiting: false }));
  afterAll(() => shop.supplier.control.setUndefined({ preset: "plain" }));

  it("is not made by the rest of a selection, which says why", async () => {
    const row = await oneWaiting();
    await setRights([]);
    const started = await startOrdersRun(await shop.context(), {
      action: "pay",
      orderIds: [row.id],
      by: STAFF,
    });
    if (!started.ok) throw new Error(started.reason);
    const run = await shop.soon("the run to end", async () => {
      const found = await findOrdersRun(await shop.context(), {
        runId: started.runId,
        after: -1,
        onlyRefused: false,
      });
      return found?.isFinished ? found : null;
    });
    expect(await timesPaid(row)).toBe(0);
    expect(run.rows).toMatchObject([{ state: "refused", reason: expect.stringMatching(/may not pay/) }]);
  });

  it("is not made by the worker that takes up the request of a process that died", async () => {
    const row = await oneWaiting();
    await setRights(["pay"]);
    armFailpoints("Y1:throw");
    const parcelId = shop.parcels(row)[0]?.id ?? "";
    await expect(
      payParcel(await shop.context(), { parcelId: asId(parcelId), by: STAFF }),
    ).rejects.toMatchObject({
      code: "failpoint",
    });
    armFailpoints(undefined);
    await setRights([]);
    await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '2 minutes' where order_id = ${row.id}::uuid`;
    await shop.wake(row.orderGid);
    const payment = await shop.soon("the payment to be settled", () =>
      shop.app.db.paymentIntent.findFirst({ where: { orderId: row.id, settledAt: { not: null } } }),
    );
    expect(await timesPaid(row)).toBe(0);
    expect(payment).toMatchObject({ state: "refused", outcome: "not_granted", evidence: "never_sent" });
  });
});

describe("a cash order that was paid after somebody who may not pay pressed Place", () => {
  it("does not spend the wallet by that press", async () => {
    await shop.settings({ paused: true });
    const row = await shop.buy(cash(), "waiting");
    await place(row, STAFF);
    await shop.rested(row.orderGid);
    shop.shopify.control.payOrder({ orderId: row.orderGid, amount: 1800, gateway: "Safepay" });
    await shop.settings({ paused: false });
    await shop.wake(row.orderGid);
    const after = await shop.untilState(row.orderGid, "to_place");
    expect(after.handoffs).toEqual([]);
    await place(row, OWNER);
    await shop.untilState(row.orderGid, "placed");
  });
});
