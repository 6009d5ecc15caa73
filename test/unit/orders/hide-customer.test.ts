import { describe, expect, it } from "vitest";
import { hideCustomer } from "#app/domain/orders/placement/hide-customer.ts";

const person = { name: "Zubaida Canary", phone: "+922135761234", address: "House 7, Canary Lane" };

describe("hideCustomer", () => {
  it.each([
    ["Zubaida Canary is blocked in Lahore", "[hidden] is blocked in Lahore"],
    ["No rider reaches House 7, Canary Lane", "No rider reaches [hidden]"],
    ["+922135761234 does not answer, nor 0300 1234567", "[hidden] does not answer, nor [phone]"],
    ["Call 0213 576 1234 or 0092-21-35761234", "Call [hidden] or [hidden]"],
    ["922135761234 is off, so is (021) 3576-1234", "[hidden] is off, so is ([hidden]"],
    ["Not 0321 765 4321, not 92 321 7654321, not 923217654321", "Not [phone], not [phone], not [phone]"],
    ["Order 9221357612345 is not a phone", "Order 9221357612345 is not a phone"],
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
