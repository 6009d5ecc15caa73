import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { type ResolveHoldInput, resolveHold } from "#app/domain/orders/holds/resolve-hold.server.ts";
import type { HandoffId } from "#app/platform/ids.ts";
import { type ParcelOfLines, planStatedContents } from "./contents-unknown.ts";

type StateContentsInput = ResolveHoldInput & {
  readonly handoffId: HandoffId;
  readonly parcelOfLines: ParcelOfLines;
};

const INCOMPLETE =
  "Choose a parcel for every item, and an item for every parcel: each parcel holds at least one.";

/**
 * *Say what they hold*: a person says which parcel holds which item, where the service does not (R10). What a parcel is
 * known to hold is never overwritten.
 */
export function stateContents(
  ctx: ShopContext,
  { handoffId, parcelOfLines, ...input }: StateContentsInput,
): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  return resolveHold(ctx, input, ["unknown_contents"], async ({ tx, order }) => {
    // The service's own word may come meanwhile, and whoever is first is believed.
    await tx.$queryRaw`SELECT 1 FROM parcel WHERE shop_id = ${shopId}::uuid AND handoff_id = ${handoffId}::uuid FOR UPDATE`;
    const handoff = await tx.handoff.findFirst({
      where: { shopId, id: handoffId, orderId: order.id },
      include: { items: { orderBy: { position: "asc" } }, parcels: true },
    });
    const answer = handoff ? planStatedContents(handoff, parcelOfLines) : null;
    if (answer?.kind === "incomplete") return { refused: INCOMPLETE };
    if (answer?.kind !== "stated") return null;
    for (const [id, contents] of answer.contents) {
      const data = { contents: contents as Prisma.InputJsonValue };
      await tx.parcel.update({ where: { shopId_id: { shopId, id } }, data });
    }
    return { code: "contents_said" };
  });
}
