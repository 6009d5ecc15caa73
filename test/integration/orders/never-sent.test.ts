import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  armFailpoints(undefined);
  await shop.supplier.control.clearFaults();
  await shop.settings({ paused: false, autoCod: true });
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const quote = { method: "POST", path: "/shipping/quote" } as const;

/**
 * The process dies with the intent committed and nothing sent. Its last look at Shopify was before the quote, which is
 * answered slowly: `meanwhile` is what happened after that look.
 */
async function dieUnsent(gid: () => Promise<string>, meanwhile: (gid: string) => unknown): Promise<string> {
  armFailpoints("S2:throw");
  await shop.supplier.control.armFault({ kind: "delay", ms: 8000, when: "after", ...quote });
  const orderGid = await gid();
  await shop.soon("the quote to be asked for", async () =>
    (await shop.supplier.control.requests(quote)).some(({ status }) => status === null),
  );
  await meanwhile(orderGid);
  await shop.supplier.control.clearFaults();
  return orderGid;
}

const placed = async () => (await shop.place(cooker())).gid;

const isTakenBack = ({ handoffs }: OrderRow) => handoffs[0]?.attempts[0]?.errorCode === "not_sent";
const unsent = { number: 1, sends: 0, state: "refused", errorCode: "not_sent" };
const postsOf = ({ handoffs }: OrderRow) => shop.posts(handoffs[0]?.externalOrderId ?? "");

describe("bytes that surely never left", () => {
  it("are replaced by what a fresh look at Shopify says, under the same external id", async () => {
    const gid = await dieUnsent(placed, (orderId) =>
      shop.shopify.control.editAddress({ orderId, address: { address1: "House 99, Street 12" } }),
    );
    const row = await shop.untilState(gid, "placed");
    expect(row.handoffs).toMatchObject([
      { sequence: 1, revision: 1, attempts: [unsent, { number: 2, sends: 1, state: "accepted" }] },
    ]);
    expect(shop.body(row, 1)).toMatchObject({ customer: { address: expect.stringContaining("House 99") } });
    expect(await postsOf(row)).toHaveLength(1);
    expect(await shop.atService(row)).toHaveLength(1);
    expect(await shop.openCodes(row)).toEqual([]);
    expect(await shop.timeline(row)).toContain("handoff_not_sent");
  });

  it("are not sent once the order is cancelled in Shopify", async () => {
    const gid = await dieUnsent(placed, () => shop.settings({ paused: true }));
    await shop.until(gid, isTakenBack, "the attempt to be taken back");
    shop.shopify.control.cancelOrder({ orderId: gid });
    await shop.settings({ paused: false });
    const row = await shop.untilState(gid, "cancelled");
    expect(row.handoffs).toMatchObject([{ state: "refused", attempts: [unsent] }]);
    expect(await postsOf(row)).toEqual([]);
    expect(await shop.openCodes(row)).toEqual([]);
  });

  it("wait while placing is paused, and the order goes when it is resumed", async () => {
    const gid = await dieUnsent(placed, () => shop.settings({ paused: true }));
    const waiting = await shop.until(gid, isTakenBack, "the attempt to be taken back");
    expect(waiting).toMatchObject({ state: "waiting", handoffs: [{ state: "refused", attempts: [unsent] }] });
    expect(await postsOf(waiting)).toEqual([]);
    await shop.settings({ paused: false });
    const row = await shop.untilState(gid, "placed");
    expect(await shop.atService(row)).toHaveLength(1);
  });

  it("leave the press they were built on in force", async () => {
    await shop.settings({ autoCod: false });
    const waiting = await shop.buy(cooker(), "to_place");
    const press = async () => {
      await requestPlacement(await shop.context(), { orderId: waiting.id, by: "Test" });
      return waiting.orderGid;
    };
    const gid = await dieUnsent(press, () => undefined);
    const row = await shop.untilState(gid, "placed");
    expect(row).toMatchObject({ handoffs: [{ attempts: [unsent, { number: 2 }] }] });
    expect(requestedAt(row.decisions, "place")).toBeNull();
    expect(await shop.atService(row)).toHaveLength(1);
  });
});
