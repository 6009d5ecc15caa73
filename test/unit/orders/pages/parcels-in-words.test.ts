import { describe, expect, it } from "vitest";
import { toParcelItems } from "#app/domain/orders/parcels/parcel-items.ts";
import { parcelsInWords } from "#app/domain/orders/parcels/parcels-in-words.ts";
import type { HandoffItemId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

describe("parcelsInWords", () => {
  it.each([
    [[], ""],
    [["RECEIVED"], "being prepared"],
    [["SHIPPED"], "on the way"],
    [["AWAITING_FUNDS"], "waiting for funds"],
    [["DELIVERED", "DELIVERED", "SHIPPED"], "2 of 3 delivered"],
    [["SHIPPED", "CONFIRMED"], "1 of 2 on the way"],
    [["DELIVERED", "RETURNED"], "1 of 2 refused or returned"],
    [["CANCELLED"], "cancelled"],
    [["CANCELLED", "DELIVERED"], "delivered"],
  ])("says %j as “%s”", (statuses, words) => {
    expect(parcelsInWords(statuses.map((status) => ({ status })))).toBe(words);
  });
});

describe("toParcelItems", () => {
  const items = [
    { id: asId<HandoffItemId>("a"), title: "Kurta" },
    { id: asId<HandoffItemId>("b"), title: "Kurta" },
    { id: asId<HandoffItemId>("c"), title: "Shawl" },
  ];

  it("puts the halves of a split line together again", () => {
    const contents = [
      { handoffItemId: "a", quantity: 2 },
      { handoffItemId: "b", quantity: 1 },
      { handoffItemId: "c", quantity: 1 },
    ];
    expect(toParcelItems(contents, items)).toEqual([
      { title: "Kurta", quantity: 3 },
      { title: "Shawl", quantity: 1 },
    ]);
  });

  it("says that contents are unknown instead of guessing", () => {
    expect(toParcelItems(null, items)).toBeNull();
    expect(toParcelItems([{ quantity: 1 }], items)).toBeNull();
  });
});
