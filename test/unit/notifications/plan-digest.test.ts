import { describe, expect, it } from "vitest";
import { dueDigestDay } from "#app/domain/notifications/plan-digest.ts";

const KARACHI = "Asia/Karachi";
const LONDON = "Europe/London";

describe("the digest of a day", () => {
  it.each([
    ["before its hour", "2026-11-26T03:59:59Z", KARACHI, 9, "2026-11-25", null],
    ["from its hour on", "2026-11-26T04:00:00Z", KARACHI, 9, "2026-11-25", "2026-11-26"],
    ["hours late", "2026-11-26T18:59:00Z", KARACHI, 9, "2026-11-25", "2026-11-26"],
    ["once a day", "2026-11-26T05:00:00Z", KARACHI, 9, "2026-11-26", null],
    ["for the first time", "2026-11-26T04:00:00Z", KARACHI, 9, null, "2026-11-26"],
    [
      "again the next day, in the shop's own zone",
      "2026-11-26T19:30:00Z",
      KARACHI,
      0,
      "2026-11-26",
      "2026-11-27",
    ],
    ["never for a day that is over", "2026-11-27T03:00:00Z", KARACHI, 9, "2026-11-25", null],
    // 1:00 to 2:00 does not exist on this day in London.
    ["where clocks skip its hour", "2026-03-29T01:00:00Z", LONDON, 1, "2026-03-28", "2026-03-29"],
    ["not yet where clocks are about to skip it", "2026-03-29T00:59:00Z", LONDON, 1, "2026-03-28", null],
    // 1:00 to 2:00 comes twice.
    ["the first time its hour comes", "2026-10-25T00:00:00Z", LONDON, 1, "2026-10-24", "2026-10-25"],
    ["no second time", "2026-10-25T01:00:00Z", LONDON, 1, "2026-10-25", null],
    ["after a move to a zone behind", "2026-11-26T20:00:00Z", "America/New_York", 9, "2026-11-27", null],
  ] as const)("is due %s", (_, now, timezone, digestHour, digestDay, due) => {
    expect(dueDigestDay({ now: new Date(now), timezone, digestHour, digestDay })).toBe(due);
  });
});
