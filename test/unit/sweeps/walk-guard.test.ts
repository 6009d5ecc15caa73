import { describe, expect, it } from "vitest";
import type { Position } from "#app/domain/sweeps/sweep-run.ts";
import { nextPosition } from "#app/domain/sweeps/walk-guard.ts";

/** How many pages are read before the walk ends by itself or by the guard; null: it went on for 500. */
function pagesOf(cursorOf: (page: number) => string | null): number | null {
  let position: Position | null = null;
  for (let page = 0; page < 500; page += 1) {
    const cursor = cursorOf(page);
    if (cursor === null) return page;
    try {
      position = nextPosition(position, cursor);
    } catch (error) {
      expect(error).toMatchObject({ code: "unexpected_response", retryable: false });
      return page;
    }
  }
  return null;
}

describe("a walk through a list", () => {
  it("goes on for as long as cursors are new", () => {
    expect(pagesOf((page) => (page < 400 ? `c${page}` : null))).toBe(400);
  });

  it.each([
    ["the same page again", () => "c", 1],
    ["a circle of two", (page: number) => `c${page % 2}`, 6],
    [
      "a circle of 40 after 30 pages",
      (page: number) => `c${page < 30 ? page : 30 + ((page - 30) % 40)}`,
      150,
    ],
  ])("ends at %s", (_what, cursorOf, most) => {
    const pages = pagesOf(cursorOf);
    expect(pages).not.toBeNull();
    expect(pages).toBeLessThanOrEqual(most);
  });

  it("refuses a cursor that is too long to be kept", () => {
    expect(pagesOf(() => "x".repeat(2049))).toBe(0);
  });
});
