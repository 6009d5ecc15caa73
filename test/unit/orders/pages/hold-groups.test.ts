import { describe, expect, it } from "vitest";
import { listHoldCodes } from "#app/domain/messages/holds/hold-codes.ts";
import { codesOfGroup, holdGroups } from "#app/domain/orders/list/hold-groups.ts";

describe("the reasons a list can be narrowed to", () => {
  it("hold every code once, in a handful of groups none of which is empty", () => {
    const codes = holdGroups.flatMap(codesOfGroup);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of listHoldCodes()) expect(codes).toContain(code);
    for (const group of holdGroups) expect(codesOfGroup(group)).not.toEqual([]);
    expect(holdGroups.length).toBeLessThan(10);
  });
});
