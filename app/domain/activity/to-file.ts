import { toCsvLine } from "#app/platform/to-csv-line.ts";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

type Cell = string | number | null;

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Records as the parts of a file: lines of CSV under their headings, or one list in JSON. */
export async function* toFile<Column extends string>(
  format: ExportFormat,
  columns: readonly Column[],
  batches: AsyncIterable<readonly Readonly<Record<Column, Cell>>[]>,
): AsyncGenerator<string> {
  if (format === "csv") {
    yield BYTE_ORDER_MARK + toCsvLine(columns);
    for await (const batch of batches)
      yield batch.map((record) => toCsvLine(columns.map((column) => record[column]))).join("");
    return;
  }
  let before = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map((record) => `\n${JSON.stringify(record)}`).join(",");
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}
