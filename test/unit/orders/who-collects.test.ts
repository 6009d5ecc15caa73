import { describe, expect, it } from "vitest";
import { holdSentence } from "#app/domain/messages/holds/hold-codes.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { cashOfLostParcels, whoCollects } from "#app/domain/orders/fulfillment/who-collects.ts";
import { resolutionsFor } from "#app/domain/orders/holds/resolutions-for.ts";
import type { CountedHandoff } from "#app/domain/orders/parcels/contents-by-line.ts";
import type { FulfillmentGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { buildHandoff, buildItem, buildOrderLine, buildParcel } from "./build-shopify-order.ts";

/** One unit of each of three lines, each in a parcel of its own: 1,670 · 1,043 · 2,087. */
function threeParcels(statuses: readonly [string, string, string]): CountedHandoff {
  return buildHandoff({
    items: [1, 2, 3].map((n) => buildItem({ id: asId(`item_${n}`), lineGid: asId(`line_${n}`) })),
    parcels: [1670, 1043, 2087].map(rupees).map((codPkr, at) =>
      buildParcel({
        ...{ id: asId(`parcel_${at + 1}`), codPkr, status: statuses[at] ?? "" },
        contents: [{ handoffItemId: `item_${at + 1}`, quantity: 1 }],
      }),
    ),
  });
}

const fates = ["DELIVERED", "RETURNED", "CANCELLED"] as const;
const lines = (...units: readonly number[]) =>
  units.map((currentQuantity, at) => buildOrderLine({ id: asId(`line_${at + 1}`), currentQuantity }));

function ask(totalOutstanding: string, units: readonly number[], handoffs = [threeParcels(fates)]) {
  return whoCollects({
    shopify: { lines: lines(...units), totalOutstanding },
    handoffs,
    collectedPkr: rupees(1670),
  });
}

describe("who collects what an order still has open", () => {
  it("is nobody for refused and cancelled items that still stand in it", () => {
    expect(ask("4800.00", [1, 1, 1])).toEqual({ nobodyPkr: 3130, yoursPkr: 0, unexplainedPkr: 0 });
  });

  it("is the merchant for goods of their own", () => {
    expect(ask("5350.00", [1, 1, 1, 1])).toEqual({ nobodyPkr: 3130, yoursPkr: 550, unexplainedPkr: 0 });
    expect(ask("2220.00", [1, 0, 0, 1])).toEqual({ nobodyPkr: 0, yoursPkr: 550, unexplainedPkr: 0 });
  });

  it("leaves out the items that were taken off, and what they leave of the delivery charge is nobody's", () => {
    expect(ask("3757.00", [1, 0, 1])).toEqual({ nobodyPkr: 2087, yoursPkr: 0, unexplainedPkr: 0 });
    expect(ask("1800.00", [1, 0, 0])).toEqual({ nobodyPkr: 0, yoursPkr: 0, unexplainedPkr: 130 });
    expect(ask("1670.40", [1, 0, 0])).toEqual({ nobodyPkr: 0, yoursPkr: 0, unexplainedPkr: 0 });
  });

  it("says that more was collected than is open", () => {
    expect(ask("1170.00", [1, 0, 0])).toEqual({ nobodyPkr: 0, yoursPkr: 0, unexplainedPkr: -500 });
  });

  it("does not call items lost that were placed again", () => {
    const again = buildHandoff({
      items: [buildItem({ id: asId("item_9"), lineGid: asId("line_2") })],
      parcels: [
        buildParcel({
          ...{ id: asId("parcel_9"), status: "DELIVERED", codPkr: rupees(1043) },
          contents: [{ handoffItemId: "item_9", quantity: 1 }],
        }),
      ],
    });
    expect(ask("4800.00", [1, 1, 1], [threeParcels(fates), again])).toMatchObject({ nobodyPkr: 2087 });
  });

  it("is the merchant for items of a cancelled parcel that he sent himself", () => {
    const sent = lines(1, 1, 1).map((line, at) => ({ ...line, unfulfilledQuantity: at === 2 ? 0 : 1 }));
    const shopify = { lines: sent, totalOutstanding: "4800.00" };
    const handoffs = [threeParcels(fates)];
    expect(whoCollects({ shopify, handoffs, collectedPkr: rupees(1670) })).toEqual({
      ...{ nobodyPkr: 1043, yoursPkr: 2087, unexplainedPkr: 0 },
    });
    expect(cashOfLostParcels(shopify, handoffs)).toBe(1043);
  });

  it("is nobody for those of a cancelled parcel that stand fulfilled by its own fulfillment", () => {
    const [handoff] = [threeParcels(["DELIVERED", "DELIVERED", "CANCELLED"])];
    const parcels = handoff.parcels.map((each) => ({
      ...each,
      fulfillmentGid: asId<FulfillmentGid>("fulfillment_1"),
    }));
    const shopify = {
      lines: lines(1, 1, 1).map((line) => ({ ...line, unfulfilledQuantity: 0 })),
      totalOutstanding: "4800.00",
    };
    expect(cashOfLostParcels(shopify, [{ ...handoff, parcels }])).toBe(2087);
  });

  it("does not take what another parcel has still to send for items of a cancelled one", () => {
    const two = buildHandoff({
      items: [buildItem({ quantity: 2 })],
      parcels: [buildParcel(), buildParcel({ id: asId("parcel_2"), status: "CANCELLED" })],
    });
    const line = buildOrderLine({ quantity: 2, currentQuantity: 2, unfulfilledQuantity: 1 });
    expect(cashOfLostParcels({ lines: [line] }, [two])).toBe(0);
  });

  it("takes a lost parcel whole whose contents are not known", () => {
    const unknown = buildHandoff({
      parcels: [
        buildParcel({ status: "DELIVERED", codPkr: rupees(1670) }),
        buildParcel({ id: asId("parcel_2"), status: "RETURNED", codPkr: rupees(1043), contents: null }),
      ],
    });
    expect(ask("2713.00", [1, 1], [unknown])).toMatchObject({ nobodyPkr: 1043 });
  });
});

describe("what the order says of it", () => {
  const say = (params: Record<string, number | string>) =>
    holdSentence("mark_paid_by_hand", { collected: 1670, yours: 0, nobody: 0, unexplained: 0, ...params });

  it("names only what can still be collected, and by whom", () => {
    expect(say({ nobody: 3130 })).toBe(
      "The courier collected Rs 1,670. Nobody collects Rs 3,130 for refused or cancelled items: remove them from the order in Shopify first, then mark the rest as paid.",
    );
    expect(say({ nobody: 3130, yours: 550 })).toContain("Rs 1,670, Rs 550 is still yours to collect. Nobody");
    expect(say({ yours: 550 })).toBe(
      "The courier collected Rs 1,670, Rs 550 is still yours to collect. Mark it as paid in Shopify.",
    );
    expect(say({ unexplained: 130 })).toContain("Rs 130 less than the order has open; nobody else collects");
    expect(say({ unexplained: -500 })).toContain("Rs 500 more than the order has open");
  });

  it("offers to mark it as paid only once the refused items are off", () => {
    expect(resolutionsFor("mark_paid_by_hand", { nobody: 3130 })).toEqual(["open_in_shopify"]);
    expect(resolutionsFor("mark_paid_by_hand", { nobody: 0 })).toEqual(["mark_as_paid", "open_in_shopify"]);
    expect(resolutionsFor("mark_paid_by_hand", { reason: "shopify_refuses" })).toEqual(["open_in_shopify"]);
  });
});
