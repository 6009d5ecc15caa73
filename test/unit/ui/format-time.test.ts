import { describe, expect, it } from "vitest";
import { formatAge, formatClock, formatDay, formatMoment } from "#app/platform/time/format-time.ts";

const KARACHI = "Asia/Karachi";

describe("dates on the screen", () => {
  it("shows the day in the shop's time zone, not in UTC", () => {
    expect(formatDay("2026-11-25T20:30:00Z", KARACHI)).toBe("Thu 26 Nov");
    expect(formatDay("2026-11-25T20:30:00Z", "UTC")).toBe("Wed 25 Nov");
  });

  it("writes every month with three letters", () => {
    expect(formatDay("2026-09-04T10:00:00Z", KARACHI)).toBe("Fri 4 Sep");
    expect(formatDay("2026-06-04T10:00:00Z", KARACHI)).toBe("Thu 4 Jun");
  });

  it("shows midnight as 00, never as 24", () => {
    expect(formatClock("2026-11-25T19:05:00Z", KARACHI)).toBe("00:05");
  });

  it("keeps the year for the exact moment", () => {
    expect(formatMoment("2026-11-26T05:42:00Z", KARACHI)).toBe("Thu 26 Nov 2026, 10:42");
  });
});

describe("formatAge", () => {
  const now = "2026-11-26T12:00:00Z";

  it.each([
    ["2026-11-26T11:59:30Z", "now"],
    ["2026-11-26T11:48:00Z", "12 min"],
    ["2026-11-26T07:00:00Z", "5 h"],
    ["2026-11-24T12:30:00Z", "47 h"],
    ["2026-11-23T11:00:00Z", "3 d"],
    ["2026-11-26T12:00:05Z", "now"],
  ])("shows %s as %s", (since, shown) => {
    expect(formatAge(since, now)).toBe(shown);
  });
});
