import { afterEach, beforeEach, expect, vi } from "vitest";

const complaints: string[] = [];

// Whatever complains on the console fails the test it complained in; of tests that run together, the next to end.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(" "));
  });
});

afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});
