import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { foldText } from "#app/domain/catalog/text/fold-text.ts";
import {
  type SupplierProductId,
  type SupplierVariantId,
  toSupplierProductId,
  toSupplierVariantId,
} from "#app/platform/ids.ts";

export const MOST_BYTES = 1_000_000;
export const MOST_ROWS = 2000;
const MOST_COLUMNS = 20;
/** Ends of lines, those of empty lines and inside quotes as well. */
const MOST_LINES = 10 * MOST_ROWS;
const MOST_IN_A_ROW = 8000;

/** One line of the file as it is written, spaces off. `line` counts as a spreadsheet does. */
export type CsvRow = {
  readonly line: number;
  readonly product: string;
  readonly variant: string;
  readonly sku: string;
  readonly supplierProductId: SupplierProductId;
  readonly supplierVariantId: SupplierVariantId;
  readonly quantity: string;
};

export type CsvFile =
  | { readonly kind: "rows"; readonly rows: readonly CsvRow[] }
  /** Nothing of it could be read; what to do is part of the sentence. */
  | { readonly kind: "unreadable"; readonly reason: string };

/** The columns as we write them; `part` only numbers the parts of a bundle for the reader. */
export const COLUMNS = [
  "product",
  "variant gid",
  "sku",
  "supplier product id",
  "supplier variant id",
  "quantity",
  "part",
] as const;

const REQUIRED = ["variant gid", "supplier variant id"] as const;

/**
 * The rows of a file as spreadsheets save them: commas, semicolons or tabs, any line ends, with or without a byte order
 * mark, in UTF-8, UTF-16 or the old Windows encoding (only ids and numbers are used of it).
 */
export function readMappingCsv(bytes: Uint8Array): CsvFile {
  if (bytes.byteLength > MOST_BYTES)
    return refuse("This file is larger than 1 MB. Split it and bring in the parts.");
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return refuse("This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8” and choose that file.");
  const text = decode(bytes);
  if (text.trim() === "") return refuse("This file is empty.");
  const size = refuseSize(text);
  if (size !== null) return refuse(size);
  const read = parseText(text);
  if (typeof read === "string") return refuse(read);
  const [header, ...lines] = read;
  const places = header === undefined ? null : findColumns(header.cells);
  if (places === null)
    return refuse(
      `The first line must name the columns ${REQUIRED.join(" and ")}. Download the file to see all of them.`,
    );
  if (lines.length > MOST_ROWS) return refuse(TOO_MANY_ROWS);
  return { kind: "rows", rows: lines.map((line) => toRow(line, places)) };
}

const TOO_MANY_ROWS = `This file has more than ${MOST_ROWS.toLocaleString("en-US")} rows. Split it and bring in the parts.`;

/** What the parser would take long over holds up all pages meanwhile: it is refused by counting marks, before it is read. */
function refuseSize(text: string): string | null {
  const mark = delimiterOf(text);
  const header = text.slice(0, text.search(/[\r\n]|$/));
  if (count(header, mark) >= MOST_COLUMNS || count(text, mark) > MOST_COLUMNS * (MOST_ROWS + 1))
    return `This file has more than ${MOST_COLUMNS} columns. Download the file to see which are needed.`;
  return count(text, "\n") + count(text, "\r") > MOST_LINES ? TOO_MANY_ROWS : null;
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}

function refuse(reason: string): CsvFile {
  return { kind: "unreadable", reason };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

type Line = { readonly line: number; readonly cells: readonly string[] };

/** With `info` the parser gives where each record ended, which its types do not say. */
const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

function parseText(text: string): readonly Line[] | string {
  try {
    const records: unknown = parse(text, {
      ...{ bom: true, delimiter: delimiterOf(text), info: true, trim: true },
      ...{ relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true },
      // The header and one more than is taken: that there are too many is noticed without keeping them.
      to: MOST_ROWS + 2,
      max_record_size: MOST_IN_A_ROW,
    });
    return parsed.parse(records).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE") return TOO_LONG_A_ROW;
    const at = typeof error.lines === "number" ? ` near line ${error.lines}` : "";
    return `This file could not be read${at}: a quotation mark is opened and not closed, or stands in the middle of a cell.`;
  }
}

const TOO_LONG_A_ROW =
  "A row of this file is longer than 8,000 characters. A quotation mark may be opened and not closed.";

/** Whatever the first line has most of. */
function delimiterOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const counted = [",", ";", "\t"].map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ",";
}

type ColumnPositions = ReadonlyMap<string, number>;

function findColumns(header: readonly string[]): ColumnPositions | null {
  const places = new Map(header.map((name, index) => [foldText(name).replaceAll("_", " "), index]));
  return REQUIRED.every((name) => places.has(name)) ? places : null;
}

function toRow({ line, cells }: Line, places: ColumnPositions): CsvRow {
  const cell = (name: (typeof COLUMNS)[number]) => (cells[places.get(name) ?? -1] ?? "").trim();
  return {
    ...{ line, product: cell("product"), variant: cell("variant gid"), sku: cell("sku") },
    supplierProductId: toSupplierProductId(cell("supplier product id")),
    ...{ supplierVariantId: toSupplierVariantId(cell("supplier variant id")), quantity: cell("quantity") },
  };
}
