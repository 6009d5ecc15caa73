import { afterEach, beforeEach, expect, vi } from "vitest";

// Whatever complains on the console fails the test it complained in.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls.map((call) => call.map(String).join(" "));
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
