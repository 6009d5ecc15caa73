import { describe, expect, it } from "vitest";
import { toCsvLine } from "#app/platform/to-csv-line.ts";

describe("a line of a CSV file", () => {
  it("quotes text and leaves numbers and gaps as they are", () => {
    expect(toCsvLine(['A "b", c', -350, null, "x\ny"])).toBe('"A ""b"", c",-350,,"x\ny"\r\n');
  });

  it.each(["=1+1", "+923001234567", "-2+3", "@SUM(A1)", "\tx", "\rx"])("disarms %j", (text) => {
    expect(toCsvLine([text]).startsWith(`"'`)).toBe(true);
  });
});
