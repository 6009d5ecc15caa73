import { describe, expect, it } from "vitest";
import { startOfDay } from "#app/platform/time/day-start.ts";

describe("the first moment of a day", () => {
  it.each([
    ["Asia/Karachi", "2026-11-21", 0, "2026-11-20T19:00:00.000Z"],
    ["Asia/Karachi", "2026-12-31", 1, "2026-12-31T19:00:00.000Z"],
    ["America/New_York", "2026-03-08", 0, "2026-03-08T05:00:00.000Z"],
    ["America/New_York", "2026-03-08", 1, "2026-03-09T04:00:00.000Z"],
  ])("in %s of %s and %i days is %s", (zone, day, later, moment) => {
    expect(startOfDay(day, zone, later)?.toISOString()).toBe(moment);
  });

  it("is not told of what is no day", () => {
    expect(startOfDay("yesterday", "Asia/Karachi")).toBeNull();
  });
});
