import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { showDelivery } from "#app/domain/deliveries/show-delivery.server.ts";
import { requireShop } from "./require-shop.server.ts";

/** What one delivery said, for the list that shows it on a click. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const id = z
    .string()
    .regex(/^\d{1,18}$/)
    .safeParse(args.params.deliveryId);
  const delivery = id.success ? await showDelivery(ctx, BigInt(id.data)) : null;
  // Returned, not thrown: one line of a list that is gone must not take the page away.
  return delivery ? json(delivery) : json({ kind: "gone" as const }, { status: 404 });
}
