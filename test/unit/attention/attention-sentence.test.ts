import { describe, expect, it } from "vitest";
import { compareUrgency } from "#app/domain/attention/urgency.ts";
import {
  attentionAction,
  attentionCodes,
  attentionSentence,
} from "#app/domain/messages/attention/attention-sentence.ts";
import { readableParams } from "#app/domain/messages/attention/readable-params.ts";

describe("attentionSentence", () => {
  it("says a hold in the hold's own words", () => {
    expect(attentionSentence("city_unknown", { city: "Pindi Gheb" })).toContain(
      "City “Pindi Gheb” is not one we know",
    );
    expect(attentionAction("city_unknown")).toBe("choose_city");
  });

  it("says what stands in a connection's way", () => {
    expect(attentionSentence("connection_invalid_key", {})).toContain("The supplier does not know this key.");
    expect(attentionAction("connection_invalid_key")).toBe("open_connection");
  });

  it("promises that stopped work comes back only where it does", () => {
    const because = "process_died";
    expect(attentionSentence("work_dead", { because, retry: "hourly" })).toContain("again every hour");
    expect(attentionSentence("work_dead", { because, retry: "on_request" })).toContain("write to us");
    expect(attentionSentence("work_dead", { because, retry: "on_request" })).not.toContain("every hour");
  });

  it("never leaves a code without a sentence", () => {
    expect(attentionSentence("something_new", {})).toBe("Something needs a look.");
    for (const code of attentionCodes)
      expect(attentionSentence(code, {})).not.toBe("Something needs a look.");
  });
});

describe("readableParams", () => {
  it("turns instants into the shop's own days and leaves the rest", () => {
    const params = { deadline: "2026-11-24T19:30:00.000Z", amount: 1250, city: "Lahore" };
    expect(readableParams(params, "Asia/Karachi")).toEqual({
      deadline: "Wed 25 Nov 2026, 00:30",
      amount: 1250,
      city: "Lahore",
    });
  });
});

describe("urgency", () => {
  const early = new Date("2026-11-21T08:00:00Z");
  const late = new Date("2026-11-21T10:00:00Z");

  it("puts what costs money first, then what has waited longest", () => {
    const rows = [
      { code: "out_of_stock", openedAt: late },
      { code: "how_paid", openedAt: early },
      { code: "courier_will_collect_too_much", openedAt: late },
    ] as const;
    expect(rows.toSorted(compareUrgency).map(({ code }) => code)).toEqual([
      "courier_will_collect_too_much",
      "how_paid",
      "out_of_stock",
    ]);
  });
});
