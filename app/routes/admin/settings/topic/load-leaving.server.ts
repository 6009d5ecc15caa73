import { countLeaving, type LeavingCounts } from "#app/domain/connection/count-leaving.server.ts";
import { lastWallet, type WalletReading } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Coming, planComing } from "#app/domain/payouts/coming.ts";
import { sumPending } from "#app/domain/payouts/sum-payouts.server.ts";
import { getSettings } from "#app/domain/shops/get-settings.server.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** What the page about leaving shows; asks nobody outside. Money is that of the live mode, whichever key is in use. */
export async function loadLeaving(ctx: ShopContext) {
  const [counts, settings, pending, wallet] = await Promise.all([
    countLeaving(ctx),
    getSettings(ctx),
    sumPending({ shop: ctx.shop, db: ctx.db, connection: null }),
    findLastWallet(ctx),
  ]);
  const { all } = planComing(pending, calendarDay(ctx.clock.now(), ctx.shop.timezone));
  const dated = pending.flatMap(({ day }) => (day === null ? [] : [day])).toSorted();
  return {
    ...{ counts, wallet, comes: all, lastDay: dated.at(-1) ?? null },
    connections: settings.connections.map(({ id, mode, brandName, endsInUse, isLeaving }) => ({
      ...{ id, mode, brandName, endsInUse, isLeaving },
    })),
    dashboardUrl: settings.dashboardUrl,
    uninstallUrl: `https://admin.shopify.com/store/${ctx.shop.domain.replace(/\.myshopify\.com$/, "")}/settings/apps`,
  };
}

export type Leaving = {
  readonly counts: LeavingCounts;
  readonly wallet: WalletReading | null;
  readonly comes: Coming["all"];
  /** The last calendar day on which something is released, as far as the service has set it. */
  readonly lastDay: string | null;
  readonly connections: readonly {
    readonly id: string;
    readonly mode: Mode;
    readonly brandName: string;
    readonly endsInUse: boolean;
    readonly isLeaving: boolean;
  }[];
  readonly dashboardUrl: string | null;
  readonly uninstallUrl: string;
};

async function findLastWallet({ db, shop }: ShopContext): Promise<WalletReading | null> {
  const where = { shopId: shop.id, mode: "live" as const, disconnectedAt: null };
  const live = await db.supplierConnection.findFirst({ where });
  return live && (await lastWallet({ db }, live)).reading;
}
