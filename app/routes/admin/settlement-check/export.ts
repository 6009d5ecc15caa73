import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { exportDifferences } from "#app/domain/settlement/export-differences.server.ts";
import { requireShop } from "../require-shop.server.ts";

const shownView = z.enum(["open", "put_aside"]).catch("open");

/** The differences of the shown view as a CSV file, sent while they are read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const view = shownView.parse(new URL(args.request.url).searchParams.get("view"));
  const lines = Readable.from(exportDifferences(ctx, view), { objectMode: false });
  return new Response(createReadableStreamFromReadable(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="differences.csv"',
      "Cache-Control": "no-store",
    },
  });
}
