import { describe, expect, it } from "vitest";
import { listUncoveredParcels, toMarkingKey } from "#app/domain/orders/fulfillment/list-uncovered-parcels.ts";
import type { HandoffState } from "#app/domain/orders/placement/handoff-state.ts";
import type { EffectState } from "#app/domain/orders/reconcile/effect-state.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { asId } from "#test/support/as-id.ts";

function handoff(
  parcels: readonly string[],
  overrides: Partial<{ state: HandoffState; mode: Mode; paymentMode: PaymentMode }> = {},
) {
  return {
    ...{ state: "placed" as const, mode: "live" as const, paymentMode: "COD" as const, ...overrides },
    parcels: parcels.map((id) => ({ id: asId<ParcelId>(id) })),
  };
}

function uncovered(
  handoffs: readonly ReturnType<typeof handoff>[],
  marked: readonly { ids: readonly string[]; state: EffectState }[] = [],
) {
  const effects = marked.map(({ ids, state }) => ({
    key: toMarkingKey(ids.map((id) => ({ id: asId(id) }))),
    state,
  }));
  return listUncoveredParcels({ effects, handoffs }).map(({ id }) => id);
}

describe("parcels whose cash is still to be marked", () => {
  it("are those of every live cash on delivery handoff", () => {
    expect(uncovered([handoff(["a", "b"]), handoff(["c"])])).toEqual(["a", "b", "c"]);
  });

  it("are those of a later handoff alone once an earlier one was marked", () => {
    const marked = [{ ids: ["a", "b"], state: "done" as const }];
    expect(uncovered([handoff(["a", "b"]), handoff(["c"])], marked)).toEqual(["c"]);
    expect(uncovered([handoff(["a", "b"])], marked)).toEqual([]);
  });

  it("stay so while a marking is only intended", () => {
    expect(uncovered([handoff(["a"])], [{ ids: ["a"], state: "intended" }])).toEqual(["a"]);
  });

  it.each([
    ["a test connection", { mode: "test" }],
    ["a prepaid handoff", { paymentMode: "PREPAID" }],
  ] as const)("are never those of %s", (_, overrides) => {
    expect(uncovered([handoff(["a"], overrides), handoff(["b"])])).toEqual(["b"]);
  });

  it("are never those of a handoff that is not placed", () => {
    expect(uncovered([handoff(["a"], { state: "refused" })])).toEqual([]);
  });
});
