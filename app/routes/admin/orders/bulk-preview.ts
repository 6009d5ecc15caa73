import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { previewOrders } from "#app/domain/orders/bulk/preview-orders.server.ts";
import { bulkActions } from "#app/domain/orders/commands/registry.ts";
import { notFound } from "../not-found.ts";
import { requireShop } from "../require-shop.server.ts";
import { chosenIds, findChosenOrders } from "./chosen-orders.server.ts";

const query = z.object({
  action: z.enum(bulkActions),
  ids: chosenIds.catch([]),
  all: z.literal("1").optional().catch(undefined),
});

/** How many of the chosen orders a press would fit, asked when somebody is about to press. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { search, searchParams } = new URL(args.request.url);
  const asked = query.safeParse(Object.fromEntries(searchParams));
  if (!asked.success) throw notFound();
  const { action, ...chosen } = asked.data;
  const orderIds = await findChosenOrders(ctx, { ...chosen, address: search });
  return previewOrders(ctx, { action, orderIds, by });
}
