import { describe, expect, it } from "vitest";
import { toCsvLine } from "#app/platform/to-csv-line.ts";

describe("a line of a CSV file", () => {
  it("quotes text and leaves numbers and gaps as they are", () => {
    expect(toCsvLine(['A "b", c', -350, null, "x\ny"])).toBe('"A ""b"", c",-350,,"x\ny"\r\n');
  });

  it.each([
    "=1+1",
    "+923001234567",
    "-2+3",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\nx",
    "\n=1",
    " =1",
    "\u00a0=1",
    "＝1",
    "＋1",
    "－1",
    "＠A",
  ])("disarms %j", (text) => {
    expect(toCsvLine([text]).startsWith(`"'`)).toBe(true);
  });

  it.each([
    ["a;=1+1", "a;'=1+1"],
    ["a; @SUM(A1)", "a;' @SUM(A1)"],
    ["a\n-2", "a\n'-2"],
    ["a\t＝1", "a\t'＝1"],
  ])("disarms %j where cells are parted by semicolons, tabs or lines", (text, disarmed) => {
    expect(toCsvLine([text])).toBe(`"${disarmed}"\r\n`);
  });

  it.each(["a-b; c+d", "Sana – 2 = 1", "a@b.example"])("leaves %j as it is", (text) => {
    expect(toCsvLine([text])).toBe(`"${text}"\r\n`);
  });
});
