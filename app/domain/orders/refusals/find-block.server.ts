import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import type { Hold, ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { modeInUse } from "./mode-in-use.ts";

/** When the service last refused a phone, and for which order. */
type Block = { readonly at: Date; readonly orderId: OrderId; readonly orderName: string };

type BlockDeps = Pick<ShopContext, "shop" | "db" | "connection">;

/**
 * The refusal of a phone that is remembered; null where there is none, where it was forgotten, and where the service has
 * taken an order of this phone since.
 */
export async function findBlock(ctx: BlockDeps, phoneHash: string): Promise<Block | null> {
  const [block] = await queryRows<Block>(ctx.db, blockQuery(ctx, phoneHash));
  return block ?? null;
}

export function blockQuery(ctx: BlockDeps, phoneHash: string): Prisma.Sql {
  const { id: shopId } = ctx.shop;
  const mode = modeInUse(ctx);
  return Prisma.sql`
    select attempt.settled_at as at, "order".id as "orderId", "order".name as "orderName"
    from handoff_attempt as attempt
      join handoff on handoff.shop_id = attempt.shop_id and handoff.id = attempt.handoff_id
      join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
    where attempt.shop_id = ${shopId}::uuid and attempt.blocked_phone_hash = ${phoneHash} and handoff.mode = ${mode}
      and not exists (
        select from "order" as other join handoff as taken on taken.shop_id = other.shop_id and taken.order_id = other.id
        where other.shop_id = ${shopId}::uuid and other.phone_hash = ${phoneHash} and taken.mode = ${mode}
          and taken.placed_at > attempt.settled_at)
    order by attempt.settled_at desc limit 1`;
}

/** Keeps an order that would go by itself while the service is known to refuse its phone; nothing is sent to find out. */
export async function findRememberedBlock({ ctx }: ReadOrder, phone: string): Promise<Hold | null> {
  const block = await findBlock(ctx, hashPhone(ctx, phone));
  return block && { code: "customer_blocked", params: { isRemembered: true, otherOrder: block.orderName } };
}
