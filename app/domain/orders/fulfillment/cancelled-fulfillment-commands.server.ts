import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import {
  type ResolveHoldInput,
  recordDecisionOnce,
  resolveHold,
} from "#app/domain/orders/holds/resolve-hold.server.ts";
import { toParcelId } from "#app/platform/ids.ts";
import { dismissCancelledFulfillmentKey, fulfilAgainKey } from "./fulfillment-rounds.ts";

const cancelledParcels = z.object({
  parcels: z.array(z.object({ id: z.uuid().transform(toParcelId), fulfillmentGid: z.string() })),
});

/** *Fulfil again*: parcels whose fulfillment was cancelled in Shopify get one anew, without another mail. */
export function fulfilAgain(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, ["fulfillment_cancelled"], async ({ tx, order, params }) => {
    const parsed = cancelledParcels.safeParse(params);
    if (!parsed.success) return null;
    let reset = 0;
    for (const parcel of parsed.data.parcels) {
      const { count } = await tx.parcel.updateMany({
        where: { shopId: ctx.shop.id, ...parcel },
        data: { fulfillmentGid: null },
      });
      if (count > 0) await recordDecisionOnce(ctx, tx, order.id, fulfilAgainKey(parcel));
      reset += count;
    }
    return reset > 0 ? { code: "fulfil_again_pressed" } : null;
  });
}

/** *Leave it*: Shopify keeps showing the items as not shipped. */
export function dismissCancelledFulfillments(
  ctx: ShopContext,
  input: ResolveHoldInput,
): Promise<CommandResult> {
  return resolveHold(ctx, input, ["fulfillment_cancelled"], async ({ tx, order, params }) => {
    const parsed = cancelledParcels.safeParse(params);
    if (!parsed.success) return null;
    let dismissed = 0;
    for (const parcel of parsed.data.parcels)
      if (await recordDecisionOnce(ctx, tx, order.id, dismissCancelledFulfillmentKey(parcel))) dismissed += 1;
    return dismissed > 0 ? { code: "left_undone" } : null;
  });
}
