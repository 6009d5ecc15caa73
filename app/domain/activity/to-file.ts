import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Records as the parts of a file: lines of CSV under their headings, or one list in JSON. */
export async function* toFile<Column extends string>(
  format: ExportFormat,
  columns: readonly Column[],
  batches: AsyncIterable<readonly CsvRecord<Column>[]>,
): AsyncGenerator<string> {
  if (format === "csv") {
    yield csvHeadings(columns);
    for await (const batch of batches) yield csvLines(columns, batch);
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
