import { describe, expect, it } from "vitest";
import { orderWords, parcelWords } from "#app/ui/status-words.ts";

describe("status words", () => {
  it("tells a refusal from a return", () => {
    expect(parcelWords("RETURNED", "rto")).toEqual({ label: "Refused at the door", tone: "warning" });
    expect(parcelWords("RETURNED", "return")).toEqual({ label: "Returned", tone: "warning" });
  });

  it("does not invent a meaning for a status it does not know", () => {
    expect(parcelWords("TELEPORTED", null)).toEqual({ label: "New status", tone: "plain" });
  });

  it("marks what waits for the merchant", () => {
    expect((["held", "to_place", "awaiting_funds"] as const).map((state) => orderWords(state).tone)).toEqual([
      "attention",
      "attention",
      "attention",
    ]);
  });
});
