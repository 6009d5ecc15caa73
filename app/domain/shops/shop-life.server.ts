import type { Prisma, PrismaClient } from "@prisma/client";
import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ShopState } from "#app/domain/context/shop-state.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { withTokenLock } from "#app/shopify/session-rows.server.ts";
import { ensureShopRow } from "./ensure-shop-row.server.ts";

export type ShopLifeDeps = Pick<ShopContext, "shop" | "db" | "clock" | "log" | "admin">;

/**
 * Asks Shopify whether the shop still has us, and records the answer: after `app/uninstalled` (which may be late, or
 * forged by header), daily while a shop is unavailable, and after a call failed with 401, 402, 404 or 423. An
 * uninstalled shop loses its tokens; its data stays until `shop/redact` (R44).
 */
export async function reconcileInstallState(ctx: ShopLifeDeps): Promise<ShopState> {
  const askedWith = await readTokenStamp(ctx.db, ctx.shop.id);
  const answer = await readInstallState(ctx);
  if (answer === "installed") return answer;
  const state = await recordRefusal(ctx, answer, (stamp) => stamp === null || stamp === askedWith);
  if (state !== null) return state;
  // The merchant opened the app meanwhile: what Shopify refused was the token before.
  const again = await readInstallState(ctx);
  if (again === "installed") return again;
  return (await recordRefusal(ctx, again, () => true)) ?? again;
}

/** When the shop's offline token was stored, and inside a transaction no other is stored until it ends; null: none is. */
async function readTokenStamp(
  db: PrismaClient | Prisma.TransactionClient,
  shopId: ShopId,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ updatedAt: Date }[]>`
    select updated_at as "updatedAt" from shopify_session where shop_id = ${shopId}::uuid and not is_online for update`;
  return row?.updatedAt.getTime() ?? null;
}

/**
 * The state the shop is in then. A shop that goes by another domain by now keeps the state it has: Shopify spoke of the
 * domain before. Null, and nothing is written, where a token is stored by now that is not the one that was refused.
 */
async function recordRefusal(
  { shop, db, clock, log }: ShopLifeDeps,
  answer: "unavailable" | "uninstalled",
  isRefused: (stamp: number | null) => boolean,
): Promise<ShopState | null> {
  const state = await withTokenLock(db, shop.id, async (tx) => {
    await lockShop(tx, shop.id);
    const stands = await tx.shop.findUnique({ where: { id: shop.id } });
    if (stands !== null && stands.domain !== shop.domain) return stands.state;
    if (!isRefused(await readTokenStamp(tx, shop.id))) return null;
    if (answer === "unavailable") {
      await tx.shop.updateMany({ where: { id: shop.id, state: "installed" }, data: { state: answer } });
      return answer;
    }
    await tx.shop.updateMany({
      where: { id: shop.id, state: { not: answer } },
      data: { state: answer, uninstalledAt: clock.now() },
    });
    await tx.shopifySession.deleteMany({ where: { shopId: shop.id } });
    return answer;
  });
  if (state === "uninstalled") log.info({ event: "shop_uninstalled", shopId: shop.id });
  return state;
}

/** Whether it is known to be uninstalled already, or Shopify said so since the token was stored. */
async function isUninstallReported({ db, shop }: ShopLifeDeps): Promise<boolean> {
  if (shop.state === "uninstalled") return true;
  const storedAt = await readTokenStamp(db, shop.id);
  const reports = await db.delivery.count({
    where: {
      ...{ shopId: shop.id, source: "shopify", topic: "app/uninstalled" },
      ...(storedAt === null ? {} : { receivedAt: { gte: new Date(storedAt) } }),
    },
  });
  return reports > 0;
}

async function readInstallState(ctx: ShopLifeDeps): Promise<ShopState> {
  try {
    const facts = await getShop(ctx.admin);
    await ensureShopRow(ctx, facts);
    return "installed";
  } catch (error) {
    if (isShopifyError(error, "unauthorized")) return "uninstalled";
    // A refresh token also dies of age: only with Shopify's own word is that an uninstall. Opening the app ends it.
    if (isShopifyError(error, "token_dead"))
      return (await isUninstallReported(ctx)) ? "uninstalled" : "unavailable";
    if (isShopifyError(error, "shop_unavailable")) return "unavailable";
    throw error;
  }
}
