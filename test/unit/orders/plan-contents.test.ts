import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { storeOfParcel } from "#app/domain/orders/parcels/parcel-items.ts";
import { planAllContents, planContents, type SentItem } from "#app/domain/orders/parcels/plan-contents.ts";
import type { HandoffItemId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

function buildSent(overrides: Partial<SentItem> = {}): SentItem {
  return {
    ...{ id: asId("item_1"), lineGid: asId("line_1") },
    ...{ supplierVariantId: asId("var_1"), supplierStoreId: "store_1" },
    ...{ quantity: 1, resalePkr: rupees(1000), wholesalePkr: rupees(600) },
    ...overrides,
  };
}

const twoStores = [
  buildSent(),
  buildSent({
    ...{ id: asId("item_2"), lineGid: asId("line_2") },
    ...{ supplierVariantId: asId("var_2"), supplierStoreId: "store_2" },
    wholesalePkr: rupees(1200),
  }),
];

type Question = Parameters<typeof planContents>[0];

function plan(overrides: Partial<Question>) {
  return planContents({
    ...{ sent: twoStores, reported: [], parcelsInHandoff: 2, wholesalePkr: undefined },
    ...overrides,
  });
}

const all = (id: string, quantity = 1) => ({ handoffItemId: asId<HandoffItemId>(id), quantity });

describe("what a parcel holds", () => {
  it("is everything when there is one parcel, whatever the service says of it", () => {
    expect(plan({ parcelsInHandoff: 1, reported: [{ variantId: "stranger" }] })).toEqual([
      all("item_1"),
      all("item_2"),
    ]);
  });

  it("stays unknown when the only parcel tells of fewer units than were sent", () => {
    expect(plan({ parcelsInHandoff: 1, reported: [{ variantId: "var_1", quantity: 1 }] })).toBeNull();
  });

  it("never holds what another parcel is known to hold", () => {
    expect(plan({ reported: [{ variantId: "var_1" }], inOtherParcels: [all("item_1")] })).toBeNull();
    expect(plan({ wholesalePkr: rupees(600), inOtherParcels: [all("item_1")] })).toBeNull();
  });

  it.each([
    ["the line id", { externalLineId: "line_2" }],
    ["the variant", { variantId: "var_2", quantity: 1 }],
    ["both", { externalLineId: "line_2", variantId: "var_2", quantity: 1, resalePrice: 1000 }],
  ])("is told by %s", (_, item) => {
    expect(plan({ reported: [item] })).toEqual([all("item_2")]);
  });

  it.each([
    ["the items are strangers", [{ externalLineId: "line_9" }]],
    ["line and variant contradict each other", [{ externalLineId: "line_1", variantId: "var_2" }]],
    ["more is reported than was sent", [{ variantId: "var_1", quantity: 2 }]],
    ["the items carry no name at all", [{ quantity: 1 }]],
    ["an item is no object", ["var_1"]],
    ["one item fits and one does not", [{ variantId: "var_1" }, { variantId: "var_9" }]],
  ])("stays unknown when %s", (_, reported) => {
    expect(plan({ reported })).toBeNull();
  });

  it("is told by the store whose goods add up to the wholesale total", () => {
    expect(plan({ wholesalePkr: rupees(1200) })).toEqual([all("item_2")]);
    expect(plan({ wholesalePkr: rupees(600) })).toEqual([all("item_1")]);
  });

  it("falls back to the store when the items say nothing usable", () => {
    expect(plan({ reported: [{}], wholesalePkr: rupees(600) })).toEqual([all("item_1")]);
  });

  it("stays unknown when two stores cost the same, no store adds up, or a store is not known", () => {
    const same = twoStores.map((item) => ({ ...item, wholesalePkr: rupees(600) }));
    expect(plan({ sent: same, wholesalePkr: rupees(600) })).toBeNull();
    expect(plan({ wholesalePkr: rupees(601) })).toBeNull();
    const unknown = twoStores.map((item) => ({ ...item, supplierStoreId: null }));
    expect(plan({ sent: unknown, wholesalePkr: rupees(600) })).toBeNull();
    expect(plan({ wholesalePkr: undefined })).toBeNull();
  });

  it("takes the half of a split line that has the reported price first, and the other for the rest", () => {
    const split = [
      buildSent({ id: asId("cheap"), quantity: 2, resalePkr: rupees(333) }),
      buildSent({ id: asId("dear"), quantity: 1, resalePkr: rupees(334) }),
      buildSent({
        ...{ id: asId("other"), lineGid: asId("line_2") },
        ...{ supplierVariantId: asId("var_2"), supplierStoreId: "store_2" },
      }),
    ];
    const dear = [{ externalLineId: "line_1", quantity: 1, resalePrice: 334 }];
    expect(plan({ sent: split, reported: dear })).toEqual([all("dear")]);
    const whole = [{ externalLineId: "line_1", quantity: 3, resalePrice: 334 }];
    expect(plan({ sent: split, reported: whole })).toEqual([all("dear", 1), all("cheap", 2)]);
  });

  it("adds up a line that is reported in two entries", () => {
    const sent = [buildSent({ quantity: 3 }), buildSent({ id: asId("item_2"), lineGid: asId("line_2") })];
    const reported = [
      { externalLineId: "line_1", quantity: 1 },
      { externalLineId: "line_1", quantity: 2 },
    ];
    expect(plan({ sent, reported })).toEqual([all("item_1", 3)]);
  });
});

describe("what the parcels of one answer hold", () => {
  const first = { reported: [{ externalLineId: "line_1", quantity: 1 }], wholesalePkr: rupees(600) };
  const second = { reported: [{ externalLineId: "line_2", quantity: 1 }], wholesalePkr: rupees(1200) };
  const both = { reported: [...first.reported, ...second.reported], wholesalePkr: rupees(900) };

  it("is told by their items, also where none says which parcel it is", () => {
    expect(planAllContents(twoStores, [first, second], 1)).toEqual([[all("item_1")], [all("item_2")]]);
  });

  it("is told by the stores where each repeats the whole order, else by nobody", () => {
    const costs = [600, 1200].map((cost) => ({ ...both, wholesalePkr: rupees(cost) }));
    expect(planAllContents(twoStores, costs, 2)).toEqual([[all("item_1")], [all("item_2")]]);
    expect(planAllContents(twoStores, [both, both], 2)).toEqual([null, null]);
  });

  it("is told by the stores where units are left over, else by nobody", () => {
    const sent = twoStores.map((item) => ({ ...item, quantity: 2 }));
    const costs = [
      { ...first, wholesalePkr: rupees(1200) },
      { ...second, wholesalePkr: rupees(2400) },
    ];
    expect(planAllContents(sent, costs, 2)).toEqual([[all("item_1", 2)], [all("item_2", 2)]]);
    expect(planAllContents(sent, [first, { ...second, wholesalePkr: rupees(1300) }], 2)).toEqual([
      null,
      null,
    ]);
  });

  it("leaves units open while a parcel is still to be heard of", () => {
    expect(planAllContents(twoStores, [first], 2)).toEqual([[all("item_1")]]);
  });
});

describe("the store a parcel comes from", () => {
  it("is that of all it holds, and not known where they differ or name none", () => {
    expect(storeOfParcel([all("item_2")], twoStores)).toBe("store_2");
    expect(storeOfParcel([all("item_1"), all("item_2")], twoStores)).toBeNull();
    expect(storeOfParcel([all("item_1")], [buildSent({ supplierStoreId: null })])).toBeNull();
    expect(storeOfParcel(null, twoStores)).toBeNull();
    expect(storeOfParcel([], twoStores)).toBeNull();
  });
});
