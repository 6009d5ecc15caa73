import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";

/** A CSV file, sent while its lines are read. */
export function sendCsv(name: string, lines: AsyncIterable<string>): Response {
  const read = Readable.from(lines, { objectMode: false });
  return new Response(createReadableStreamFromReadable(read), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
