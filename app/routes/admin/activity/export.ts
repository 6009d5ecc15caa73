import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportActivity } from "#app/domain/activity/export-activity.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { readExportFormat, sendFile } from "../send-csv.server.ts";
import { readActivityQuery } from "./activity-query.server.ts";

/** What the address of the activity shows as a file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { searchParams } = new URL(args.request.url);
  const format = readExportFormat(searchParams);
  const { filter } = readActivityQuery(searchParams);
  return sendFile({ name: "activity", format }, exportActivity(ctx, { filter, by, format }));
}
