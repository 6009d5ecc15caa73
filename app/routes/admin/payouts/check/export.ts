import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { exportDifferences } from "#app/domain/settlement/export-differences.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { sendCsv } from "#app/routes/admin/send-csv.server.ts";

const shownView = z.enum(["open", "put_aside"]).catch("open");

/** The differences of the shown view as a CSV file, sent while they are read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const view = shownView.parse(new URL(args.request.url).searchParams.get("view"));
  return sendCsv("differences", exportDifferences(ctx, view));
}
