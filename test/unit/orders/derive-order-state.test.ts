import { describe, expect, it } from "vitest";
import type { HandoffState } from "#app/domain/orders/placement/handoff-state.ts";
import { deriveOrderState, type PlacementState } from "#app/domain/orders/reconcile/derive-order-state.ts";

const nothingOpen: PlacementState = { kind: "nothing_open" };

function state(
  parcels: readonly string[] | null,
  {
    placement = nothingOpen,
    handoff = "placed",
    isCancelled = false,
    isFulfilled = false,
  }: {
    placement?: PlacementState;
    handoff?: HandoffState;
    isCancelled?: boolean;
    isFulfilled?: boolean;
  } = {},
) {
  const handoffs =
    parcels === null ? [] : [{ state: handoff, parcels: parcels.map((status) => ({ status })) }];
  return deriveOrderState({ isCancelled, isFulfilled, handoffs, placement });
}

describe("the one word for an order", () => {
  it.each([
    [["AWAITING_FUNDS"], "awaiting_funds"],
    [["RECEIVED"], "placed"],
    [["CONFIRMED"], "placed"],
    [["PROCESSING"], "placed"],
    [["SHIPPED"], "on_the_way"],
    [["DELIVERED"], "delivered"],
    [["RETURNED"], "refused"],
    [["CANCELLED"], "cancelled"],
    [["A_NEW_WORD"], "placed"],
    [["AWAITING_FUNDS", "SHIPPED"], "awaiting_funds"],
    [["DELIVERED", "SHIPPED"], "on_the_way"],
    [["DELIVERED", "RECEIVED"], "placed"],
    [["DELIVERED", "RETURNED"], "refused"],
    [["DELIVERED", "CANCELLED"], "delivered"],
    [["CANCELLED", "CANCELLED"], "cancelled"],
  ])("parcels %j make it %s", (parcels, expected) => {
    expect(state(parcels)).toBe(expected);
  });

  it("is finished where the merchant fulfilled it himself, and nothing of ours is in it", () => {
    expect(state(null, { isFulfilled: true })).toBe("finished_in_shopify");
    expect(state(["CANCELLED"], { isFulfilled: true })).toBe("finished_in_shopify");
    expect(state(["DELIVERED"], { isFulfilled: true })).toBe("delivered");
    expect(state(null)).toBe("new");
  });

  it("is what is being placed before everything, and a hold before the parcels", () => {
    const held: PlacementState = { kind: "held", code: "comes_back" };
    expect(state([], { handoff: "sending", placement: held })).toBe("placing");
    expect(state(["SHIPPED"], { placement: held })).toBe("held");
  });

  it("forgets the parcels of a refused handoff", () => {
    expect(state([], { handoff: "refused" })).toBe("new");
  });

  it.each([
    [{ kind: "waiting", code: "scheduled" } as const, "waiting"],
    [{ kind: "to_place", code: "automatic_off" } as const, "to_place"],
    [{ kind: "not_ours" } as const, "not_ours"],
    [nothingOpen, "new"],
  ])("without parcels follows what was found: %j", (placement, expected) => {
    expect(state(null, { placement })).toBe(expected);
    expect(state(null, { placement, isCancelled: true })).toBe("cancelled");
  });

  it("shows open units again once every parcel was cancelled", () => {
    expect(state(["CANCELLED"], { placement: { kind: "to_place", code: null } })).toBe("to_place");
  });

  it("shows where the parcels are even when the order was cancelled in Shopify", () => {
    expect(state(["SHIPPED"], { isCancelled: true })).toBe("on_the_way");
  });
});
