import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { previewOrder } from "#app/domain/orders/preview/preview-order.server.ts";
import { toOrderId } from "#app/platform/ids.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";

/** What placing the order would do, asked on a press: both sides are read for it. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const orderId = z.uuid().safeParse(args.params.orderId);
  const preview = orderId.success ? await previewOrder(ctx, toOrderId(orderId.data)) : null;
  if (!preview) throw notFound();
  return preview;
}
