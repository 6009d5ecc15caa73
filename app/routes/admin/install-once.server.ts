import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type InstallReport, installShop } from "#app/domain/shops/install-shop.server.ts";

const running = new Map<string, Promise<InstallReport>>();

/** The parts of a first page ask at the same moment: one of them sets the shop up, the others wait for it. */
export function installOnce(ctx: ShopContext): Promise<InstallReport> {
  const before = running.get(ctx.shop.id);
  if (before) return before;
  const install = installShop(ctx, { appUrl: ctx.env.SHOPIFY_APP_URL }).finally(() =>
    running.delete(ctx.shop.id),
  );
  running.set(ctx.shop.id, install);
  return install;
}
