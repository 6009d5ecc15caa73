import { describe, expect, it } from "vitest";
import { playOnce } from "#test/demo/play-once.ts";
import { PRESETS, type PresetName } from "#test/standins/supplier/undefined-behaviour.ts";

const presets: readonly PresetName[] = ["plain", "sparse", "contrary"];

describe.concurrent("the journey of the demo, from install to the last rupee", () => {
  it.each(presets)(
    "ends with three sides that agree when the service is %s",
    async (preset) => {
      const lines: string[] = [];
      const { differences } = await playOnce((line) => lines.push(line), preset);
      expect(differences).toEqual([]);
      expect(lines.length).toBeGreaterThan(10);
      // Three worlds at once, beside other tests.
    },
    400_000,
  );

  it("is played under every way the service may behave", () => {
    expect(Object.keys(PRESETS).toSorted()).toEqual([...presets].toSorted());
  });
});
