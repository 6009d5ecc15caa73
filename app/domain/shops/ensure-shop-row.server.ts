import type { Prisma, Shop } from "@prisma/client";
import { DEFAULT_COD_GATEWAYS } from "#app/domain/context/cod-gateways.ts";
import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { AppError } from "#app/platform/errors.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { ShopFacts } from "#app/shopify/operations/shop/get-shop.ts";

type ShopRowResult = {
  /** As it was before this call, but for its identity. */
  readonly shop: Shop;
  readonly reinstalled: boolean;
};

/** Set-up that a return asks for brings its orders forward when it is done; should it die, they are looked at so. */
const SET_UP_MS = 15_000;

/**
 * Writes what Shopify says of the shop. The gid is the identity: a shop that comes back under another domain keeps its
 * row, and the row its first token made is folded into it. Whoever notices a return, it is marked here, with the state:
 * the shop is looked at, which registers its webhooks again, and its open orders after it.
 */
export async function ensureShopRow(
  { shop, db, clock }: Pick<ShopContext, "shop" | "db" | "clock">,
  facts: ShopFacts,
): Promise<ShopRowResult> {
  if (shop.gid !== null && shop.gid !== facts.gid) {
    throw new AppError("shop_identity_conflict", `Shop ${shop.id} answers as another shop`, {
      retryable: false,
    });
  }
  return db.$transaction(async (tx) => {
    const known = await tx.shop.findUnique({ where: { gid: facts.gid } });
    const keptId = known?.id ?? shop.id;
    if (keptId !== shop.id) await foldInto(tx, keptId, shop.id);
    await lockShop(tx, keptId);
    const before = await tx.shop.findUniqueOrThrow({ where: { id: keptId } });
    const reinstalled = before.state === "uninstalled";
    const now = clock.now();
    const kept = await tx.shop.update({
      where: { id: keptId },
      data: {
        gid: facts.gid,
        domain: facts.domain,
        name: facts.name,
        currency: facts.currency,
        timezone: facts.timezone,
        planName: facts.planName,
        developmentStore: facts.developmentStore,
        grantedScopes: [...facts.grantedScopes],
        state: "installed",
        ...(before.gid === null ? { codGateways: [...DEFAULT_COD_GATEWAYS] } : {}),
        ...(reinstalled ? { installNumber: { increment: 1 }, installedAt: now, uninstalledAt: null } : {}),
      },
    });
    if (before.state !== "installed") {
      const delayMs = reinstalled ? SET_UP_MS : 0;
      await requestReconcile(tx, [
        { shopId: keptId, kind: "shop.reconcile", subject: "shop" },
        { shopId: keptId, kind: "orders.reconcileOpen", subject: "shop", delayMs },
      ]);
    }
    return { shop: kept, reinstalled };
  });
}

/** What arrived for the new domain moves to the shop's old row; sessions of the old domain are worth nothing now. */
async function foldInto(tx: Prisma.TransactionClient, keptId: ShopId, newId: ShopId): Promise<void> {
  await tx.shopifySession.deleteMany({ where: { shopId: keptId } });
  await tx.shopifySession.updateMany({ where: { shopId: newId }, data: { shopId: keptId } });
  await tx.delivery.updateMany({ where: { shopId: newId }, data: { shopId: keptId } });
  await tx.$executeRaw`
    insert into work (shop_id, kind, subject, lane)
    select ${keptId}::uuid, kind, subject, lane from work where shop_id = ${newId}::uuid
    on conflict (shop_id, kind, subject) do update set
      requested_generation = work.requested_generation + 1, next_run_at = now()`;
  await tx.shop.delete({ where: { id: newId } });
}
