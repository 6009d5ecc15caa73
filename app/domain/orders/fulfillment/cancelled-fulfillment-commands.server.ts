import type { Prisma } from "@prisma/client";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { recordDismissal } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { type ResolveHoldInput, resolveHold } from "#app/domain/orders/holds/resolve-hold.server.ts";
import { type OrderId, toFulfillmentGid, toParcelId } from "#app/platform/ids.ts";
import { fulfilAgainKey, shownOf } from "./fulfillment-rounds.ts";

const cancelledParcels = z.object({
  parcels: z.array(
    z.object({ id: z.uuid().transform(toParcelId), fulfillmentGid: z.string().transform(toFulfillmentGid) }),
  ),
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
      if (count > 0) await recordRound(ctx, tx, order.id, fulfilAgainKey(parcel));
      reset += count;
    }
    return reset > 0 ? { code: "fulfil_again_pressed" } : null;
  });
}

/** Names the round that begins: what is done once per fulfillment is done again in it. */
async function recordRound(
  { shop, clock }: ShopContext,
  tx: Prisma.TransactionClient,
  orderId: OrderId,
  key: string,
): Promise<void> {
  const data = { shopId: shop.id, orderId, key, state: "done" as const, doneAt: clock.now() };
  await tx.effect.createMany({ data, skipDuplicates: true });
}

/** *Leave it*: Shopify keeps showing the items as not shipped. */
export function dismissCancelledFulfillments(
  ctx: ShopContext,
  input: ResolveHoldInput,
): Promise<CommandResult> {
  return resolveHold(ctx, input, ["fulfillment_cancelled"], async ({ tx, order, params }) => {
    const parsed = cancelledParcels.safeParse(params);
    if (!parsed.success) return null;
    const scope = { shopId: ctx.shop.id, orderId: order.id };
    const left = { ...scope, code: "fulfillment_cancelled", by: input.by } as const;
    let dismissed = 0;
    for (const parcel of parsed.data.parcels)
      if (await recordDismissal(ctx, tx, { ...left, shown: shownOf(parcel) })) dismissed += 1;
    return dismissed > 0 ? { code: "left_undone" } : null;
  });
}
