import { z } from "zod";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { answerNeed, keepDecision, type NeedPress } from "../answer-need.server.ts";
import type { Pressed } from "../press.server.ts";
import { againKey, leaveUndoneKey } from "./fulfillment-rounds.ts";

const undoneParcels = z.object({ parcels: z.array(z.object({ id: z.uuid(), fulfillmentGid: z.string() })) });

/** *Fulfil again*: parcels whose fulfillment was cancelled in Shopify get one anew, without another mail. */
export function pressFulfilAgain(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  return answerNeed(ctx, press, ["fulfillment_cancelled"], async ({ tx, order, params }) => {
    const asked = undoneParcels.safeParse(params);
    if (!asked.success) return null;
    let undone = 0;
    for (const parcel of asked.data.parcels) {
      const { count } = await tx.parcel.updateMany({
        where: { shopId: ctx.shop.id, ...parcel },
        data: { fulfillmentGid: null },
      });
      if (count > 0) await keepDecision(ctx, tx, order.id, againKey(parcel));
      undone += count;
    }
    return undone > 0 ? { code: "fulfil_again_pressed" } : null;
  });
}

/** *Leave it*: Shopify keeps showing the items as not shipped. */
export function pressLeaveUndone(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  return answerNeed(ctx, press, ["fulfillment_cancelled"], async ({ tx, order, params }) => {
    const asked = undoneParcels.safeParse(params);
    if (!asked.success) return null;
    let left = 0;
    for (const parcel of asked.data.parcels)
      if (await keepDecision(ctx, tx, order.id, leaveUndoneKey(parcel))) left += 1;
    return left > 0 ? { code: "left_undone" } : null;
  });
}
