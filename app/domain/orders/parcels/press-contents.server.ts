import type { Prisma } from "@prisma/client";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { answerNeed, type NeedPress } from "../answer-need.server.ts";
import type { Pressed } from "../press.server.ts";
import { type SaidContents, tellContents } from "./unclear-handoff.ts";

type ContentsPress = NeedPress & { readonly handoffId: string; readonly said: SaidContents };

const INCOMPLETE =
  "Choose a parcel for every item, and an item for every parcel: each parcel holds at least one.";

/**
 * *Say what they hold*: which of an order's parcels holds which item, by a person's word, where the service does not tell
 * (R10). What a parcel is known to hold is never overwritten.
 */
export function pressContents(
  ctx: ShopContext,
  { handoffId, said, ...press }: ContentsPress,
): Promise<Pressed> {
  const shopId = ctx.shop.id;
  return answerNeed(ctx, press, ["unknown_contents"], async ({ tx, order }) => {
    // The service's own word may come meanwhile, and whoever is first is believed.
    await tx.$queryRaw`SELECT 1 FROM parcel WHERE shop_id = ${shopId}::uuid AND handoff_id = ${handoffId}::uuid FOR UPDATE`;
    const handoff = await tx.handoff.findFirst({
      where: { shopId, id: handoffId, orderId: order.id },
      include: { items: { orderBy: { position: "asc" } }, parcels: true },
    });
    const answer = handoff ? tellContents(handoff, said) : null;
    if (answer?.kind === "incomplete") return { refused: INCOMPLETE };
    if (answer?.kind !== "told") return null;
    for (const [id, contents] of answer.contents) {
      const data = { contents: contents as Prisma.InputJsonValue };
      await tx.parcel.update({ where: { shopId_id: { shopId, id } }, data });
    }
    return { code: "contents_said" };
  });
}
