import type { ShopContext } from "../shops/shop-context.server.ts";
import { pressPlace } from "./press.server.ts";

type ManyPressed =
  | { readonly ok: true; readonly done: string }
  | { readonly ok: false; readonly reason: string };

/** *Place* for a selection. Each order is its own press; one that is gone does not stop the rest. */
export async function pressPlaceMany(
  ctx: ShopContext,
  { orderIds, by }: { readonly orderIds: readonly string[]; readonly by: string },
): Promise<ManyPressed> {
  let pressed = 0;
  for (const orderId of orderIds) {
    const { ok } = await pressPlace(ctx, { orderId, by });
    if (ok) pressed += 1;
  }
  if (pressed === 0) return { ok: false, reason: "None of these orders is here any more." };
  return { ok: true, done: pressed === 1 ? "1 order is being placed" : `${pressed} orders are being placed` };
}
