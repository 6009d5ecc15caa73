import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { kindSql } from "#app/platform/queue/work-kinds.ts";
import type { Expired } from "./expired.ts";
import { keptSince, ROWS_AT_ONCE } from "./kept-days.ts";

/**
 * Orders of the merchant's own goods, for which nothing was ever done or decided: they were read once to see that. One
 * that becomes ours later is read anew. They go before their customers would be erased, and with everything of theirs.
 */
export async function expireForeignOrders({
  shop,
  db,
  clock,
}: Pick<ShopContext, "shop" | "db" | "clock">): Promise<Expired> {
  const rows = await db.$executeRaw`
    delete from "order" where id in (
      select id from "order"
      where shop_id = ${shop.id}::uuid and state = 'not_ours' and updated_at < ${keptSince(clock.now()).over}
        and not exists (select from handoff where handoff.shop_id = "order".shop_id and handoff.order_id = "order".id)
        and not exists (select from effect where effect.shop_id = "order".shop_id and effect.order_id = "order".id)
        and not exists (
          select from order_decision as decision
          where decision.shop_id = "order".shop_id and decision.order_id = "order".id
            and decision.kind not in ('place', 'retry', 'cancel', 'replace'))
        and not exists (
          select from work where work.shop_id = "order".shop_id and work.kind = ${Prisma.raw(kindSql("order.reconcile"))}
            and work.subject = "order".order_gid and (next_run_at is not null or lease_token is not null))
      limit ${ROWS_AT_ONCE} for update skip locked)`;
  return { rows, next: rows === ROWS_AT_ONCE ? "" : null };
}
