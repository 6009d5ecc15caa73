import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openIssueParams } from "#app/domain/attention/list-attention.server.ts";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { disconnectSupplier } from "#app/domain/connection/disconnect-supplier.server.ts";
import { requestReplacement } from "#app/domain/orders/amendments/change-commands.server.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

const NEW_TEST_KEY = { id: "test_again", secret: "test-again-secret" };
const NEW_LIVE_KEY = { id: "lk_again", secret: "live-again-secret" };

beforeAll(async () => {
  shop = await startPlacingShop();
  await shop.connect(DEMO_TEST_KEY);
  await switchTo("test");
});
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.settings({ paused: false });
});
afterAll(() => shop.close());

/** Both of its keys are there, the one of this mode is in use, and the shop's products are linked in it. */
async function switchTo(mode: Mode): Promise<void> {
  await activateConnection(await shop.context(), { mode, by: "Test" });
  const linked = { shopId: shop.shopId, mode, supplierVariantId: { contains: "cooker" } };
  await shop.soon(`the cooker to be linked in ${mode} mode`, async () =>
    shop.app.db.stockedComponent.findFirst({ where: linked }),
  );
}

const onlyByHand = () => shop.settings({ autoCod: false, autoPrepaid: false });

/** A real order of a while ago: no switch covers it under a key that is put to use later. */
const cooker = () => ({
  lines: [shop.line("cooker", 1600)],
  createdAt: new Date(Date.now() - 60_000).toISOString(),
});

const place = async ({ id }: OrderRow) => requestPlacement(await shop.context(), { orderId: id, by: "Test" });

const ofOrder = async ({ externalOrders }: { readonly externalOrders: number }) =>
  expect((await shop.supplier.control.audit()).orders).toHaveLength(externalOrders);

const sent = async () => (await shop.supplier.control.audit()).orders.length;

async function pressedUnder(mode: Mode, orderState: "held" | "waiting"): Promise<OrderRow> {
  await switchTo(mode);
  await shop.settings({ paused: true });
  const row = await shop.buy(cooker(), orderState);
  expect(await place(row)).toEqual({ ok: true });
  return shop.until(
    row.orderGid,
    ({ holdCode }) => holdCode === "placing_paused",
    "it to wait for the pause",
  );
}

describe("what was pressed under the other key", () => {
  it("Place it as a test, not sent yet: no real order is placed once the shop is live", async () => {
    await onlyByHand();
    const before = await sent();
    const row = await pressedUnder("test", "held");
    await switchTo("live");
    await shop.settings({ paused: false });
    const rests = await shop.untilState(row.orderGid, "to_place");
    expect(rests.handoffs).toEqual([]);
    await ofOrder({ externalOrders: before });
    expect(await place(row)).toEqual({ ok: true });
    expect(await shop.untilState(row.orderGid, "placed")).toMatchObject({ handoffs: [{ mode: "live" }] });
  });

  it("Place, not sent yet: no test parcel is made of it, and back on live it is placed for its customer", async () => {
    await onlyByHand();
    const before = await sent();
    const row = await pressedUnder("live", "waiting");
    await switchTo("test");
    await shop.settings({ paused: false });
    const held = await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode === "test_connection",
      "it to ask whether it is placed as a test",
    );
    expect(held).toMatchObject({ state: "held", handoffs: [] });
    await ofOrder({ externalOrders: before });
    await switchTo("live");
    await shop.untilState(row.orderGid, "to_place");
    await place(row);
    expect(await shop.untilState(row.orderGid, "placed")).toMatchObject({ handoffs: [{ mode: "live" }] });
  });

  it("Cancel and place again: nothing takes the cancelled parcel's stead as a test", async () => {
    await switchTo("live");
    await shop.settings({ paused: false });
    const bought = await shop.buy(cooker(), "to_place");
    await place(bought);
    const row = await shop.untilState(bought.orderGid, "placed");
    shop.shopify.control.editAddress({ orderId: row.orderGid, address: { address1: "House 9, Gulberg" } });
    const changed = await shop.soon("the change to be asked about", () =>
      shop.app.db.attention.findFirst({
        where: { thingId: row.id, code: "changed_after_placing", resolvedAt: null },
      }),
    );
    await shop.settings({ paused: true });
    const ctx = await shop.context();
    const { shown } = Object(openIssueParams(ctx, changed));
    const press = { orderId: row.id, by: "Test", shown: String(shown) };
    expect(await requestReplacement(ctx, press)).toEqual({ ok: true });
    await shop.until(
      row.orderGid,
      (now) => now.holdCode === "placing_paused" && requestedAt(now.decisions, "replace") !== null,
      "the replacement to wait",
    );
    const before = await sent();
    await switchTo("test");
    await shop.settings({ paused: false });
    const held = await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode === "test_connection",
      "it to rest",
    );
    expect(held.handoffs).toHaveLength(1);
    await ofOrder({ externalOrders: before });
    await switchTo("live");
  });

  it("Place, refused by the service: its request in Shopify, which we made, places nothing once the shop is live", async () => {
    await onlyByHand();
    await switchTo("test");
    await shop.supplier.control.armFault({
      ...{ kind: "refused", code: "validation_error", message: "Too short", method: "POST", path: "/orders" },
    });
    const row = await shop.buy(cooker(), "held");
    await place(row);
    await shop.until(
      row.orderGid,
      ({ handoffs }) => handoffs.some(({ state }) => state === "refused"),
      "the service to refuse it",
    );
    expect(await shop.ours(row.orderGid)).toMatchObject([{ requestStatus: "SUBMITTED" }]);
    const before = await sent();
    await switchTo("live");
    await shop.wake(row.orderGid);
    await shop.untilState(row.orderGid, "to_place");
    await ofOrder({ externalOrders: before });
    await place(row);
    const placed = await shop.untilState(row.orderGid, "placed");
    const states = Object.fromEntries(placed.handoffs.map(({ mode, state }) => [mode, state]));
    expect(states).toEqual({ test: "refused", live: "placed" });
  });

  it("Place, by somebody who began before the keys changed: it is refused and says why", async () => {
    await onlyByHand();
    await switchTo("test");
    const row = await shop.buy(cooker(), "held");
    const before = await shop.context();
    await switchTo("live");
    await shop.untilState(row.orderGid, "to_place");
    expect(await requestPlacement(before, { orderId: row.id, by: "Test" })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("test"),
    });
    await shop.rested(row.orderGid);
    expect(await shop.findOrder(row.orderGid)).toMatchObject({ state: "to_place", handoffs: [] });
  });

  it("Place it as a test: not when its key was disconnected and a live one connected, and still with the same key again", async () => {
    await onlyByHand();
    const leaving = { by: "Test", openParcels: "stop_updating", products: "stay" } as const;
    const row = await pressedUnder("test", "held");
    for (const mode of ["test", "live"] as const)
      await disconnectSupplier(await shop.context(), { mode, ...leaving });
    await shop.supplier.control.addKey({ ...NEW_TEST_KEY, mode: "test", integrationId: "int_again" });
    await shop.connect(`${NEW_TEST_KEY.id}:${NEW_TEST_KEY.secret}`);
    const kept = await shop.findOrder(row.orderGid);
    expect(requestedAt(kept?.decisions ?? [], "place")).not.toBeNull();
    for (const mode of ["test", "live"] as const)
      await disconnectSupplier(await shop.context(), { mode, ...leaving });
    const before = await sent();
    await shop.supplier.control.addKey({ ...NEW_LIVE_KEY, mode: "live", integrationId: "int_live_again" });
    await shop.connect(`${NEW_LIVE_KEY.id}:${NEW_LIVE_KEY.secret}`);
    await shop.settings({ paused: false });
    await shop.wake(row.orderGid);
    await shop.untilState(row.orderGid, "to_place");
    await ofOrder({ externalOrders: before });
  });
});
