import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportMappings } from "#app/domain/catalog/mapping/mapping-csv.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { sendCsv } from "../send-csv.server.ts";

/** All mappings as a CSV file, sent while they are read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return sendCsv("mappings", exportMappings(ctx));
}
