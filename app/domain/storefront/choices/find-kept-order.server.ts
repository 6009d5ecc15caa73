import type { Db } from "#app/platform/database/db.server.ts";
import type { OrderId, ShopId } from "#app/platform/ids.ts";
import { type ChosenOrder, chosenRows } from "../tracked-rows.server.ts";

/** The order, while it is ours and its customer is kept; null for any other, and for another shop's. */
export function findKeptOrder(
  db: Pick<Db, "order">,
  { shopId, orderId }: { readonly shopId: ShopId; readonly orderId: OrderId },
): Promise<ChosenOrder | null> {
  return db.order.findFirst({
    where: { shopId, id: orderId, phoneHash: { not: null }, state: { not: "not_ours" } },
    include: chosenRows,
  });
}
