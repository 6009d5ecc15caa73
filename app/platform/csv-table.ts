import { toCsvLine } from "./to-csv-line.ts";

type CsvCell = string | number | null;

/** One line of a CSV file, each cell under the heading it belongs to. */
export type CsvRecord<Heading extends string> = Readonly<Record<Heading, CsvCell>>;

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The first line of a CSV file. */
export function csvHeadings(headings: readonly string[]): string {
  return BYTE_ORDER_MARK + toCsvLine(headings);
}

/** The lines under these headings, in their order. */
export function csvLines<Heading extends string>(
  headings: readonly Heading[],
  records: readonly CsvRecord<NoInfer<Heading>>[],
): string {
  return records.map((record) => toCsvLine(headings.map((heading) => record[heading]))).join("");
}
