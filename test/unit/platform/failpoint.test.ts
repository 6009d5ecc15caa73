import { afterEach, describe, expect, it } from "vitest";
import { armFailpoints, failpoint } from "#app/platform/process/failpoint.ts";

afterEach(() => armFailpoints(undefined));

describe("a failpoint", () => {
  it("does nothing unless armed", () => {
    armFailpoints("H5:throw");
    expect(() => failpoint("H4")).not.toThrow();
  });

  it("acts at the hit it is armed for, once", () => {
    armFailpoints("H5:throw:2, H6:throw");
    expect(() => failpoint("H5")).not.toThrow();
    expect(() => failpoint("H5")).toThrow(expect.objectContaining({ code: "failpoint", retryable: true }));
    expect(() => failpoint("H5")).not.toThrow();
    expect(() => failpoint("H6")).toThrow();
  });

  it.each(["H5", "H5:explode", "H5:kill:x", "h5:kill"])("cannot be armed by %s", (text) => {
    expect(() => armFailpoints(text)).toThrow(expect.objectContaining({ code: "failpoints_malformed" }));
  });
});
