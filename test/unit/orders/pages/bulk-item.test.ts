import { describe, expect, it } from "vitest";
import type { BulkOrder } from "#app/domain/orders/commands/bulk-verdict.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const order = (overrides: Partial<BulkOrder>): BulkOrder => ({
  ...{ state: "to_place", holdCode: null, placeRequestedAt: null, cancelRequestedAt: null },
  ...{ holds: [], parcels: [], ...overrides },
});
const hold = (action: BulkOrder["holds"][number]["action"]) => ({
  code: "x",
  action,
  sentence: `Do ${action}`,
});
const parcel = (status: string) => ({ id: asId<ParcelId>("p"), status });
const before = new Date("2026-11-21T10:00:00Z");

describe("one of many orders", () => {
  it.each<[string, BulkAction, Partial<BulkOrder>]>([
    ["is placed when it is ready", "place", {}],
    ["is placed when that is all it waits for", "place", { state: "held", holds: [hold("place")] }],
    ["is looked at again when it is held", "retry", { state: "held" }],
    ["is cancelled before it is packed", "cancel", { state: "placed", parcels: [parcel("CONFIRMED")] }],
    ["is resumed when it was cancelled unsent", "resume", { state: "cancelled", cancelRequestedAt: before }],
    ["is paid when it waits for funds", "pay", { parcels: [parcel("AWAITING_FUNDS")] }],
    ["goes on when its city is asked", "choose_city", { state: "held", holds: [hold("choose_city")] }],
  ])("%s", (_what, action, overrides) => {
    expect(servedCommands[action].bulk.plan(order(overrides))).toEqual({ kind: "press" });
  });

  it.each<[string, BulkAction, Partial<BulkOrder>, string]>([
    [
      "waits with its own question",
      "place",
      { state: "held", holds: [hold("choose_city")] },
      "Do choose_city",
    ],
    [
      "is not placed anyway with others",
      "place",
      { state: "held", holds: [hold("place_anyway")] },
      "Do place",
    ],
    ["is not placed twice", "place", { state: "placed", parcels: [parcel("RECEIVED")] }, "placed already"],
    ["is not cancelled twice", "cancel", { cancelRequestedAt: before }, "cancelled before"],
    ["is too late to cancel", "cancel", { state: "on_the_way", parcels: [parcel("SHIPPED")] }, "packed"],
    ["was never cancelled here", "resume", { state: "cancelled" }, "not cancelled here"],
    [
      "was cancelled after it was sent",
      "resume",
      { state: "cancelled", cancelRequestedAt: before, parcels: [parcel("CANCELLED")] },
      "Press Place",
    ],
    ["waits for no funds", "pay", { state: "placed", parcels: [parcel("RECEIVED")] }, "funds"],
    ["is asked for no city", "choose_city", {}, "not asked any more"],
  ])("%s, and says so", (_what, action, overrides, words) => {
    expect(servedCommands[action].bulk.plan(order(overrides))).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining(words),
    });
  });
});
