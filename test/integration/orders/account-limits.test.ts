import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const post = { method: "POST", path: "/orders" } as const;
const quote = { method: "POST", path: "/shipping/quote" } as const;
const days116 = 116 * 24 * 60 * 60;

const dueInMs = async (orderGid: string) => {
  const { nextRunAt } = await shop.app.db.work.findFirstOrThrow({ where: { subject: orderGid } });
  return (nextRunAt?.getTime() ?? 0) - Date.now();
};

describe("an order that meets the limits of its account", () => {
  it.each([
    ["its quote", quote],
    ["its placing", post],
  ])(
    "waits a minute at most when %s is put off for 116 days, and Retry asks at once",
    async (_what, call) => {
      await shop.supplier.control.armFault({ kind: "rate_limited", retryAfterSeconds: days116, ...call });
      const { gid } = await shop.place(cooker());
      const row = await shop.until(gid, ({ holdCode }) => holdCode === "rate_limited", "the limit to be met");
      expect(row).toMatchObject({ state: "waiting", hasOpenIssue: false });
      expect(await shop.openCodes(row)).toEqual([]);
      expect(await dueInMs(gid)).toBeLessThanOrEqual(61_000);
      const page = await findOrderPage(await shop.context(), row.id);
      expect(page).toMatchObject({
        actions: { retry: true },
        waitsFor: expect.stringMatching(/Press Try again to ask now/),
      });
      const before = (await shop.supplier.control.requests()).length;
      await retryPlacement(await shop.context(), { orderId: row.id, by: "Test" });
      expect(await shop.untilState(gid, "placed")).toMatchObject({ holdCode: null });
      expect((await shop.supplier.control.requests()).length).toBeGreaterThan(before);
    },
  );

  it("sends one call for a press while the limit stands, and waits anew", async () => {
    await shop.supplier.control.armFault({
      kind: "rate_limited",
      retryAfterSeconds: 3600,
      times: 100,
    });
    const { gid } = await shop.place(cooker());
    const row = await shop.until(gid, ({ holdCode }) => holdCode === "rate_limited", "the limit to be met");
    const before = (await shop.supplier.control.requests()).length;
    await retryPlacement(await shop.context(), { orderId: row.id, by: "Test" });
    expect(await shop.rested(gid)).toMatchObject({ state: "waiting", holdCode: "rate_limited" });
    expect((await shop.supplier.control.requests()).slice(before)).toMatchObject([{ status: 429 }]);
  });
});
