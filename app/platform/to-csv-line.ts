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
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const guarded = value.replace(FORMULA, "$1'");
  const safe = BLANK_AHEAD.test(guarded) ? `'${guarded}` : guarded;
  return `"${safe.replaceAll('"', '""')}"`;
}
