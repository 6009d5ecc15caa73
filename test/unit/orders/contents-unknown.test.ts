import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  findContentsUnknown,
  type HandoffWithContents,
  planStatedContents,
} from "#app/domain/orders/parcels/contents-unknown.ts";
import type { HandoffItemId, LineItemGid, ParcelId, SupplierVariantId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

function buildItem(
  id: string,
  lineGid: string,
  overrides: Partial<HandoffWithContents["items"][number]> = {},
) {
  return {
    ...{ id: asId<HandoffItemId>(id), lineGid: asId<LineItemGid>(lineGid) },
    ...{ supplierVariantId: asId<SupplierVariantId>(`var_${id}`), title: `Title ${id}` },
    ...{ quantity: 1, quantityPerUnit: 1, wholesalePkr: rupees(600) },
    ...overrides,
  };
}

/** Two earbuds and a speaker in two parcels of the same worth. */
function buildHandoff(overrides: Partial<HandoffWithContents> = {}): HandoffWithContents {
  return {
    state: "placed",
    items: [
      buildItem("a", "line_a", { quantity: 2 }),
      buildItem("b", "line_b", { wholesalePkr: rupees(1200) }),
    ],
    parcels: [
      { id: asId("one"), of: 2, contents: null },
      { id: asId("two"), of: 2, contents: null },
    ],
    ...overrides,
  };
}

const put = (lineGid: string, parcelId: string) => ({
  lineGid: asId<LineItemGid>(lineGid),
  parcelId: asId<ParcelId>(parcelId),
});
const said = [put("line_a", "two"), put("line_b", "one")];

describe("what is asked about parcels of unknown contents", () => {
  it("is every line, with its units and what they cost", () => {
    const { lines, parcels } = findContentsUnknown(buildHandoff()) ?? {};
    expect(lines).toEqual([
      { lineGid: "line_a", title: "Title a", quantity: 2, wholesalePkr: 1200 },
      { lineGid: "line_b", title: "Title b", quantity: 1, wholesalePkr: 1200 },
    ]);
    expect(parcels?.map(({ id }) => id)).toEqual(["one", "two"]);
  });

  it("is not what another parcel is known to hold", () => {
    const contents = [
      { handoffItemId: "a", quantity: 1 },
      { handoffItemId: "b", quantity: 1 },
    ];
    const parcels = [
      { id: asId<ParcelId>("one"), of: 2, contents },
      { id: asId<ParcelId>("two"), of: 2, contents: null },
    ];
    expect(findContentsUnknown(buildHandoff({ parcels }))).toMatchObject({
      lines: [{ lineGid: "line_a", quantity: 1, wholesalePkr: 600 }],
      parcels: [{ id: "two" }],
    });
  });

  it("takes a bundle for one line, with the names of its parts", () => {
    const items = [
      buildItem("a", "line_a", { quantity: 4, quantityPerUnit: 2 }),
      buildItem("c", "line_a", { quantity: 2 }),
      buildItem("b", "line_b"),
    ];
    expect(findContentsUnknown(buildHandoff({ items }))?.lines[0]).toEqual({
      ...{ lineGid: "line_a", title: "Title a + Title c", quantity: 2, wholesalePkr: 3600 },
    });
  });

  it("is nothing where all is known, or nothing is placed yet", () => {
    const parcels = [{ id: asId<ParcelId>("one"), of: 1, contents: [{ handoffItemId: "a", quantity: 2 }] }];
    expect(findContentsUnknown(buildHandoff({ parcels }))).toBeNull();
    expect(findContentsUnknown(buildHandoff({ state: "sending" }))).toBeNull();
  });

  it("is not asked while a parcel is still to be heard of", () => {
    const parcels = [{ id: asId<ParcelId>("one"), of: 2, contents: null }];
    expect(findContentsUnknown(buildHandoff({ parcels }))).toBeNull();
  });
});

describe("what a person says of them", () => {
  it("puts each line whole into its parcel", () => {
    expect(planStatedContents(buildHandoff(), said)).toEqual({
      kind: "stated",
      contents: new Map([
        ["two", [{ handoffItemId: "a", quantity: 2 }]],
        ["one", [{ handoffItemId: "b", quantity: 1 }]],
      ]),
    });
  });

  it.each([
    ["a line is in no parcel", [put("line_a", "one")]],
    ["a parcel stays empty", [put("line_a", "one"), put("line_b", "one")]],
    ["nothing is said", []],
  ])("is not enough while %s", (_case, words) => {
    expect(planStatedContents(buildHandoff(), words)).toEqual({ kind: "incomplete" });
  });

  it.each([
    ["a line that is not asked about", [...said, put("line_c", "one")]],
    ["a parcel of somebody else", [put("line_a", "one"), put("line_b", "stranger")]],
  ])("is outdated when it names %s", (_case, words) => {
    expect(planStatedContents(buildHandoff(), words)).toEqual({ kind: "outdated" });
  });

  it("is outdated once the service has told it", () => {
    const parcels = [
      { id: asId<ParcelId>("one"), of: 2, contents: [{ handoffItemId: "b", quantity: 1 }] },
      { id: asId<ParcelId>("two"), of: 2, contents: [{ handoffItemId: "a", quantity: 2 }] },
    ];
    expect(planStatedContents(buildHandoff({ parcels }), said)).toEqual({ kind: "outdated" });
  });
});
