import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportTrace } from "#app/domain/activity/trace/export-trace.server.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { readExportFormat, sendFile } from "#app/routes/admin/send-csv.server.ts";
import { requireOrderId } from "../require-order-id.ts";

/** The trace of one order as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const format = readExportFormat(new URL(args.request.url).searchParams);
  const file = await exportTrace(ctx, { orderId: requireOrderId(args.params.orderId), by, format });
  if (!file) throw notFound();
  return sendFile({ name: file.name, format }, file.parts);
}
