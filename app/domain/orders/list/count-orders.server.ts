import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { type OrdersView, statesOfView } from "./orders-tab.ts";

/** More are not counted: the page says "999+". */
const COUNT_LIMIT = 1000;

export type OrdersCounts = Readonly<Record<OrdersView, number>>;

/** How many orders each view has, whatever is searched or filtered; each counted to a limit, from an index alone. */
export async function countOrders(ctx: ShopContext): Promise<OrdersCounts> {
  const shopId = ctx.shop.id;
  const [rows, [needing]] = await Promise.all([
    ctx.db.$queryRaw<{ state: OrderState; count: number }[]>`
      select state, counted.count from unnest(${[...statesOfView.all]}::text[]) as state
      cross join lateral (
        select count(*)::int from (
          select 1 from "order" o where o.shop_id = ${shopId}::uuid and o.state = state.state limit ${COUNT_LIMIT}
        ) as capped
      ) as counted`,
    ctx.db.$queryRaw<{ count: number }[]>`
      select count(*)::int from (
        select 1 from "order" o where o.shop_id = ${shopId}::uuid and (o.needs_you or o.state = 'held')
        limit ${COUNT_LIMIT}) as capped`,
  ]);
  const byState = new Map(rows.map(({ state, count }) => [state, count]));
  const count = (view: OrdersView) =>
    Math.min(
      COUNT_LIMIT,
      statesOfView[view].reduce((sum, state) => sum + (byState.get(state) ?? 0), 0),
    );
  return {
    needs_you: needing?.count ?? 0,
    to_place: count("to_place"),
    waiting: count("waiting"),
    awaiting_funds: count("awaiting_funds"),
    preparing: count("preparing"),
    on_the_way: count("on_the_way"),
    delivered: count("delivered"),
    refused: count("refused"),
    cancelled: count("cancelled"),
    moving: count("moving"),
    done: count("done"),
    all: count("all"),
  };
}
