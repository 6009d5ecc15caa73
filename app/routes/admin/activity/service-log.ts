import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { logStatuses, readServiceLog } from "#app/domain/activity/service-log/read-service-log.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { WITHOUT_NUL } from "../without-nul.ts";

const query = z.object({
  status: z.enum(logStatuses).nullable().catch(null),
  cursor: z.string().min(1).max(500).regex(WITHOUT_NUL).nullable().catch(null),
});

/** The service's own log of its deliveries, for the page that shows it on a press. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { searchParams } = new URL(args.request.url);
  return json(await readServiceLog(ctx, query.parse(Object.fromEntries(searchParams))));
}
