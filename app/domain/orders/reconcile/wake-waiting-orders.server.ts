import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { finishedStates } from "./order-age.ts";

/** What an order waits with while something of the shop itself is in its way. */
const holdsEndedByShop = [
  "not_connected",
  "placing_paused",
  "shadow_mode",
  "held_by_rule",
  "grace_period",
  "out_of_hours",
  "test_connection",
  "payment_pending",
  "how_paid",
  "invalid_key",
  "ip_not_allowed",
  "reseller_suspended",
  "reseller_not_active",
  "dropship_disabled",
  "account_not_connected",
  "missing_scope",
  "awaiting_confirmation",
  "not_confirmed",
];

/** After the merchant changed the shop, orders that waited for just that are looked at again: no word of Shopify's will come. */
export async function wakeWaitingOrders(ctx: ShopContext): Promise<void> {
  await wakeHeldBy(ctx, holdsEndedByShop);
}

/** What an order waits with until one of its variants is linked, or linked otherwise. */
export const holdsEndedByLink = ["variant_not_linked", "variant_not_found"] as const satisfies HoldCode[];

/** After a product was linked, orders that waited for it are looked at again. */
export async function wakeUnlinkedOrders(ctx: ShopContext): Promise<void> {
  await wakeHeldBy(ctx, holdsEndedByLink);
}

/** After the shop could not be reached for a while: every order that is not over is looked at again, a little apart. */
export async function wakeOpenOrders(ctx: ShopContext): Promise<void> {
  const open = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, state: { notIn: [...finishedStates] } },
    select: { orderGid: true },
    orderBy: { shopifyCreatedAt: "asc" },
  });
  await ctx.wake(
    open.map(({ orderGid }, index) => ({
      kind: "order.reconcile",
      subject: { orderGid },
      delayMs: index * 20,
    })),
  );
}

/** An order's row names only the first thing it waits for; the open issues name all of them. */
async function wakeHeldBy(ctx: ShopContext, codes: readonly string[]): Promise<void> {
  const waiting = await queryRows<{ orderGid: OrderGid }>(
    ctx.db,
    Prisma.sql`
      select order_gid as "orderGid" from "order"
      where shop_id = ${ctx.shop.id}::uuid and hold_code = any(${codes})
      union
      select order_gid from attention as need
        join "order" on "order".shop_id = need.shop_id and "order".id = need.thing_id::uuid
      where need.shop_id = ${ctx.shop.id}::uuid and need.resolved_at is null and need.thing = 'order'
        and need.code = any(${codes})`,
  );
  await ctx.wake(waiting.map(({ orderGid }) => ({ kind: "order.reconcile", subject: { orderGid } })));
}

/**
 * When a process starts that is not paused: orders that waited for the pause of the whole installation to end are looked
 * at again, shop by shop (R36). Shops that paused by themselves stay so.
 */
export async function wakeAfterPause({
  db,
  env,
}: Pick<ShopContext, "db"> & { readonly env: Pick<ShopContext["env"], "PLACING_PAUSED"> }): Promise<void> {
  if (env.PLACING_PAUSED) return;
  const shops = await db.order.findMany({
    where: { holdCode: "placing_paused", shop: { placingPausedAt: null, state: "installed" } },
    select: { shopId: true },
    distinct: ["shopId"],
  });
  await requestReconcile(
    db,
    shops.map(({ shopId }) => ({ shopId, kind: "orders.reconcileWaiting", subject: "shop" })),
  );
}
