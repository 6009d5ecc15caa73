import { describe, expect, it } from "vitest";
import { fillCustomerWords, findWrongPlace } from "#app/domain/shops/customer-words.ts";

describe("what a merchant says on customers' pages", () => {
  it.each(["", "Call us: 0300 1234567", "Ask {sender} about {order}.", "{order}{order}"])(
    "%j is fine",
    (words) => {
      expect(findWrongPlace(words)).toBeNull();
    },
  );

  it.each([
    ["Dear {name}", "{name}"],
    ["{ order }", "{ order }"],
    ["{{order}}", "{"],
    ["an open {brace", "{brace"],
    ["a closed } one", "}"],
    ["{ORDER}", "{ORDER}"],
  ])("%j names what is wrong", (words, wrong) => {
    expect(findWrongPlace(words)).toContain(`${wrong}`);
    expect(findWrongPlace(words)).toContain("means nothing on the page");
  });

  it("is filled once: what is filled in stays as it is", () => {
    const filled = { sender: "{order}", order: "#1042" };
    expect(fillCustomerWords("{sender} {order} {other}", filled)).toBe("{order} #1042 {other}");
  });
});
