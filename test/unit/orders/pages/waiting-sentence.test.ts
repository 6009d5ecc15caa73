import { describe, expect, it } from "vitest";
import { waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";

describe("waitingSentence", () => {
  it.each([
    [
      "to_place",
      "automatic_off",
      "Orders paid this way are not placed automatically. Press Place to send it.",
    ],
    ["waiting", "not_connected", "The supplier is not connected. Connect it in Settings."],
    ["waiting", "payment_pending", "The payment has not arrived yet. The order goes out when it has."],
  ] as const)("says why an order in %s with %s stands still", (state, code, sentence) => {
    expect(waitingSentence(state, code)).toBe(sentence);
  });

  it("says nothing for an order that moves, or without a reason", () => {
    expect(waitingSentence("placed", "automatic_off")).toBeNull();
    expect(waitingSentence("waiting", null)).toBeNull();
    expect(waitingSentence("waiting", "never_heard_of")).toBeNull();
  });
});
