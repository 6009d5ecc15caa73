import { groupReasons, type UnableThings } from "#app/domain/bulk-actions/group-reasons.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { agreedCostPkr } from "#app/domain/money/wallet-cost.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import { isPrepaid } from "#app/domain/orders/money/spends-wallet.ts";
import { countHeldByRules, type HeldByRules } from "#app/domain/orders/rules/count-held-by-rules.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { type EvaluatedOrder, evaluatedRows, evaluateOrders } from "./evaluate-orders.server.ts";

/** What a press on many orders would do, told before it is pressed. */
export type OrdersPreview = {
  /** Ids of those it fits, in the order they were chosen. */
  readonly able: readonly OrderId[];
  /** Of them: how many are prepaid, so that placing them is paid from the wallet. */
  readonly prepaid: number;
  /** What paying for them takes from the wallet. */
  readonly payPkr: Rupees;
  /** Of them: a rule would hold them if they went by themselves; null where none is known to, and of other actions. */
  readonly ruled: HeldByRules | null;
  /** Why not, the commonest reason first. */
  readonly unable: readonly UnableThings[];
};

type PreviewOrdersInput = {
  readonly action: BulkAction;
  readonly orderIds: readonly OrderId[];
  readonly by: string;
};

/** So many at a time: each may have several open questions. */
const BATCH = 200;

/** Ids that are not this shop's are not found, and left out. */
export async function previewOrders(
  ctx: ShopContext,
  { action, orderIds, by }: PreviewOrdersInput,
): Promise<OrdersPreview> {
  const able: EvaluatedOrder[] = [];
  const unable: { readonly name: string; readonly reason: string }[] = [];
  for (let at = 0; at < orderIds.length; at += BATCH) {
    const orders = await findOrders(ctx, orderIds.slice(at, at + BATCH));
    const verdicts = await evaluateOrders(ctx, { action, by }, orders);
    for (const order of orders) {
      const verdict = verdicts.get(order.id);
      if (verdict?.kind === "press") able.push(order);
      else if (verdict) unable.push({ name: order.name || "New order", reason: verdict.reason });
    }
  }
  const waiting = able
    .flatMap(({ handoffs }) => handoffs.flatMap(({ parcels }) => parcels))
    .filter(({ status }) => status === "AWAITING_FUNDS");
  return {
    able: able.map(({ id }) => id),
    prepaid: able.filter(isPrepaid).length,
    payPkr: sumRupees(waiting.map(agreedCostPkr)),
    ruled:
      action === "place"
        ? await countHeldByRules(
            ctx,
            able.map(({ id }) => id),
          )
        : null,
    unable: groupReasons(unable),
  };
}

async function findOrders(
  { db, shop }: ShopContext,
  ids: readonly OrderId[],
): Promise<readonly EvaluatedOrder[]> {
  const orders = await db.order.findMany({
    where: { shopId: shop.id, id: { in: [...ids] } },
    select: evaluatedRows,
    relationLoadStrategy: "query",
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
