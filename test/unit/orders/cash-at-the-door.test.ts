import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { findCashAtTheDoor } from "#app/domain/orders/fulfillment/cash-at-the-door.ts";
import type { CountedHandoff } from "#app/domain/orders/parcels/contents-by-line.ts";
import { findParcelHolds } from "#app/domain/orders/parcels/find-parcel-holds.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { buildHandoff, buildItem, buildOrderLine, buildParcel } from "./build-shopify-order.ts";
import { anyLife } from "./life-seed.ts";
import { type Life, openService, playOrderLife } from "./play-order-life.ts";

/** A pan of 2,000 and a lid of 100 with 200 of delivery in one parcel, a knife of 1,100 in the other. */
function twoParcels(first: string, second = "SHIPPED"): CountedHandoff {
  const item = (n: number, resalePkr: number) =>
    buildItem({ id: asId(`item_${n}`), lineGid: asId(`line_${n}`), resalePkr: rupees(resalePkr) });
  const contents = (...numbers: readonly number[]) =>
    numbers.map((n) => ({ handoffItemId: `item_${n}`, quantity: 1 }));
  return buildHandoff({
    items: [item(1, 2000), item(2, 100), item(3, 1100)],
    parcels: [
      buildParcel({ status: first, codPkr: rupees(2300), contents: contents(1, 2) }),
      buildParcel({ id: asId("parcel_2"), status: second, codPkr: rupees(1100), contents: contents(3) }),
    ],
  });
}

type Asked = {
  readonly outstanding: string;
  readonly units?: readonly [number, number, number];
  readonly marked?: readonly string[];
};

function ask(handoff: CountedHandoff, { outstanding, units = [1, 1, 1], marked = [] }: Asked) {
  const lines = units.map((currentQuantity, at) =>
    buildOrderLine({ id: asId(`line_${at + 1}`), currentQuantity }),
  );
  const cash = findCashAtTheDoor({
    shopify: { lines, totalOutstanding: outstanding },
    handoffs: [handoff],
    markedParcels: new Set(marked.map((id) => asId<ParcelId>(id))),
  });
  return findParcelHolds([], cash).map(({ params }) => [params?.courierCollects, params?.outstandingPaisa]);
}

describe("cash that is asked for at the door", () => {
  it.each(["DELIVERED", "RETURNED", "CANCELLED"])("leaves out that of a parcel that is %s", (status) => {
    expect(ask(twoParcels(status), { outstanding: "3400.00" })).toEqual([]);
    expect(ask(twoParcels(status), { outstanding: "3399.50" })).toEqual([]);
    expect(ask(twoParcels(status), { outstanding: "2300.00" })).toEqual([[1100, 0]]);
    expect(ask(twoParcels(status), { outstanding: "3399.00" })).toEqual([[1100, 109_900]]);
    expect(ask(twoParcels(status), { outstanding: "0.00" })).toEqual([[1100, 0]]);
  });

  it.each(["DELIVERED", "RETURNED"])(
    "goes by the worth of what is still there of one that is %s",
    (status) => {
      const left = (outstanding: string, units: readonly [number, number, number]) =>
        ask(twoParcels(status), { outstanding, units });
      expect(left("1400.00", [0, 1, 1])).toEqual([]);
      expect(left("3300.00", [1, 0, 1])).toEqual([]);
      expect(left("1300.00", [0, 0, 1])).toEqual([]);
      expect(left("1100.00", [0, 0, 1])).toEqual([]);
      expect(left("1000.00", [0, 0, 1])).toEqual([[1100, 100_000]]);
    },
  );

  it("counts what a marking has covered as paid, also once it came back", () => {
    for (const status of ["DELIVERED", "RETURNED"]) {
      const marked = ["parcel_1"];
      expect(ask(twoParcels(status), { outstanding: "1100.00", marked })).toEqual([]);
      expect(ask(twoParcels(status), { outstanding: "900.00", marked })).toEqual([[1100, 90_000]]);
    }
  });

  it("leaves out nothing for items that go again in another parcel", () => {
    const refused = twoParcels("RETURNED", "DELIVERED");
    const again = buildHandoff({
      items: [buildItem({ id: asId("item_9"), lineGid: asId("line_1"), resalePkr: rupees(2000) })],
      parcels: [
        buildParcel({
          ...{ id: asId("parcel_9"), codPkr: rupees(2200) },
          contents: [{ handoffItemId: "item_9", quantity: 1 }],
        }),
      ],
    });
    const lines = [1, 0, 1].map((currentQuantity, at) =>
      buildOrderLine({ id: asId(`line_${at + 1}`), currentQuantity }),
    );
    const shopify = { lines, totalOutstanding: "3300.00" };
    const cash = findCashAtTheDoor({ shopify, handoffs: [refused, again], markedParcels: new Set() });
    expect(cash).toMatchObject({ collectsPkr: 2200, duePaisa: 220_000 });
  });

  it("guesses nothing of a parcel whose contents are not known", () => {
    const { items, parcels, ...rest } = twoParcels("RETURNED");
    const unknown = { ...rest, items, parcels: parcels.map((each) => ({ ...each, contents: null })) };
    expect(ask(unknown, { outstanding: "1100.00", units: [0, 0, 1] })).toEqual([]);
  });

  it("names the same sums before and after one of the parcels ends", () => {
    const shownOf = (handoff: CountedHandoff) => {
      const lines = [1, 2, 3].map((n) => buildOrderLine({ id: asId(`line_${n}`) }));
      const shopify = { lines, totalOutstanding: "1100.00" };
      return findCashAtTheDoor({ shopify, handoffs: [handoff], markedParcels: new Set() }).shown;
    };
    expect(shownOf(twoParcels("SHIPPED"))).toBe("3400:110000");
    for (const status of ["DELIVERED", "RETURNED", "CANCELLED"])
      expect(shownOf(twoParcels(status))).toBe("3400:110000");
  });

  const slow = { timeout: 60_000 };
  it("is quiet all along 300 lives, and warns of what the customer pays besides", slow, async () => {
    const world = openService("plain");
    const seen = { quiet: 0, warned: 0 };
    await fc.assert(
      fc.asyncProperty(anyLife, async (seed) => {
        await playOrderLife(world, { ...seed, payment: "COD" }, async (life, when) => {
          if (when === "at the end") return null;
          const { outstandingPkr } = life.shopify;
          const [now, paid] = [outstandingPkr, outstandingPkr - seed.ownGoods - 1].map((sum) =>
            cashOfLife(life, sum),
          );
          expect(now && findParcelHolds([], now)).toEqual([]);
          seen.quiet += 1;
          if (!now || !paid || now.collectsPkr === 0) return null;
          expect(findParcelHolds([], paid)).toHaveLength(1);
          seen.warned += 1;
          return null;
        });
      }),
      { numRuns: 300, seed: 20_261_123 },
    );
    expect(seen.quiet).toBeGreaterThan(300);
    expect(seen.warned).toBeGreaterThan(100);
  });
});

/** With each item of each parcel as a line of the order. */
function cashOfLife({ world, rows }: Life, outstanding: number) {
  const sent = world.orders.flatMap((order) =>
    order.items.map((item, at) => ({ id: `${order.id}:${at}`, orderId: order.id, ...item })),
  );
  const handoff = buildHandoff({
    items: sent.map(({ id, quantity, resalePrice }) =>
      buildItem({ id: asId(id), lineGid: asId(id), quantity, resalePkr: rupees(resalePrice) }),
    ),
    parcels: world.orders.map((order) => {
      const row = rows.get(order.id);
      if (!row) throw new Error("A parcel of the life has no row");
      const own = sent.filter(({ orderId }) => orderId === order.id);
      const contents = own.map(({ id, quantity }) => ({ handoffItemId: id, quantity }));
      return buildParcel({ id: asId(order.id), status: row.status, codPkr: row.codPkr, contents });
    }),
  });
  const lines = sent.map(({ id, quantity }) => buildOrderLine({ id: asId(id), quantity }));
  return findCashAtTheDoor({
    shopify: { lines, totalOutstanding: outstanding.toFixed(2) },
    ...{ handoffs: [handoff], markedParcels: new Set() },
  });
}
