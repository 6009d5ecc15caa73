import { stringify } from "csv-stringify/sync";

/**
 * Where a spreadsheet would begin a formula: at the beginning of a cell, after blanks as well, and after what parts cells
 * or lines where it is set to part them otherwise than by commas.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\s\u200b\ufeff]*[=+\-@＝＋－﹣−＠])/gu;
const BLANK_AHEAD = /^[\t\r\n]/;

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front;
 * numbers are written as they are.
 */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  const safe = cells.map((cell) => (typeof cell === "string" ? withoutFormula(cell) : cell));
  return stringify([safe], { quoted_string: true, record_delimiter: "windows" });
}

function withoutFormula(text: string): string {
  const guarded = text.replace(FORMULA, "$1'");
  return BLANK_AHEAD.test(guarded) ? `'${guarded}` : guarded;
}
