import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { exportDifferences } from "#app/domain/settlement/export-differences.server.ts";
import { exportedViews } from "#app/domain/settlement/list-differences.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { sendCsv } from "#app/routes/admin/send-csv.server.ts";

const exportedView = z.enum(exportedViews).catch("open");

/** The differences of a view as a CSV file, sent while they are read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const view = exportedView.parse(new URL(args.request.url).searchParams.get("view"));
  return sendCsv("differences", exportDifferences(ctx, view));
}
