import { describe, expect, it } from "vitest";
import { planOffered } from "#app/domain/catalog/listings/sync/plan-offered.ts";

const at = new Date();
const sold = { offered: true, takenOut: null, takenOutFor: null, takenOutAt: null };
const gone = { ...sold, offered: false };
const hidden = { takenOut: "draft" as const, takenOutFor: "removed" as const, takenOutAt: at };

describe("planOffered", () => {
  it.each([
    ["draft", "ACTIVE", { kind: "take_out", how: "draft", status: "DRAFT" }],
    ["archive", "ACTIVE", { kind: "take_out", how: "archive", status: "ARCHIVED" }],
    ["quantity", "ACTIVE", { kind: "take_out", how: "quantity", status: null }],
    ["draft", "DRAFT", { kind: "take_out", how: "quantity", status: null }],
    ["archive", "DRAFT", { kind: "take_out", how: "quantity", status: null }],
  ] as const)("takes out what is no longer offered by %s, from %s", (policy, status, plan) => {
    expect(planOffered({ listing: gone, policy, status })).toEqual(plan);
  });

  it("does it once, and again only where a run died before it was done", () => {
    const done = { ...gone, ...hidden };
    expect(planOffered({ listing: done, policy: "draft", status: "DRAFT" }).kind).toBe("as_it_is");
    expect(planOffered({ listing: done, policy: "draft", status: "ACTIVE" }).kind).toBe("as_it_is");
    const died = { ...done, takenOutAt: null };
    expect(planOffered({ listing: died, policy: "draft", status: "ACTIVE" })).toMatchObject({
      status: "DRAFT",
    });
    expect(planOffered({ listing: died, policy: "draft", status: "DRAFT" })).toEqual({
      ...{ kind: "take_out", how: "draft", status: null },
    });
  });

  it("brings back only what it hid itself and nobody has changed since", () => {
    const back = { ...sold, ...hidden };
    expect(planOffered({ listing: back, policy: "draft", status: "DRAFT" })).toEqual({
      ...{ kind: "bring_back", status: "ACTIVE" },
    });
    expect(planOffered({ listing: back, policy: "draft", status: "ARCHIVED" })).toMatchObject({
      status: null,
    });
    const byStock = { ...back, takenOutFor: null };
    expect(planOffered({ listing: byStock, policy: "draft", status: "DRAFT" }).kind).toBe("as_it_is");
    expect(planOffered({ listing: sold, policy: "draft", status: "DRAFT" }).kind).toBe("as_it_is");
  });
});
