import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { exportMappings } from "#app/domain/catalog/mapping/mapping-csv.server.ts";
import { requireShop } from "../require-shop.server.ts";

/** All mappings as a CSV file, sent while they are read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const lines = Readable.from(exportMappings(ctx), { objectMode: false });
  return new Response(createReadableStreamFromReadable(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="mappings.csv"',
      "Cache-Control": "no-store",
    },
  });
}
