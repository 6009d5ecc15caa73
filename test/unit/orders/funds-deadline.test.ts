import { describe, expect, it } from "vitest";
import { listPastDeadline, msUntilDeadlineRead } from "#app/domain/orders/parcels/funds-deadline.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const MINUTE = 60_000;
const now = new Date("2026-11-21T12:00:00Z");
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
const parcel = (deadline: number | null, read: number | null, status = "AWAITING_FUNDS") => ({
  ...{ id: asId<ParcelId>("p"), status },
  fundsDeadline: deadline === null ? null : inMinutes(deadline),
  readAt: read === null ? null : inMinutes(read),
});

describe("a parcel that waits for funds", () => {
  it.each([
    ["is looked at a minute after its deadline", parcel(30, -60), [], 31 * MINUTE],
    ["is read once its deadline is over", parcel(-2, -60), ["p"], 1000],
    ["is given a minute of grace", parcel(-0.5, -60), [], 30_000],
    ["that outlived its deadline is read again an hour after it was", parcel(-120, -40), [], 20 * MINUTE],
    ["is read again when that hour is over", parcel(-120, -61), ["p"], 1000],
    ["and is to be read already waits for nothing", parcel(-2, null), [], null],
    ["without a deadline is left to the sweep", parcel(null, -60), [], null],
  ])("%s", (_title, one, past, until) => {
    expect(listPastDeadline([one], now)).toEqual(past);
    expect(msUntilDeadlineRead([one], now)).toBe(until);
  });

  it("is forgotten once it is paid", () => {
    expect(msUntilDeadlineRead([parcel(30, -60, "RECEIVED")], now)).toBeNull();
  });

  it("is looked at at the nearest deadline of several", () => {
    expect(msUntilDeadlineRead([parcel(30, -60), parcel(10, -60)], now)).toBe(11 * MINUTE);
  });
});
