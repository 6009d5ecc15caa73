import { describe, expect, it } from "vitest";
import { FaultBox } from "#test/standins/supplier/faults.ts";

const delay = { kind: "delay", ms: 60_000, path: "/wallet" } as const;

describe("a fault of the supplier's stand-in", () => {
  it("delays nothing any more that it struck before faults were cleared, and again once it is armed anew", async () => {
    const box = new FaultBox();
    box.arm(delay);
    const struck = box.forRequest("GET", "/wallet");
    expect(struck).toHaveLength(1);
    box.clear();
    await box.play(struck, "before");
    box.arm(delay);
    const played = box.play(box.forRequest("GET", "/wallet"), "before").then(() => "played");
    const soon = new Promise((resolve) => setTimeout(resolve, 20, "still delayed"));
    expect(await Promise.race([played, soon])).toBe("still delayed");
    box.clear();
    expect(await played).toBe("played");
  });
});
