import { afterAll, beforeAll, expect, it } from "vitest";
import { disconnectSupplier } from "#app/domain/connection/disconnect-supplier.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { findAutoPay, switchAutoPayOn } from "#app/domain/wallet/funds/auto-pay-setting.server.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const connection = () => ({ where: { shopId_mode: { shopId: shop.shopId, mode: "live" } } });

it("an order begun under one account is not settled under another one's key", async () => {
  const { db } = shop.app;
  const { accountId } = await db.supplierConnection.findUniqueOrThrow(connection());
  const lost = { kind: "cut", when: "after", path: "/orders", times: 100 } as const;
  await shop.supplier.control.armFault({ ...lost, method: "POST" });
  // What became of it stays unknown until the account is another one, however slow the machine is.
  await shop.supplier.control.armFault({ ...lost, method: "GET" });
  await shop.supplier.control.armFault({ kind: "webhook_lost", times: 100 });
  const { gid } = await shop.place(cooker());
  await shop.soon("the answer to be lost", async () => {
    const row = await shop.findOrder(gid);
    return row?.handoffs[0]?.attempts.some(({ sends }) => sends > 0);
  });
  await db.supplierConnection.update({ ...connection(), data: { accountId: asId("somebody-else") } });
  const waiting = await shop.until(
    gid,
    (row) => row.holdCode === "account_not_connected",
    "the order to wait",
  );
  const sent = (await shop.posts(waiting.handoffs[0]?.externalOrderId ?? "")).length;
  await shop.wake(gid);
  await shop.rested(gid);
  expect(await shop.posts(waiting.handoffs[0]?.externalOrderId ?? "")).toHaveLength(sent);
  await db.supplierConnection.update({ ...connection(), data: { accountId } });
  await shop.supplier.control.clearFaults();
  await shop.wake(gid);
  const placed = await shop.untilState(gid, "placed");
  expect(placed.handoffs).toMatchObject([{ accountId }]);
  expect(await shop.atService(placed)).toHaveLength(1);
  expect(await shop.openCodes(placed)).toEqual([]);
});

it("an order that was being checked while its account is disconnected is not begun any more", async () => {
  const { control } = shop.supplier;
  await control.armFault({ kind: "delay", ms: 9000, method: "POST", path: "/shipping/quote", times: 1 });
  const { gid } = await shop.place(cooker());
  await shop.soon("the quote to be asked for", async () => {
    const requests = await control.requests({ method: "POST", path: "/shipping/quote" });
    return requests.length > 1;
  });
  const leaving = { mode: "live", by: "Test", openParcels: "stop_updating", products: "stay" } as const;
  expect(await disconnectSupplier(await shop.context(), leaving)).toEqual({ kind: "disconnected" });
  await control.clearFaults();
  const waiting = await shop.until(gid, (row) => row.holdCode === "not_connected", "the order to wait");
  expect(waiting).toMatchObject({ state: "waiting", handoffs: [] });
  await control.reset();
  await shop.connect(DEMO_LIVE_KEY);
});

it("what is paid by itself stays off for the wallet of another account", async () => {
  const { control } = shop.supplier;
  await control.addAccount({ id: "rsl_elsewhere", brandName: "Elsewhere" });
  const key = { id: "lk_elsewhere", secret: "a-secret-of-another-account" };
  await control.addKey({ ...key, mode: "live", accountId: "rsl_elsewhere", integrationId: "int_elsewhere" });
  const input = { keyId: key.id, secret: key.secret, by: "Test", otherReceiver: "keep" } as const;
  const autoPay = async () => findAutoPay(await shop.context());
  await switchAutoPayOn(await shop.context(), { by: "7", dailyPkr: rupees(5000) });
  expect(await connectSupplier(await shop.context(), input)).toMatchObject({
    ...{ kind: "refused", refusal: { code: "another_account" } },
  });
  expect(await autoPay()).toMatchObject({ by: "7", dailyPkr: 5000 });
  const leaving = { mode: "live", by: "Test", openParcels: "stop_updating", products: "stay" } as const;
  expect(await disconnectSupplier(await shop.context(), leaving)).toEqual({ kind: "disconnected" });
  expect(await connectSupplier(await shop.context(), input)).toMatchObject({ kind: "connected" });
  expect(await autoPay()).toBeNull();
  await switchAutoPayOn(await shop.context(), { by: "7", dailyPkr: rupees(5000) });
  expect(await autoPay()).not.toBeNull();
});
