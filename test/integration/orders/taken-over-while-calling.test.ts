import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

/** Longer than it takes another run to do all that is to be done; then the test lets it go on. */
const HANGS_MS = 9000;

/** The order's row as if its process had stood still for longer than its lease: another run takes it. */
const endLease = (gid: string) =>
  shop.app.db.$executeRaw`update work set lease_until = clock_timestamp()
    where shop_id = ${shop.shopId}::uuid and kind = 'order.reconcile' and subject = ${gid} and lease_token is not null`;

const runs = async () => {
  const { values } = await shop.app.metrics.workRuns.get();
  return values
    .filter(({ labels }) => labels.kind === "order.reconcile")
    .reduce((sum, { value }) => sum + value, 0);
};

describe("a run that is taken over while its call hangs", () => {
  it("leaves one order at the service, though its own request arrives last", async () => {
    await shop.supplier.control.armFault({
      ...{ kind: "delay", when: "before", ms: HANGS_MS, times: 1 },
      ...{ method: "POST", path: "/orders" },
    });
    const before = await runs();
    const { gid } = await shop.place({ lines: [shop.line("cooker", 1600)] });
    const struck = async () => (await shop.supplier.control.listFaults()).length === 0;
    await shop.soon("the request to hang", struck);
    expect(await endLease(gid)).toBe(1);
    const order = await shop.untilState(gid, "placed");
    const { externalOrderId = "" } = order.handoffs[0] ?? {};
    await shop.supplier.control.clearFaults();
    await shop.soon("both requests to be answered", async () => {
      const answered = (await shop.posts(externalOrderId)).filter(({ status }) => status !== null);
      return answered.length > 1;
    });
    await shop.soon("both runs to end", async () => (await runs()) >= before + 2);
    expect(await shop.atService(order)).toHaveLength(1);
    expect(order.handoffs.flatMap(({ attempts }) => attempts).map(({ state }) => state)).toEqual([
      "accepted",
    ]);
    expect(await shop.openCodes(order)).toEqual([]);
  });

  it("leaves one fulfillment in Shopify, though its own mutation arrives last", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const gid = row.orderGid;
    const [parcel] = shop.parcels(row);
    const { control } = shop.shopify;
    control.faults({
      requests: [{ kind: "delay", field: "fulfillmentCreate", delayMs: HANGS_MS }],
    });
    await shop.supplier.control.moveParcel({
      id: parcel?.supplierOrderId ?? "",
      mode: "live",
      status: "SHIPPED",
    });
    await shop.soon("the mutation to hang", async () =>
      control.armedFaults().every((fault) => !("field" in fault)),
    );
    expect(await endLease(gid)).toBe(1);
    await shop.untilState(gid, "on_the_way");
    control.faults({ release: true });
    const made = () => control.requests().filter(({ fields }) => fields.includes("fulfillmentCreate"));
    await shop.soon("both mutations to have arrived", async () => made().length === 2);
    const alive = shop.inShopify(gid).fulfillments.filter(({ status }) => status !== "CANCELLED");
    expect(alive).toHaveLength(1);
    expect(await shop.openCodes(row)).toEqual([]);
  });
});
