import { describe, expect, it } from "vitest";
import { ITEMS_PER_WRITE, planBatches } from "#app/domain/inventory/plan-batches.ts";
import { planTakeOut, type StockedListing } from "#app/domain/inventory/plan-take-out.ts";
import { foldReports, type ProductReport } from "#app/domain/inventory/product-event.ts";
import type { StockedItem } from "#app/domain/inventory/stocked-item.ts";
import { planStockPaceMs } from "#app/domain/sweeps/plan-pace.ts";
import type { InventoryItemGid, ListingId, StockedItemId } from "#app/platform/ids.ts";
import { parseSupplierEvent } from "#app/supplier/webhook-event.ts";
import { asId } from "#test/support/as-id.ts";

const MINUTE_MS = 60_000;
const at = new Date("2026-11-21T10:00:00Z");

function stockedItem(id: number, movedAt: Date | null = null): StockedItem {
  return {
    ...{
      id: asId<StockedItemId>(String(id)),
      listingId: asId<ListingId>("l"),
      variantGid: null,
      inventoryItemGid: asId<InventoryItemGid>(`gid://${id}`),
    },
    ...{ pushed: 1, movedAt, isStale: false, isWithheld: false, dueAt: at, parts: [] },
    policy: { buffer: 0, cap: null, leavesEdits: false, keepsSelling: false },
  };
}

describe("the lists that are written", () => {
  it("hold only what differs, 250 at most", () => {
    const planned = Array.from({ length: 600 }, (_, id) => ({
      ...{ item: stockedItem(id), quantity: id % 6, from: 1, isUnsettled: false },
    }));
    const batches = planBatches(planned);
    expect(batches.map(({ length }) => length)).toEqual([250, 250]);
    expect(batches.flat().every(({ quantity, from }) => quantity !== from)).toBe(true);
  });

  it("keep what customers are buying apart from the rest", () => {
    const planned = [0, 1, 2, 3].map((id) => ({
      ...{ item: stockedItem(id, id === 2 ? at : null), quantity: 5, from: 1, isUnsettled: false },
    }));
    expect(planBatches(planned).map((batch) => batch.map((each) => each.item.id))).toEqual([
      ["0", "1", "3"],
      ["2"],
    ]);
    expect(ITEMS_PER_WRITE).toBe(250);
  });
});

describe("events of a product", () => {
  function report(name: string, second: number, data: Record<string, unknown>): ProductReport {
    const body = { id: `evt_${second}`, event: name, mode: "live", createdAt: at.toISOString(), data };
    const event = parseSupplierEvent(Buffer.from(JSON.stringify(body)));
    if (event?.kind !== "product") throw new Error("Not an event of a product");
    const happenedAt = new Date(at.getTime() + second * 1000);
    return { mode: "live", name, happenedAt, event: event.product };
  }
  const product = (id: string, stock: number) => ({ id, title: id, stock });
  const reports = [
    report("product.stock_changed", 3, { productId: "p1", changes: ["stock"], product: product("p1", 3) }),
    report("product.updated", 1, { productId: "p1", changes: ["title"], product: product("p1", 9) }),
    report("product.removed", 2, { productId: "p2", changes: ["removed"], product: null }),
    report("product.stock_changed", 3, { productId: "p1", changes: ["stock"], product: product("p1", 3) }),
  ];

  it("is its newest state and all that changed, in whatever order and however often it came", () => {
    const wanted = [
      expect.objectContaining({ productId: "p1", changes: ["title", "stock"], isRemoved: false }),
      expect.objectContaining({ productId: "p2", isRemoved: true, product: null }),
    ];
    for (const order of [reports, reports.toReversed()]) {
      const events = foldReports(order).toSorted((a, b) => a.productId.localeCompare(b.productId));
      expect(events).toEqual(wanted);
      expect(events[0]?.product).toMatchObject({ stock: 3 });
      expect(events[0]?.happenedAt).toEqual(new Date(at.getTime() + 3000));
    }
  });

  it("has the lowest stock of each variant that events of one moment carry, in whatever order they came", () => {
    const carrying = (...stocks: readonly (number | undefined)[]) => {
      const variants = stocks.map((stock, index) => ({ id: `v${index + 1}`, wholesalePrice: 900, stock }));
      const data = { productId: "p1", changes: ["stock"], product: { ...product("p1", 0), variants } };
      return report("product.stock_changed", 3, data);
    };
    const ofOneMoment = [carrying(80, 5, undefined), carrying(70, 6, undefined), carrying(90, 5, 4)];
    const before = report("product.updated", 1, {
      productId: "p1",
      changes: [],
      product: { ...product("p1", 0), variants: [{ id: "v1", wholesalePrice: 900, stock: 1 }] },
    });
    const wanted = [{ stock: 70 }, { stock: 5 }, { stock: 4 }];
    for (const order of [ofOneMoment, ofOneMoment.toReversed()])
      expect(foldReports([...order, before])[0]?.product?.variants).toMatchObject(wanted);
  });

  it("keeps the product of an older event where the newest carries none, unless it was removed since", () => {
    const bare = (second: number) =>
      report("product.stock_changed", second, { productId: "p1", changes: ["stock"], product: null });
    const removed = report("product.removed", 2, { productId: "p1", changes: ["removed"], product: null });
    const updated = reports.filter(({ name }) => name === "product.updated");
    const secondsLater = (second: number) => new Date(at.getTime() + second * 1000);
    expect(foldReports([bare(3), ...updated])).toMatchObject([
      { product: { stock: 9 }, productAt: secondsLater(1), happenedAt: secondsLater(3), isRemoved: false },
    ]);
    expect(foldReports([bare(3), removed, ...updated])).toMatchObject([
      { product: null, productAt: secondsLater(2), isRemoved: true },
    ]);
  });
});

describe("taking a listing off the store", () => {
  const listing = (change: Partial<StockedListing>): StockedListing => ({
    ...{
      id: asId<ListingId>("l"),
      productGid: asId("gid://p"),
      isOut: true,
      whenOut: "draft",
      takenOut: null,
      takenOutAt: null,
    },
    ...change,
  });

  it.each([
    ["nothing is left and the shop wants a draft", {}, "take_out"],
    ["it was intended and not finished", { takenOut: "draft" }, "take_out"],
    ["it was done", { takenOut: "draft", takenOutAt: at }, "leave"],
    ["the shop wants quantity 0", { whenOut: "quantity" }, "leave"],
    ["the shop wants single variants hidden, which we cannot", { whenOut: "hide" }, "leave"],
    ["the shop goes on selling", { whenOut: "nothing" }, "leave"],
    ["there is stock again", { isOut: false, takenOut: "draft", takenOutAt: at }, "put_back"],
    ["there is stock again before it was finished", { isOut: false, takenOut: "draft" }, "put_back"],
    ["the shop wants it back", { whenOut: "quantity", takenOut: "draft", takenOutAt: at }, "put_back"],
    ["there is stock and we never touched it", { isOut: false }, "leave"],
    ["the change guard stopped and asks", { takenOut: "quantity", takenOutAt: at }, "leave"],
    [
      "the change guard had asked, and there is stock",
      { isOut: false, takenOut: "quantity", takenOutAt: at },
      "put_back",
    ],
    ["another policy took it out", { isOut: false, takenOut: "archive", takenOutAt: at }, "leave"],
  ] as const)("when %s: %s", (_when, change, plan) => {
    expect(planTakeOut(listing(change))).toBe(plan);
  });
});

describe("how often all stock is looked at", () => {
  it.each([
    [10_000, 5000, 1, 72],
    [1000, 5000, 1, 7.2],
    [10_000, 25_000, 1, 14.4],
    [10_000, 100_000, 1, 3.6],
    [10_000, 300_000, 1, 2],
    [10_000, 5000, 2, 144],
  ])("%i variants, %i calls a day, %i shops: every %d minutes", (variants, dailyLimit, shops, minutes) => {
    const calls = Math.ceil(variants / 100);
    expect(planStockPaceMs({ dailyLimit, calls, shops })).toBe(minutes * MINUTE_MS);
  });
});
