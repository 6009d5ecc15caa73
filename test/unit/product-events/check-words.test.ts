import { describe, expect, it } from "vitest";
import { foundWords } from "#app/domain/product-events/check-listing.server.ts";
import type { StockedItemId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const stock = (title: string, units: number) => ({ id: asId<StockedItemId>(title), title, stock: units });

describe("what a check found", () => {
  it.each([
    ["nothing new", [stock("Red", 4)], [stock("Red", 4)], "The supplier's stock is as Karwan knew it."],
    ["one change", [stock("Red", 4)], [stock("Red", 1)], "Red: 4 became 1 at the supplier."],
    [
      "many changes",
      ["a", "b", "c", "d", "e"].map((title) => stock(title, 1)),
      ["a", "b", "c", "d", "e"].map((title) => stock(title, 0)),
      "a: 1 became 0, b: 1 became 0, c: 1 became 0, and 2 more at the supplier.",
    ],
  ])("is said for %s", (_what, before, after, words) => {
    expect(foundWords(before, after)).toBe(
      `${words} Shopify is compared now, and put right where it differs.`,
    );
  });
});
