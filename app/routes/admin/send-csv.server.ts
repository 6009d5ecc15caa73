import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { z } from "zod";
import { type ExportFormat, exportFormats } from "#app/domain/activity/to-file.ts";

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

const exportFormat = z.enum(exportFormats).catch("csv");

/** The kind of file an address asks for: CSV unless it says otherwise. */
export function readExportFormat(params: URLSearchParams): ExportFormat {
  return exportFormat.parse(params.get("format"));
}

/** A CSV file, sent while its lines are read. */
export function sendCsv(name: string, lines: AsyncIterable<string>): Response {
  return sendFile({ name, format: "csv" }, lines);
}

type SentFile = { readonly name: string; readonly format: ExportFormat };

/** A file, sent while its parts are read. */
export function sendFile({ name, format }: SentFile, parts: AsyncIterable<string>): Response {
  const read = Readable.from(parts, { objectMode: false });
  return new Response(createReadableStreamFromReadable(read), {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${name}.${format}"`,
      "Cache-Control": "no-store",
    },
  });
}
