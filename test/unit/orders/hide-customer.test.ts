import { describe, expect, it } from "vitest";
import { hideCustomer } from "#app/domain/orders/handoff/hide-customer.ts";

const person = { name: "Zubaida Canary", phone: "+922135761234", address: "House 7, Canary Lane" };

describe("hideCustomer", () => {
  it.each([
    ["Zubaida Canary is blocked in Lahore", "[hidden] is blocked in Lahore"],
    ["No rider reaches House 7, Canary Lane", "No rider reaches [hidden]"],
    ["+922135761234 does not answer, nor 0300 1234567", "[hidden] does not answer, nor [phone]"],
    ["Write to zubaida@mail.example", "Write to [email]"],
    ["Too many parcels were refused", "Too many parcels were refused"],
  ])("makes %o into %o", (text, expected) => {
    expect(hideCustomer(text, person)).toBe(expected);
  });

  it("leaves the sentence whole where nothing is known, or only a letter", () => {
    expect(hideCustomer("A city is missing", null)).toBe("A city is missing");
    expect(hideCustomer("A city is missing", { name: "A", phone: null, address: "" })).toBe(
      "A city is missing",
    );
  });
});
