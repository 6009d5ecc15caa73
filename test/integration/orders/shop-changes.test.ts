import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});

afterAll(async () => {
  await shop?.close();
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

describe("when the merchant changes the shop, orders that waited for it", () => {
  it("go out when a pause ends", async () => {
    await shop.settings({ paused: true });
    const row = await shop.buy(cooker(), "waiting");
    expect(row.holdCode).toBe("placing_paused");
    await shop.settings({ paused: false });
    await shop.untilState(row.orderGid, "placed");
  });

  it("go out when their gateway is named as cash on delivery", async () => {
    const order = { ...cooker(), payment: "pending", gateway: "Paisa at the Door" } as const;
    const row = await shop.buy(order, "held");
    const { codGateways } = (await shop.context()).shop;
    await shop.settings({ codGateways: [...codGateways, "Paisa at the Door"] });
    await shop.untilState(row.orderGid, "placed");
  });

  it("are a person's to place once a test connection has ended", async () => {
    await shop.connect(DEMO_TEST_KEY);
    await activateConnection(await shop.context(), { mode: "test", by: "Test" });
    const createdAt = new Date(Date.now() - 60_000).toISOString();
    const row = await shop.buy({ ...cooker(), createdAt }, "held");
    expect(row.holdCode).toBe("test_connection");
    await activateConnection(await shop.context(), { mode: "live", by: "Test" });
    await shop.untilState(row.orderGid, "to_place");
  });
});
